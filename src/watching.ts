import type { AlertBook } from './alerts.ts'
import type { Decide } from './decide/decide.ts'
import { MentionServiceError } from './mentions/error.ts'
import type { Alert } from './model/alert.ts'
import type { Subscription } from './model/subscription.ts'
import type { DueList, Knows, RunDue } from './schedule/due-list.ts'
import type { Ticks } from './schedule/engine.ts'
import type { Bookmarks, TurnDeps } from './turn/ports.ts'
import type { Due } from './turn/ready.ts'
import { TakenOverError } from './turn/watch.ts'
import { type Part, turn as runThroughAlert } from './turn.ts'
import { createSubscriptionAlerts } from './watching/subscription-alerts.ts'
import { alertKey, serviceKey, stateKey, troubleOf } from './watching/watching-troubles.ts'

/** How far a subscription is behind: how long ago it became due without having read to the end since, in ms. */
export type Lag = { subscription: string; ms: number }

/** The subscriptions at work. In a cluster its lags are those of all processes together; none of it rejects. */
export type Watching = {
  /** Takes a subscription up, or anew where it has changed, and looks at once: what came meanwhile is not left to the next tick. */
  put(subscription: Subscription): Promise<void>
  remove(name: string): void
  /** How long the longest waiting alert has been due, in ms. */
  lag(): number
  /** The subscriptions that are behind, furthest first: what is due and waits, runs, or could not go on. */
  behind(): Promise<Lag[]>
  /** When a subscription had read to the end last: UTC, ms; undefined where that is not known. */
  caughtUpAt(subscription: string): Promise<number | undefined>
  /** Begins no other turn; resolves when the running ones have ended. */
  stop(): Promise<void>
}

type WatchingDeps = {
  turnDeps: Omit<TurnDeps, 'bookmarks'>
  /** Takes over the turn of an alert: the bookmarks it resolves with are written only as long as nobody else has taken it over. */
  takeTurn: (alert: string) => Promise<Bookmarks>
  alerts: Pick<AlertBook, 'find' | 'all'>
  /** Makes the rules ready for a subscription. */
  decideFor: (subscription: Subscription) => Decide
  ticks: Ticks
  createDueList: (run: RunDue, knows: Knows) => DueList
  /** One round for one alert; here, so that it can be measured. */
  turn?: typeof runThroughAlert
}

/** A wish to come back sooner than in so many ms is not granted: a subscription that is stuck must not spin. */
const soonest = 100

/** Runs the turns of subscriptions on their schedules: one entry of the engine a distinct schedule, one turn at a time an alert. */
export function createWatching({
  turnDeps,
  takeTurn,
  alerts,
  decideFor,
  ticks,
  createDueList,
  turn = runThroughAlert,
}: WatchingDeps): Watching {
  const entries = new Map<string, Due>()
  const schedules = new Set<string>()
  const dueList = createDueList(runTurn, (_alert, name) => entries.has(name))
  const alertsOf = createSubscriptionAlerts({
    alerts,
    troubles: turnDeps.troubles,
    failed: (name, error) => report(serviceKey, name, error),
    moved: dueList.moved,
  })

  async function runTurn(alertId: string, names: string[]): Promise<string[]> {
    const due = await stillOf(alertId, names)
    const alert = alertsOf.known(alertId)
    if (alert === undefined || due.length === 0) return []
    try {
      const bookmarks = await takeTurn(alertId)
      const parts = await turn({ ...turnDeps, bookmarks }, alert, due)
      for (const part of parts) conclude(alert, part)
      // One that left early may not have asked the service: only one that read to the end shows that it answers.
      const read = parts.filter(({ error, left }) => error === undefined && left === undefined)
      const hasFailed = parts.some(({ error }) => error instanceof MentionServiceError)
      if (read.length > 0 && !hasFailed) turnDeps.troubles.clear(alertKey(alert.id))
      return read.map(({ subscription }) => subscription)
    } catch (error) {
      for (const { subscription } of due) conclude(alert, { subscription: subscription.name, error })
      return []
    }
  }

  /** Those of the subscriptions that are of this alert: what is due may be left from before one was given another. */
  async function stillOf(alertId: string, names: string[]): Promise<Due[]> {
    const due = names.flatMap((name) => entries.get(name) ?? [])
    const are = await Promise.all(due.map(({ subscription }) => alertsOf.isOf(subscription, alertId)))
    return due.filter((_, index) => are[index] === true)
  }

  function conclude({ id }: Alert, { subscription, error, left, again }: Part): void {
    if (error === undefined) turnDeps.troubles.clear(stateKey(subscription))
    else if (error instanceof TakenOverError) turnDeps.log.warn({ subscription }, error.message)
    else
      report(
        error instanceof MentionServiceError ? alertKey(id) : stateKey(subscription),
        subscription,
        error,
      )
    if (left !== undefined)
      turnDeps.log.info({ subscription, left, again }, 'a subscription left its turn early')
    if (again !== undefined) comeBack(id, subscription, again)
  }

  function report(key: string, subscription: string, error: unknown): void {
    if (turnDeps.stopping.aborted) return
    turnDeps.troubles.raise(key, troubleOf(subscription, error))
    turnDeps.log.error({ subscription, err: error }, 'a turn failed')
  }

  /** The schedule may be an hour away: what only waits for a doubt or a pause to end is taken up when that ends. */
  function comeBack(alertId: string, name: string, at: number): void {
    if (alertsOf.wasOf(name, alertId)) dueList.due(alertId, [name], Math.max(turnDeps.now() + soonest, at))
  }

  /** Those of one alert become due together, so that they read together. */
  async function look(entriesDue: Due[], slot?: number): Promise<void> {
    const members = new Map<string, string[]>()
    await Promise.all(
      entriesDue.map(async ({ subscription }) => {
        const alert = await alertsOf.find(subscription)
        if (alert === undefined) dueList.missed(subscription.name)
        else members.set(alert.id, [...(members.get(alert.id) ?? []), subscription.name])
      }),
    )
    for (const [alert, names] of members) dueList.due(alert, names, slot)
  }

  function ensureSchedule({ schedule, timezone }: Subscription): void {
    const key = `${schedule} ${timezone}`
    if (schedules.has(key)) return
    schedules.add(key)
    const isOn = ({ subscription }: Due) =>
      subscription.schedule === schedule && subscription.timezone === timezone
    ticks.every(`polls ${key}`, schedule, timezone, async (slot) => {
      await look([...entries.values()].filter(isOn), slot)
    })
  }

  return {
    async put(subscription) {
      const entry = {
        subscription,
        decide: decideFor(subscription),
        memory: { confirmed: false, behind: false },
      }
      entries.set(subscription.name, entry)
      alertsOf.forget(subscription.name)
      ensureSchedule(subscription)
      await look([entry])
    },
    remove(name) {
      entries.delete(name)
      alertsOf.forget(name)
      dueList.forget(name)
      turnDeps.troubles.forget(name)
    },
    lag: () => dueList.lag(),
    async behind() {
      const watched = (await dueList.howFar()).filter(({ member }) => entries.has(member))
      const behind = watched.flatMap(({ member, behindMs: ms }) =>
        ms === undefined ? [] : [{ subscription: member, ms }],
      )
      return behind.sort((a, b) => b.ms - a.ms)
    },
    async caughtUpAt(name) {
      return (await dueList.howFar()).find(({ member }) => member === name)?.caughtUpAt
    },
    stop: () => dueList.stop(),
  }
}
