import type { AlertBook } from '../alerts.ts'
import { decideFor } from '../decide/decide.ts'
import type { Budget } from '../mentions/budget.ts'
import type { MentionService } from '../mentions/service.ts'
import type { Subscription } from '../model/subscription.ts'
import { createRoster } from '../roster.ts'
import { rhythmOf } from '../schedule/cadence.ts'
import type { Configuration } from '../settings/configuration.ts'
import { begunSubscriptions } from '../store/begun-subscriptions.ts'
import { madeSubscriptions } from '../store/made-subscriptions.ts'
import { createMutes } from '../store/mutes.ts'
import type { Store } from '../store/open-store.ts'
import { planLimits } from '../store/plan-limits.ts'
import type { TroubleBoard } from '../troubles.ts'
import { createAnswers } from '../turn/answered.ts'
import type { TurnDeps, WeatherBook } from '../turn/ports.ts'
import type { turn } from '../turn.ts'
import { createWatching } from '../watching.ts'
import { type Cardwork, createCardwork } from './cardwork.ts'
import type { Schedule } from './ground.ts'
import type { Log } from './log.ts'
import type { Runtime } from './runtime.ts'
import type { createSlack } from './slack.ts'
import { createWeather } from './weather.ts'

type Parts = Pick<Schedule, 'ticks' | 'createDueList'> & {
  configuration: Configuration
  service: MentionService
  budget: Budget
  store: Store
  alerts: AlertBook
  slack: ReturnType<typeof createSlack>
  troubles: TroubleBoard
  /** One round for one alert, measured. */
  turn: typeof turn
}

/** Everything behind the turns. The roster and what it sets to work know each other: whichever is made first asks the other later. */
export function createTurns(parts: Parts, runtime: Runtime, log: Log) {
  const { configuration, store, alerts, ticks, createDueList } = parts
  const { now } = runtime
  const mutes = createMutes(store.records, now)
  const decide = (subscription: Subscription) => decideFor(subscription, { mutes: mutes.of })
  const subscription = (name: string) => roster.find(name)?.subscription
  const cardwork = createCardwork({ ...parts, now, subscription })
  const weather = createWeather({ ...parts, now, behind: () => watching.behind() })
  const watching = createWatching({
    turnDeps: turnDepsOf(parts, { firstCards: cardwork.firstCards, weather }, runtime, log),
    takeTurn: store.takeTurn,
    alerts,
    decideFor: decide,
    ticks,
    createDueList,
    setTimer: runtime.setTimer,
    turn: parts.turn,
  })
  const roster = createRoster(configuration.subscriptions, madeSubscriptions(store.records), watching)
  return { mutes, decide, cardwork, watching, roster }
}

/** What a turn needs, apart from the bookmarks, which it gets when it begins. */
function turnDepsOf(
  { configuration, service, store, slack, troubles }: Parts,
  books: { firstCards: Cardwork['firstCards']; weather: WeatherBook },
  { now, nap, stopping }: Runtime,
  log: Log,
): Omit<TurnDeps, 'bookmarks'> {
  return {
    now,
    sleep: nap,
    stopping,
    service,
    ...slack,
    ...books,
    record: store.verdicts.record,
    planLimits: planLimits(store.records),
    begun: begunSubscriptions(
      store.records,
      configuration.subscriptions.map(({ name }) => name),
    ),
    troubles,
    answers: createAnswers(),
    doubtMs: configuration.doubtSeconds * 1000,
    looks: ({ schedule, timezone }) => rhythmOf(schedule, timezone, now()),
    log,
  }
}
