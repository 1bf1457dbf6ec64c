import type { AlertBook } from './alerts.ts'
import { decideFor } from './decide/decide.ts'
import { createLags, type Lag } from './lags.ts'
import type { Alert } from './model/alert.ts'
import type { Subscription } from './model/subscription.ts'
import { createDueList } from './schedule/due-list.ts'
import type { Engine } from './schedule/engine.ts'
import type { TurnDeps } from './turn/ports.ts'
import type { Due } from './turn/ready.ts'
import { type Part, turn as runThroughAlert } from './turn.ts'
import { alertKey, notFound, serviceKey, troubleOf } from './watching-troubles.ts'

/** The subscriptions at work. */
export type Watching = {
  /** Takes a subscription up, or anew where it has changed, and looks at once: what came meanwhile is not left to the next tick. */
  put(subscription: Subscription): Promise<void>
  remove(name: string): void
  /** How long the longest waiting alert has been due, in ms. */
  lag(): number
  /** The subscriptions that are behind, furthest first. */
  behind(): Lag[]
  /** Begins no other turn; resolves when the running ones have ended. */
  stop(): Promise<void>
}

type WatchingDeps = {
  turnDeps: TurnDeps
  alerts: AlertBook
  engine: Engine
  /** Runs something in so many ms; returns how to call that off. */
  setTimer: (run: () => void, ms: number) => () => void
  /** One round for one alert; here, so that it can be measured. */
  turn?: typeof runThroughAlert
}

/** A wish to come back sooner than in so many ms is not granted: a subscription that is stuck must not spin. */
const soonest = 100

/** Runs the turns of subscriptions on their schedules: one entry of the engine a distinct schedule, one turn at a time an alert. */
export function createWatching({
  turnDeps,
  alerts,
  engine,
  setTimer,
  turn = runThroughAlert,
}: WatchingDeps): Watching {
  const entries = new Map<string, Due>()
  const known = new Map<string, Alert>()
  const timers = new Map<string, () => void>()
  const schedules = new Set<string>()
  const lags = createLags(turnDeps.now)
  const dueList = createDueList(turnDeps.now, runTurn)

  async function runTurn(alertId: string, names: string[]): Promise<void> {
    const alert = known.get(alertId)
    const due = names.flatMap((name) => entries.get(name) ?? [])
    if (alert === undefined || due.length === 0) return
    for (const part of await turn(turnDeps, alert, due)) conclude(alert, part)
  }

  function conclude({ id }: Alert, { subscription, error, left, again }: Part): void {
    if (error === undefined) turnDeps.troubles.clear(alertKey(id))
    else report(alertKey(id), subscription, error)
    if (error === undefined && left === undefined) lags.caughtUp(subscription)
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
    timers.get(name)?.()
    const wait = Math.max(soonest, at - turnDeps.now())
    timers.set(
      name,
      setTimer(() => dueList.due(alertId, [name]), wait),
    )
  }

  async function look({ subscription }: Due): Promise<void> {
    lags.due(subscription.name)
    const alert = await findAlert(subscription)
    if (alert !== undefined) dueList.due(alert.id, [subscription.name])
  }

  async function findAlert(subscription: Subscription): Promise<Alert | undefined> {
    const { name, alert: written } = subscription
    try {
      const found = await alerts.find(written)
      turnDeps.troubles.clear(serviceKey)
      if (found.kind !== 'found') {
        turnDeps.troubles.raise(alertKey(written), notFound(subscription, found))
        return undefined
      }
      turnDeps.troubles.clear(alertKey(written))
      known.set(found.alert.id, found.alert)
      return found.alert
    } catch (error) {
      report(serviceKey, name, error)
      return undefined
    }
  }

  function ensureSchedule({ schedule, timezone }: Subscription): void {
    const key = `${schedule} ${timezone}`
    if (schedules.has(key)) return
    schedules.add(key)
    const isOn = ({ subscription }: Due) =>
      subscription.schedule === schedule && subscription.timezone === timezone
    engine.every(`polls ${key}`, schedule, timezone, async () => {
      await Promise.all([...entries.values()].filter(isOn).map(look))
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
      ensureSchedule(subscription)
      await look(entry)
    },
    remove(name) {
      entries.delete(name)
      timers.get(name)?.()
      lags.forget(name)
    },
    lag: () => dueList.lag(),
    behind: lags.behind,
    async stop() {
      for (const cancel of timers.values()) cancel()
      await dueList.stop()
    },
  }
}
