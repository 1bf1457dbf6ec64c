import type { AlertDirectory } from '../alerts.ts'
import { decideFor } from '../decide/decide.ts'
import type { RequestBudget } from '../mentions/budget.ts'
import type { MentionService } from '../mentions/service.ts'
import type { Subscription } from '../model/subscription.ts'
import { createSubscriptionRegistry } from '../roster.ts'
import { intervalOf } from '../schedule/cadence.ts'
import type { Configuration } from '../settings/configuration.ts'
import { startedSubscriptions } from '../store/begun-subscriptions.ts'
import { slackSubscriptions } from '../store/made-subscriptions.ts'
import { createMutes } from '../store/mutes.ts'
import type { Store } from '../store/open-store.ts'
import { planLimits } from '../store/plan-limits.ts'
import type { ProblemBoard } from '../troubles.ts'
import { createConfirmedPosts } from '../turn/answered.ts'
import type { PollDeps, VolumeStore } from '../turn/ports.ts'
import type { pollAlert } from '../turn.ts'
import { createPollScheduler } from '../watching.ts'
import { type Cardwork, createCardwork } from './cardwork.ts'
import type { Schedule } from './ground.ts'
import type { Log } from './log.ts'
import type { Runtime } from './runtime.ts'
import type { createSlack } from './slack.ts'
import { createVolumeStore } from './weather.ts'

type PollingParts = Pick<Schedule, 'ticks' | 'createDueList'> & {
  configuration: Configuration
  service: MentionService
  budget: RequestBudget
  store: Store
  alerts: AlertDirectory
  slack: ReturnType<typeof createSlack>
  troubles: ProblemBoard
  /** One round for one alert, measured. */
  turn: typeof pollAlert
}

/** Everything behind the turns. The roster and what it sets to work know each other: whichever is made first asks the other later. */
export function createPolling(parts: PollingParts, runtime: Runtime, log: Log) {
  const { configuration, store, alerts, ticks, createDueList } = parts
  const { now } = runtime
  const mutes = createMutes(store.records, now)
  const decide = (subscription: Subscription) => decideFor(subscription, { mutes: mutes.of })
  const subscription = (name: string) => registry.find(name)?.subscription
  const cardwork = createCardwork({ ...parts, now, subscription })
  const volume = createVolumeStore({ ...parts, now, behind: () => watching.behind() })
  const watching = createPollScheduler({
    turnDeps: turnDepsOf(parts, { originalCards: cardwork.firstCards, volume }, runtime, log),
    takeTurn: store.takeOver,
    alerts,
    decideFor: decide,
    ticks,
    createDueList,
    setTimer: runtime.setTimer,
    turn: parts.turn,
  })
  const registry = createSubscriptionRegistry(
    configuration.subscriptions,
    slackSubscriptions(store.records),
    watching,
  )
  return { mutes, decide, cardwork, watching, roster: registry }
}

/** What a turn needs, apart from the bookmarks, which it gets when it begins. */
function turnDepsOf(
  { configuration, service, store, slack, troubles: problems }: PollingParts,
  books: { originalCards: Cardwork['firstCards']; volume: VolumeStore },
  { now, nap, stopping }: Runtime,
  log: Log,
): Omit<PollDeps, 'checkpoints'> {
  return {
    now,
    sleep: nap,
    stopping,
    service,
    ...slack,
    ...books,
    record: store.decisions.record,
    planLimits: planLimits(store.records),
    begun: startedSubscriptions(
      store.records,
      configuration.subscriptions.map(({ name }) => name),
    ),
    problems,
    confirmedPosts: createConfirmedPosts(),
    doubtMs: configuration.doubtSeconds * 1000,
    pollRhythm: ({ schedule, timezone }) => intervalOf(schedule, timezone, now()),
    log,
  }
}
