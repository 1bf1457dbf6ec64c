import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { createApplyCardAction } from '../cards/card-actions.ts'
import type { Log } from '../cli/log.ts'
import type { Runtime } from '../cli/runtime.ts'
import type { Configuration } from '../config/configuration.ts'
import { describeFileError } from '../config/file-errors.ts'
import type { DigestScheduler } from '../digest/digest-scheduler.ts'
import { problemOfSubscription } from '../health/subscription-problems.ts'
import { createCardButtons } from '../listeners/actions/card-buttons.ts'
import { createDigestButtons } from '../listeners/actions/digest-buttons.ts'
import { createExampleButton, createUnmuteButton } from '../listeners/actions/notice-buttons.ts'
import { createMentionsCommand } from '../listeners/commands/mentions-command.ts'
import { createErrorReply } from '../listeners/error-reply.ts'
import { createHomeTab } from '../listeners/events/home-tab-events.ts'
import { createSubscriptionFinder, type SubscriptionFinder } from '../listeners/find-by-name.ts'
import { createPauseResume } from '../listeners/pause-resume.ts'
import { createPermission, type Permission } from '../listeners/permission.ts'
import { createReply, type Reply } from '../listeners/reply.ts'
import { createCardSubmissions } from '../listeners/views/card-submissions.ts'
import { createSubscribeView } from '../listeners/views/subscribe-view.ts'
import { type AlertDirectory, alertDisplayName, findAlertIn } from '../mention-api/alert-directory.ts'
import type { MentionService } from '../mention-api/mention-service-client.ts'
import type { RequestBudget } from '../mention-api/request-budget.ts'
import type { ChartSupport } from '../messages/fallbacks.ts'
import type { Id } from '../model/id.ts'
import type { ProblemBoard } from '../model/problem.ts'
import type { Subscription } from '../model/subscription.ts'
import type { PollScheduler } from '../polling/poll-scheduler.ts'
import type { SubscriptionRegistry } from '../polling/subscription-registry.ts'
import { type Decide, holdsUntil } from '../rules/rules.ts'
import type { createSlack } from '../slack/slack.ts'
import { describeFailure } from '../stats/failure.ts'
import {
  createExplainDecision,
  createRecomputeDecision,
  type ExplainDecision,
} from '../status/explain-decision.ts'
import { createPreviewWeek, createStatusQueries } from '../status/status-queries.ts'
import {
  createCountBacklog,
  createDescribeSubscriptions,
  type DescribeSubscriptions,
} from '../status/subscription-status.ts'
import { type AnnouncedChanges, announcedChanges } from '../store/announced-changes.ts'
import { planLimits } from '../store/collections.ts'
import type { Store } from '../store/file/open-folder.ts'
import type { Mutes } from '../store/mutes.ts'
import { slackSubscriptions } from '../store/slack-subscriptions.ts'
import { createChangeLog } from '../subscriptions/change-log.ts'
import { createMuteService } from '../subscriptions/mute-service.ts'
import { createSubscriptionService } from '../subscriptions/subscription-service.ts'
import type { Cardwork } from './polling.ts'

type ListenerParts = LookingParts & {
  slack: ReturnType<typeof createSlack>
  charts: ChartSupport
  roster: SubscriptionRegistry
  mutes: Mutes
  cardwork: Cardwork
  digests: Pick<DigestScheduler, 'preview' | 'details' | 'notPosted'>
}

/** Everything that Overheard does when it is asked from Slack, apart from statistics. */
export type FromSlack = ReturnType<typeof createFromSlack>

/** Puts the handlers together: first what several of them use, then one for each thing that can be typed or pressed. */
export function createFromSlack(parts: ListenerParts, { now, setTimer }: Runtime, log: Log) {
  const shared = sharedByHandlers(parts, now, log)
  const { told, queries, explain, reply, may, changes, muting, subscribeView, pauseResume } = shared
  const { configuration, roster: registry, slack, digests, cardwork } = parts
  const { views, users } = slack
  const { docs } = configuration
  const act = createApplyCardAction({ ...cardwork, now, nameOf: users.nameOf })
  return {
    mentions: createMentionsCommand({ ...shared, setTimer }),
    home: createHomeTab({ ...shared, views, log, ...(docs === undefined ? {} : { docs }) }),
    changes,
    subscribeView,
    pauseResume,
    buttons: createCardButtons({ applyAction: act, views, reply, may, explain }),
    submissions: createCardSubmissions({
      mention: cardwork.mention,
      reply,
      may,
      explain,
      applyAction: act,
      muting,
    }),
    unmute: createUnmuteButton({ muting, may, reply }),
    showOne: createExampleButton({ registry, queries, reply }),
    apologise: createErrorReply({ reply, post: slack.post, reasonFor, log }),
    digestButtons: createDigestButtons({ digests, views, reply }),
    /** Forgets what is too old. */
    async prune() {
      await Promise.all([told.prune(), cardwork.records.prune(), cardwork.firstCards.prune()])
    },
  }
}

