import type { AlertBook } from './alerts.ts'
import type { Decide } from './decide/decide.ts'
import type { Subscription } from './model/subscription.ts'
import type { SetTimer } from './model/timer.ts'
import { createDueLater } from './schedule/due-later.ts'
import type { DueList, Knows, RunDue, When } from './schedule/due-list.ts'
import type { Ticks } from './schedule/engine.ts'
import type { Due } from './turn/ready.ts'
import { turn as runThroughAlert } from './turn.ts'
import { type AlertTurnDeps, alertTurn } from './watching/alert-turn.ts'
import { type Lag, lagsOf } from './watching/lag.ts'
import { createRetries } from './watching/retries.ts'
import { createSchedules } from './watching/schedules.ts'
import { createSubscriptionAlerts } from './watching/subscription-alerts.ts'
import { createTurnEnds } from './watching/turn-ends.ts'
import { serviceKey } from './watching/watching-troubles.ts'

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

type WatchingDeps = Pick<AlertTurnDeps, 'turnDeps' | 'takeTurn'> & {
  alerts: Pick<AlertBook, 'find' | 'all'>
  /** Makes the rules ready for a subscription. */
  decideFor: (subscription: Subscription) => Decide
  ticks: Ticks
  createDueList: (run: RunDue, knows: Knows) => DueList
  setTimer: SetTimer
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
  setTimer,
  turn = runThroughAlert,
}: WatchingDeps): Watching {
  const entries = new Map<string, Due>()
  const watched = (name: string) => entries.get(name)
  const dueList = createDueList(runTurn, (_alert, name) => entries.has(name))
  const retries = createRetries()
  const turnEnds = createTurnEnds({ ...turnDeps, retries, comeBack })
  const alertsOf = createSubscriptionAlerts({
    alerts,
    troubles: turnDeps.troubles,
    failed: (name, error) => turnEnds.failed(serviceKey, name, error),
    moved: dueList.moved,
  })
  /** Whose alert could not be looked up, so that nothing is due under it. */
  const lookLater = createDueLater(setTimer, (_written, name) => {
    const entry = entries.get(name)
    if (entry !== undefined) void look([entry])
  })
  const ensureSchedule = createSchedules(ticks, (isOn, slot) =>
    look(
      [...entries.values()].filter(({ subscription }) => isOn(subscription)),
      { slot },
    ),
  )

  async function runTurn(alertId: string, names: string[]): Promise<string[]> {
    const parts = await alertTurn({ turnDeps, takeTurn, turn, alertsOf, watched }, alertId, names)
    return turnEnds.conclude(alertId, parts)
  }

  /** The schedule may be an hour away: what only waits for a doubt or a pause to end is taken up when that ends. */
  function comeBack(alertId: string, name: string, at: number): void {
    if (alertsOf.wasOf(name, alertId))
      dueList.due(alertId, [name], { at: Math.max(turnDeps.now() + soonest, at) })
  }

  /** Those of one alert become due together, so that they read together. */
  async function look(entriesDue: Due[], when?: When): Promise<void> {
    const members = new Map<string, string[]>()
    await Promise.all(
      entriesDue.map(async ({ subscription }) => {
        const { name } = subscription
        const { alert, error } = await alertsOf.find(subscription)
        if (alert === undefined) return missed(subscription, error)
        lookLater.cancel(name)
        members.set(alert.id, [...(members.get(alert.id) ?? []), name])
      }),
    )
    for (const [alert, names] of members) dueList.due(alert, names, when)
  }

  function missed({ name, alert: written }: Subscription, error: unknown): void {
    dueList.missed(name)
    lookLater.add(written, name, retries.after(name, error))
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
      lookLater.cancel(name)
      retries.over(name)
      turnDeps.troubles.forget(name)
    },
    lag: () => dueList.lag(),
    behind: async () => lagsOf(await dueList.howFar(), (name) => entries.has(name)),
    async caughtUpAt(name) {
      return (await dueList.howFar()).find(({ member }) => member === name)?.caughtUpAt
    },
    stop() {
      lookLater.stop()
      return dueList.stop()
    },
  }
}
