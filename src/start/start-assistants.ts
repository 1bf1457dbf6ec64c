import type { RequestListener } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import packageFile from '../../package.json' with { type: 'json' }
import type { MentionReader } from '../answers/status.ts'
import { memoizeAsync } from '../async/memoize.ts'
import { previewDigest } from '../digests/compose.ts'
import { fetchMention } from '../mention-api/mention-service-client.ts'
import { channelLabel } from '../slack/channels.ts'
import { createStatsRequests } from '../stats/statistics.ts'
import type { BegunParts } from './begin-parts.ts'
import { dayMs } from './begun.ts'
import type { BuiltCards } from './build-cards.ts'
import type { BuiltDigests } from './build-digests.ts'
import type { BuiltStatus } from './build-status.ts'
import type { ConnectedServices } from './connect-services.ts'
import type { OpenedRecords } from './open-records.ts'
import type { OpenedStore } from './open-store.ts'

/** Assistants cause at most this many requests to the mention service in a minute, so that they cannot take the requests of polls. */
const requestLimit = 60

type Kernel = Pick<
  BegunParts & OpenedStore & OpenedRecords & ConnectedServices & BuiltCards & BuiltDigests & BuiltStatus,
  | 'environment'
  | 'runtime'
  | 'slack'
  | 'alerts'
  | 'privateAlerts'
  | 'registry'
  | 'finder'
  | 'cards'
  | 'limitedService'
  | 'cleanup'
  | 'log'
  | 'subscriptionsOf'
  | 'statisticsFor'
  | 'statusFor'
  | 'problems'
  | 'configuration'
  | 'digestDeps'
>

/** Answers questions of AI assistants. Only a bot with a token for them loads this code. */
export async function startAssistants(kernel: Kernel): Promise<RequestListener | undefined> {
  const { environment, runtime, slack, alerts, privateAlerts, registry, finder, cards } = kernel
  const { now, steady, setTimer } = runtime
  const { MCP_TOKEN: publicToken, MCP_PRIVATE_TOKEN: privateToken } = environment
  if (publicToken === undefined && privateToken === undefined) return undefined
  const { createMcpEndpoint } = await import('../assistants/endpoint.ts')
  const asked = kernel.limitedService({ key: 'assistants', limit: requestLimit })
  kernel.cleanup.add(asked.close)
  const find: MentionReader['find'] = (alert, id) => fetchMention(asked, alert, id)
  const permalink = memoizeAsync(slack.messages.permalink, {
    now,
    ttlMs: dayMs,
    keyOf: ({ channel, ts }) => `${channel} ${ts}`,
    keep: (link) => link !== undefined,
  })
  const statsRequests = createStatsRequests(asked, now)
  return createMcpEndpoint({
    publicToken,
    privateToken,
    steady,
    setTimer,
    log: kernel.log,
    version: packageFile.version,
    sources: {
      now,
      alerts,
      isPrivate: privateAlerts.isPrivate,
      registry,
      channelOf: finder.channelOf,
      channelName: (id) => channelLabel(slack.channels, id),
      async subscriptionsOf(written) {
        const found = await slack.channels.find(written)
        return found.kind === 'found' ? kernel.subscriptionsOf(found.id) : []
      },
      mentions: asked.mentions,
      findMention: find,
      statistics: kernel.statisticsFor(statsRequests),
      status: kernel.statusFor(asked, { find, permalink }),
      openProblems: kernel.problems.openProblems,
      open: cards.open,
      postedSince: cards.postedSince,
      pause: setImmediate,
      permalink,
      digests: kernel.configuration.digests,
      previewDigest: (digest) => previewDigest({ ...kernel.digestDeps, permalink, statsRequests }, digest),
    },
  })
}