/** Why something failed, in half a sentence. */
const reasonFor = (error: unknown) => describeFileError(error) ?? describeFailure(error).reason

/** What several handlers use: answering, looking into things, changing them, and the dialogues that begin with either. */
function sharedByHandlers(parts: ListenerParts, now: () => number, log: Log) {
  const { configuration, store, alerts, slack, charts, roster: registry, mutes } = parts
  const { post, users, views, channels, respond, postEphemeral } = slack
  const { admins, timezone } = configuration
  const reply = createReply({ respond, postEphemeral, charts, log })
  const may = createPermission(admins, users.isMember)
  const told = announcedChanges(store.records, now)
  const { changes, muting, subscribing } = createChanging(parts, { reply, may, told }, now, log)
  const finder = createSubscriptionFinder(registry, channels)
  const { previewWeek, describe, queries, cameSince, explain } = createLooking(parts, finder, now)
  const subscribeView = createSubscribeView({
    alerts,
    registry,
    views,
    previewWeek,
    subscriptions: subscribing,
    may,
    reply,
    timezone,
  })
  const pauseResume = createPauseResume({
    subscriptions: subscribing,
    registry,
    alerts,
    cameSince,
    post,
    may,
    reply,
  })
  return {
    reply,
    may,
    told,
    changes,
    muting,
    mutes,
    registry,
    finder,
    describe,
    queries,
    explain,
    subscribeView,
    pauseResume,
  }
}

type ChangeParts = {
  store: Pick<Store, 'records'>
  alerts: Pick<AlertDirectory, 'known'>
  slack: Pick<ReturnType<typeof createSlack>, 'post' | 'messages' | 'users'>
  roster: SubscriptionRegistry
  mutes: Mutes
}

/** How people are answered, who may do what, and what was told of changes. */
type Dealings = { reply: Reply; may: Permission; told: AnnouncedChanges }

/** What changes mutes and subscriptions, and tells their channels. */
function createChanging(
  { store, alerts, slack, roster: registry, mutes }: ChangeParts,
  { reply, may, told }: Dealings,
  now: () => number,
  log: Log,
) {
  const { post, messages, users } = slack
  const made = slackSubscriptions(store.records)
  const changes = createChangeLog({
    now,
    newId: randomUUID,
    post,
    messages,
    nameOf: users.nameOf,
    may,
    reply,
    undoLog: told,
    mutes,
    made,
    registry,
    log,
  })
  const muting = createMuteService({ now, mutes, changes })
  const alertName = (written: string) => alertDisplayName(written, alerts.known())
  const subscribing = createSubscriptionService({ now, made, registry, changes, alertName })
  return { changes, muting, subscribing }
}

/** What looking into things without changing them takes. */
type LookingParts = {
  configuration: Configuration
  service: MentionService
  budget: RequestBudget
  store: Store
  alerts: AlertDirectory
  slack: Pick<ReturnType<typeof createSlack>, 'channels' | 'messages'>
  troubles: ProblemBoard
  watching: PollScheduler
  /** Makes the rules ready for a subscription. */
  decide: (subscription: Subscription) => Decide
  cardwork: Pick<Cardwork, 'mention'>
  digests: Pick<DigestScheduler, 'preview'>
}

/** Counting what waits is given up after this, in ms: a service in trouble must not hold up the answer that says so. */
const longestCount = 5000

/** The newest mentions in which an address or a sample is looked for: one page of the service. */
const newestPage = 300

