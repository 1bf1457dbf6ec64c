import { setImmediate } from 'node:timers/promises'
import { fetchMention, type MentionService } from '@overheard/mention-client'
import { findAlertIn } from '@overheard/mention-client/alert-directory'
import { createAnswers, createStatus, type MentionReader } from '../answers/index.ts'
import { holdsUntil, restartedIdsKey } from '../engine/index.ts'
import { problemOfSubscription } from '../health/subscription-problems.ts'
import type { CheckpointKey } from '../model/checkpoint.ts'
import type { Subscription } from '../model/subscription.ts'
import { channelLabel } from '../people/channel-label.ts'
import { createStatistics, type StatsRequests } from '../stats/statistics.ts'
import type { BuiltCards } from './build-cards.ts'
import type { BuiltEngine } from './build-engine.ts'
import type { OpenedRecords } from './open-records.ts'
import type { SettingsRooms } from './rooms-for-settings.ts'

export type BuiltStatus = ReturnType<typeof buildStatus>

/** Builds what answers people's questions about mentions and subscriptions. */
export function buildStatus({
  clock: { now, setTimer },
  settings: { layout },
  health: { problems },
  store,
  slack,
  alerts: { directory, service, nameOf: alertName, requestsLeft },
  subscriptions: { decideFor },
  cards,
  engine,
  features,
}: Pick<SettingsRooms, 'clock' | 'settings' | 'health' | 'store' | 'slack' | 'alerts' | 'features'> &
  Pick<OpenedRecords, 'subscriptions'> &
  BuiltCards &
  BuiltEngine) {
  const statusDeps = {
    now,
    alerts: directory,
    decideFor,
    pause: setImmediate,
    checkpoint: store.checkpoints.load,
    decisions: store.decisions,
    permalink: slack.messages.permalink,
    findCard: cards.find,
    explanations: features.explanations,
    areIdsRestarted: ({ subscription, alert }: CheckpointKey) =>
      problems.find(restartedIdsKey(alert, subscription)) !== undefined,
    requests: requestsLeft,
    planLimitReached: engine.planLimit.isAnnounced,
    lag: engine.lag,
    polledAt: async (name: string) =>
      (await engine.progress()).find(({ member }) => member === name)?.caughtUpAt,
    async problemOf(subscription: Subscription) {
      const found = await slack.channels.find(subscription.channel)
      const channel = found.kind === 'found' ? found.id : undefined
      const alert = findAlertIn(subscription.alert, directory.known())?.id
      return problemOfSubscription(subscription, { alert, channel }, problems.openProblems())
    },
    currentLags: engine.behind,
    quietUntil: (subscription: Subscription) => holdsUntil(subscription, now()),
    lastDecisionTimes: store.decisions.latest,
    channelName: (written: string) => channelLabel(slack.channels, written),
    alertName,
    freshnessOf: engine.freshnessOf,
    nameOf: slack.users.nameOf,
    async strictness() {
      const historyOf = await cards.spikeCards.histories().catch(() => undefined)
      return ({ name, alert }: Subscription) => {
        const id = findAlertIn(alert, directory.known())?.id
        return id === undefined ? undefined : historyOf?.({ subscription: name, alert: id }).strict
      }
    },
  }
  const find: MentionReader['find'] = (alert, id) => fetchMention(service, alert, id).catch(() => undefined)
  const status = createStatus({ ...statusDeps, mentions: mentionReader(service, find) })
  return {
    status,
    answers: createAnswers(status, layout),
    /** The same for assistants, who have their own limit of requests. */
    statusFor: (
      asked: MentionService,
      ways: Pick<MentionReader, 'find'> & Pick<typeof statusDeps, 'permalink'>,
    ) =>
      createStatus({ ...statusDeps, permalink: ways.permalink, mentions: mentionReader(asked, ways.find) }),
    statisticsFor: (requests: StatsRequests) => createStatistics({ requests, now, setTimer }),
  }
}

/** The count of waiting mentions is given up after this time (ms), because a slow service must not delay the answer. */
const countTimeoutMs = 5000

/** This many of the newest mentions are searched for a sample or an address: one page of the service. */
const newestPage = 300

/** Reads mentions for people. These requests are sent before those of polls. */
function mentionReader(service: MentionService, find: MentionReader['find']): MentionReader {
  const options = { priority: 'command' } as const
  return {
    find,
    newest: async (alert) => (await service.newest(alert, newestPage, options)).mentions,
    since: (alert, date) => service.mentions(alert, { dateFrom: date }, options),
    above: (alert, id) =>
      service.mentionsSince(alert, id, { ...options, signal: AbortSignal.timeout(countTimeoutMs) }),
  }
}
