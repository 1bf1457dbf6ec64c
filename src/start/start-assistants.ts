import type { RequestListener } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { memoizeAsync } from '@overheard/base/memoize'
import { fetchMention } from '@overheard/mention-client'
import packageFile from '../../package.json' with { type: 'json' }
import type { MentionReader } from '../answers/index.ts'
import { channelLabel } from '../people/channel-label.ts'
import { createStatsRequests } from '../stats/statistics.ts'
import type { BuiltAccess, BuiltCards } from './build-cards.ts'
import type { BuiltDigests } from './build-digests.ts'
import type { BuiltStatus } from './build-status.ts'
import type { OpenedRecords } from './open-records.ts'
import type { SettingsRooms } from './rooms-for-settings.ts'

/** Assistants cause at most this many requests to the mention service in a minute, so that they cannot take the requests of polls. */
const requestLimit = 60

/** A link to a message does not change. */
const linkKeptMs = 86_400_000

/** Answers questions of AI assistants. Only a bot with a token for them loads this code. */
export async function startAssistants({
  clock: { now, steady, setTimer },
  settings: { environment },
  log,
  health: { problems },
  slack,
  alerts,
  subscriptions: { registry, finder, privateAlerts, ofChannel },
  cards,
  digests,
  questions,
  cleanup,
}: Pick<SettingsRooms, 'clock' | 'settings' | 'log' | 'health' | 'slack' | 'alerts' | 'cleanup'> &
  Pick<OpenedRecords & BuiltAccess, 'subscriptions'> &
  BuiltCards &
  BuiltDigests & { questions: Pick<BuiltStatus, 'statusFor' | 'statisticsFor'> }): Promise<
  RequestListener | undefined
> {
  const { MCP_TOKEN: publicToken, MCP_PRIVATE_TOKEN: privateToken } = environment
  if (publicToken === undefined && privateToken === undefined) return undefined
  const { createMcpEndpoint } = await import('../assistants/index.ts')
  const asked = alerts.limitedService({ key: 'assistants', limit: requestLimit })
  cleanup.add(asked.close)
  const find: MentionReader['find'] = (alert, id) => fetchMention(asked, alert, id)
  const permalink = memoizeAsync(slack.messages.permalink, {
    now,
    ttlMs: linkKeptMs,
    keyOf: ({ channel, ts }) => `${channel} ${ts}`,
    keep: (link) => link !== undefined,
  })
  const statsRequests = createStatsRequests(asked, now)
  return createMcpEndpoint({
    publicToken,
    privateToken,
    steady,
    setTimer,
    log,
    version: packageFile.version,
    sources: {
      now,
      alerts: alerts.directory,
      isPrivate: privateAlerts.isPrivate,
      registry,
      channelOf: finder.channelOf,
      channelName: (id) => channelLabel(slack.channels, id),
      async subscriptionsOf(written) {
        const found = await slack.channels.find(written)
        return found.kind === 'found' ? ofChannel(found.id) : []
      },
      mentions: asked.mentions,
      findMention: find,
      statistics: questions.statisticsFor(statsRequests),
      status: questions.statusFor(asked, { find, permalink }),
      openProblems: problems.openProblems,
      open: cards.open,
      postedSince: cards.postedSince,
      pause: setImmediate,
      permalink,
      digests: digests.all,
      previewDigest: digests.previewFor({ permalink, statsRequests }),
    },
  })
}