/** Previews, states, samples and reasons. */
function createLooking(parts: LookingParts, places: SubscriptionFinder, now: () => number) {
  const { configuration, service, store, alerts, decide, watching, digests } = parts
  const { newest, since, cameSince } = readingOf(service)
  const previewWeek = createPreviewWeek({ now, alerts, since, decideFor: decide, pause: setImmediate })
  const describe = createDescribing(parts, now)
  const backlog = createCountBacklog({
    now,
    alerts,
    checkpoint: store.checkpoints.load,
    above: (alert, id) =>
      service.mentionsSince(alert, id, { priority: 'command', signal: AbortSignal.timeout(longestCount) }),
    decideFor: decide,
  })
  const lookInto = createStatusQueries({
    now,
    alerts,
    newest,
    decideFor: decide,
    previewWeek,
    describe,
    requests: parts.budget.left,
    planLimitReached: planLimits(store.records).told,
    lag: watching.lag,
    polledAt: watching.caughtUpAt,
    backlog,
    digests: { names: configuration.digests.map(({ name }) => name), preview: digests.preview },
  })
  const why = createReasons(parts, places, newest, now)
  return { previewWeek, describe, queries: lookInto, cameSince, explain: why }
}

/** How mentions are read for somebody who waits. Dates are UTC, ms. All of it rejects as the mention service does. */
function readingOf(service: MentionService) {
  const newest = async (alert: Id) =>
    (await service.newest(alert, newestPage, { priority: 'command' })).mentions
  /** The mentions of an alert since a date, page by page. */
  const since = (alert: Id, date: number) =>
    service.mentions(alert, { dateFrom: date }, { priority: 'command' })
  /** How many came since a date, as far as one page tells. */
  const cameSince = async (alert: Id, date: number) => {
    for await (const { mentions, last } of since(alert, date))
      return last ? mentions.length : { atLeast: mentions.length }
    return undefined
  }
  return { newest, since, cameSince }
}

/** Why a mention was posted, or was not: from the log of verdicts, or decided again. */
function createReasons(
  { store, slack, alerts, decide, cardwork }: LookingParts,
  places: SubscriptionFinder,
  newest: ReturnType<typeof readingOf>['newest'],
  now: () => number,
): ExplainDecision {
  const { load: checkpoint } = store.checkpoints
  const { mention } = cardwork
  return createExplainDecision({
    entries: store.decisions.entries,
    subscriptionsOf: async (channel) =>
      (await places.inChannel(channel)).map(({ subscription }) => subscription),
    recompute: createRecomputeDecision({ now, alerts, mention, newest, decideFor: decide, checkpoint }),
    checkpoint,
    messages: slack.messages,
  })
}

type DescribeParts = {
  store: Pick<Store, 'decisions'>
  slack: Pick<ReturnType<typeof createSlack>, 'channels'>
  troubles: ProblemBoard
  watching: PollScheduler
  alerts: Pick<AlertDirectory, 'known'>
}

/** What is told of subscriptions, from where it is known. */
function createDescribing(
  { store, slack, troubles: problems, watching, alerts }: DescribeParts,
  now: () => number,
): DescribeSubscriptions {
  return createDescribeSubscriptions({
    async problemOf(subscription) {
      const found = await slack.channels.find(subscription.channel)
      const channel = found.kind === 'found' ? found.id : undefined
      const alert = findAlertIn(subscription.alert, alerts.known())?.id
      return problemOfSubscription(subscription, { alert, channel }, problems.standing())
    },
    currentLags: watching.behind,
    holdsUntil: ({ subscription }) => holdsUntil(subscription, now()),
    lastMention: () => lastMentions(store, now()),
    channelName: (written) => channelName(slack, written),
    alertName: (written) => alertDisplayName(written, alerts.known()),
  })
}

/** The newest entry of each subscription in the verdict log of the last day; what waits is noted again at each start, and does not count. */
async function lastMentions(
  { decisions }: DescribeParts['store'],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const last = new Map<string, number>()
  for await (const { subscription, at, outcome } of decisions.entries(now - 86_400_000))
    if (outcome !== 'waiting') last.set(subscription, at)
  return last
}

async function channelName({ channels }: DescribeParts['slack'], written: string): Promise<string> {
  const list = await channels.list().catch(() => [])
  const found = list.find(({ id }) => id === written)
  return found === undefined ? written : `#${found.name}`
}
