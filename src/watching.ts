import type { AlertDirectory } from './alerts.ts'
import type { Decide } from './decide/decide.ts'
import type { Subscription } from './model/subscription.ts'
import type { SetTimer } from './model/timer.ts'
import { createDelayedJobs } from './schedule/due-later.ts'
import type { DueAt, IsKnown, PollQueue, RunDue } from './schedule/due-list.ts'
import type { Ticker } from './schedule/engine.ts'
import type { DueSubscription } from './turn/ready.ts'
import { pollAlert } from './turn.ts'
import { type RunPollDeps, runPoll } from './watching/alert-turn.ts'
import { type Lag, lagsOf } from './watching/lag.ts'
import { createRetryBackoff } from './watching/retries.ts'
import { createCronSchedules } from './watching/schedules.ts'
import { createAlertResolver } from './watching/subscription-alerts.ts'
import { createResultHandler } from './watching/turn-ends.ts'
import { serviceProblemKey } from './watching/watching-troubles.ts'

/** The subscriptions at work. In a cluster its lags are those of all processes together; none of it rejects. */
export type PollScheduler = {
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

type PollSchedulerDeps = Pick<RunPollDeps, 'turnDeps' | 'takeTurn'> & {
  alerts: Pick<AlertDirectory, 'find' | 'all'>
  /** Makes the rules ready for a subscription. */
  decideFor: (subscription: Subscription) => Decide
  ticks: Ticker
  createDueList: (run: RunDue, knows: IsKnown) => PollQueue
  setTimer: SetTimer
  /** One round for one alert; here, so that it can be measured. */
  turn?: typeof pollAlert
}

/** A wish to come back sooner than in so many ms is not granted: a subscription that is stuck must not spin. */
const soonestPollMs = 100

/** Runs the turns of subscriptions on their schedules: one entry of the engine a distinct schedule, one turn at a time an alert. */
export function createPollScheduler({
  turnDeps: pollDeps,
  takeTurn: takeOver,
  alerts,
  decideFor,
  ticks,
  createDueList,
  setTimer,
  turn = pollAlert,
}: PollSchedulerDeps): PollScheduler {
  const entries = new Map<string, DueSubscription>()
  const watched = (name: string) => entries.get(name)
  const pollQueue = createDueList(runTurn, (_alert, name) => entries.has(name))
  const retries = createRetryBackoff()
  const turnEnds = createResultHandler({ ...pollDeps, retries, comeBack })
  const alertsOf = createAlertResolver({
    alerts,
    problems: pollDeps.problems,
    failed: (name, error) => turnEnds.failed(serviceProblemKey, name, error),
    moved: pollQueue.moved,
  })
  /** Whose alert could not be looked up, so that nothing is due under it. */
  const lookLater = createDelayedJobs(setTimer, (_written, name) => {
    const entry = entries.get(name)
    if (entry !== undefined) void look([entry])
  })
  const ensureSchedule = createCronSchedules(ticks, (isOn, slot) =>
    look(
      [...entries.values()].filter(({ subscription }) => isOn(subscription)),
      { slot },
    ),
  )

  async function runTurn(alertId: string, names: string[]): Promise<string[]> {
    const parts = await runPoll(
      { turnDeps: pollDeps, takeTurn: takeOver, turn, alertsOf, watched },
      alertId,
      names,
    )
    return turnEnds.conclude(alertId, parts)
  }

  /** The schedule may be an hour away: what only waits for a doubt or a pause to end is taken up when that ends. */
  function comeBack(alertId: string, name: string, at: number): void {
    if (alertsOf.wasOf(name, alertId))
      pollQueue.due(alertId, [name], { at: Math.max(pollDeps.now() + soonestPollMs, at) })
  }

  /** Those of one alert become due together, so that they read together. */
  async function look(entriesDue: DueSubscription[], when?: DueAt): Promise<void> {
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
    for (const [alert, names] of members) pollQueue.due(alert, names, when)
  }

  function missed({ name, alert: written }: Subscription, error: unknown): void {
    pollQueue.missed(name)
    lookLater.add(written, name, retries.after(name, error))
  }

  return {
    async put(subscription) {
      const entry = {
        subscription,
        decide: decideFor(subscription),
        state: { confirmed: false, behind: false },
      }
      entries.set(subscription.name, entry)
      alertsOf.forget(subscription.name)
      ensureSchedule(subscription)
      await look([entry])
    },
    remove(name) {
      entries.delete(name)
      alertsOf.forget(name)
      pollQueue.forget(name)
      lookLater.cancel(name)
      retries.over(name)
      pollDeps.problems.forget(name)
    },
    lag: () => pollQueue.lag(),
    behind: async () => lagsOf(await pollQueue.howFar(), (name) => entries.has(name)),
    async caughtUpAt(name) {
      return (await pollQueue.howFar()).find(({ member }) => member === name)?.caughtUpAt
    },
    stop() {
      lookLater.stop()
      return pollQueue.stop()
    },
  }
}
