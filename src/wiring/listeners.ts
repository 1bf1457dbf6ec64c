import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { createApplyCardAction } from '../cards/card-actions.ts'
import type { Log } from '../cli/log.ts'
import type { Runtime } from '../cli/runtime.ts'
import type { Configuration } from '../config/configuration.ts'
import { describeFileError } from '../config/file-errors.ts'
import type { DigestScheduler } from '../digest/digest-scheduler.ts'
import { problemOfSubscription } from '../health/subscription-problems.ts'
import type { ListenerPorts } from '../listeners/register.ts'
import { type AlertDirectory, alertDisplayName, findAlertIn } from '../mention-api/alert-directory.ts'
import type { MentionService } from '../mention-api/mention-service-client.ts'
import type { RequestBudget } from '../mention-api/request-budget.ts'
import type { ChartSupport } from '../messages/fallbacks.ts'
import type { ProblemBoard } from '../model/problem.ts'
import type { Subscription } from '../model/subscription.ts'
import type { PollScheduler } from '../polling/poll-scheduler.ts'
import type { SubscriptionRegistry } from '../polling/subscription-registry.ts'
import { type Decide, holdsUntil } from '../rules/rules.ts'
import { firesHourly } from '../scheduler/cron.ts'
import type { createSlack } from '../slack/slack.ts'
import { describeFailure } from '../stats/failure.ts'
import { createStatistics } from '../stats/statistics.ts'
import { createStatus, type MentionReader, type Status } from '../status/status.ts'
import { announcedChanges } from '../store/announced-changes.ts'
import { planLimits } from '../store/collections.ts'
import type { DecisionLog } from '../store/decision-log.ts'
import type { Store } from '../store/file/open-folder.ts'
import type { Mutes } from '../store/mutes.ts'
import { slackSubscriptions as slackSubscriptionsIn } from '../store/slack-subscriptions.ts'
import { createChangeLog } from '../subscriptions/change-log.ts'
import { createMuteService } from '../subscriptions/mute-service.ts'
import { createSubscriptionService } from '../subscriptions/subscription-service.ts'
import type { Cardwork } from './polling.ts'

type Parts = {
  configuration: Configuration
  service: MentionService
  budget: RequestBudget
  store: Store
  alerts: AlertDirectory
  slack: ReturnType<typeof createSlack>
  charts: ChartSupport
  troubles: ProblemBoard
  watching: PollScheduler
  decide: (subscription: Subscription) => Decide
  roster: SubscriptionRegistry
  mutes: Mutes
  cardwork: Cardwork
  digests: Pick<DigestScheduler, 'preview' | 'details' | 'notPosted'>
}

/** Builds the ports of the listeners. `prune` forgets records that are too old. */
export function createListenerPorts(
  parts: Parts,
  { now, setTimer }: Runtime,
  log: Log,
): Omit<ListenerPorts, 'syncState'> & { prune(): Promise<void> } {
  const { configuration, service, store, alerts, slack, charts, roster: registry, mutes, cardwork } = parts
  const { admins, timezone, docs } = configuration
  const announced = announcedChanges(store.records, now)
  const slackSubscriptions = slackSubscriptionsIn(store.records)
  const changes = createChangeLog({
    now,
    newId: randomUUID,
    post: slack.post,
    messages: slack.messages,
    nameOf: slack.users.nameOf,
    announced,
    mutes,
    slackSubscriptions,
    syncSubscriptions: registry.sync,
    log,
  })
  const alertName = (written: string) => alertDisplayName(written, alerts.known())
  return {
    now,
    setTimer,
    log,
    settings: { admins, timezone, docs },
    slack,
    charts,
    alerts,
    registry,
    mutes,
    subscriptions: createSubscriptionService({ now, slackSubscriptions, registry, changes, alertName }),
    muting: createMuteService({ now, mutes, changes }),
    changes,
    status: createStatusQueries(parts, now),
    statistics: createStatistics({ source: service, now, setTimer }),
    digests: { ...parts.digests, names: configuration.digests.map(({ name }) => name) },
    applyCardAction: createApplyCardAction({ ...cardwork, now, nameOf: slack.users.nameOf }),
    findMention: cardwork.mention,
    firesHourly,
    reasonFor: (error) => describeFileError(error) ?? describeFailure(error).reason,
    async prune() {
      await Promise.all([announced.prune(), cardwork.records.prune(), cardwork.firstCards.prune()])
    },
  }
}

function createStatusQueries(parts: Parts, now: () => number): Status {
  const { store, alerts, slack, decide, watching, budget, service, cardwork, troubles: problems } = parts
  return createStatus({
    now,
    alerts,
    mentions: mentionReader(service, cardwork.mention),
    decideFor: decide,
    pause: setImmediate,
    checkpoint: store.checkpoints.load,
    entries: store.decisions.entries,
    permalink: slack.messages.permalink,
    requests: budget.left,
    planLimitReached: planLimits(store.records).told,
    lag: watching.lag,
    polledAt: watching.caughtUpAt,
    async problemOf(subscription) {
      const found = await slack.channels.find(subscription.channel)
      const channel = found.kind === 'found' ? found.id : undefined
      const alert = findAlertIn(subscription.alert, alerts.known())?.id
      return problemOfSubscription(subscription, { alert, channel }, problems.standing())
    },
    currentLags: watching.behind,
    quietUntil: (subscription) => holdsUntil(subscription, now()),
    lastMentions: () => lastMentions(store.decisions, now()),
    channelName: (written) => channelName(slack, written),
    alertName: (written) => alertDisplayName(written, alerts.known()),
  })
}

/** A count of what waits is given up after this time, in ms, so that a slow service does not delay the answer. */
const countTimeoutMs = 5000

/** How many of the newest mentions are searched for an address or a sample: one page of the service. */
const newestPage = 300

function mentionReader(service: MentionService, find: MentionReader['find']): MentionReader {
  return {
    find,
    newest: async (alert) => (await service.newest(alert, newestPage, { priority: 'command' })).mentions,
    since: (alert, date) => service.mentions(alert, { dateFrom: date }, { priority: 'command' }),
    above: (alert, id) =>
      service.mentionsSince(alert, id, { priority: 'command', signal: AbortSignal.timeout(countTimeoutMs) }),
  }
}

/** The newest final decision of each subscription in the last day. `waiting` entries repeat at each start, so they do not count. */
async function lastMentions(
  { entries }: Pick<DecisionLog, 'entries'>,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const last = new Map<string, number>()
  for await (const { subscription, at, outcome } of entries(now - 86_400_000))
    if (outcome !== 'waiting') last.set(subscription, at)
  return last
}

async function channelName(
  { channels }: Pick<ReturnType<typeof createSlack>, 'channels'>,
  written: string,
): Promise<string> {
  const list = await channels.list().catch(() => [])
  const found = list.find(({ id }) => id === written)
  return found === undefined ? written : `#${found.name}`
}
