import type { SetTimer } from '../async/clock.ts'
import type { AlertDirectory } from '../mention-api/alert-directory.ts'
import type { DueAt, Progress } from '../model/due.ts'
import type { Id } from '../model/id.ts'
import type { Subscription } from '../model/subscription.ts'
import type { Decide } from '../rules/rules.ts'
import type { Ticker } from '../scheduler/cron-ticker.ts'
import { createDelayedJobs, type IsKnown, type PollQueue, type RunDue } from '../scheduler/poll-queue.ts'
import { type AlertResolver, createAlertResolver } from './alert-resolver.ts'
import { keepStates, pollAlert, type RunResult } from './poll.ts'
import { serviceProblemKey } from './poll-problems.ts'
import { createResultHandler, createRetryBackoff } from './poll-results.ts'
import type { Checkpoints, PollDeps } from './ports.ts'
import type { DueSubscription } from './prepare-run.ts'
import { newRunState } from './subscription-run.ts'

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
        state: newRunState,
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

/** What the turn of an alert takes. */
export type RunPollDeps = {
  turnDeps: Omit<PollDeps, 'checkpoints'>
  /** Takes over the turn of an alert: the bookmarks it resolves with are written only as long as nobody else has taken it over. */
  takeTurn: (alert: Id) => Promise<Checkpoints>
  turn: typeof pollAlert
  /** The subscription of that name, where it is watched. */
  watched: (name: string) => DueSubscription | undefined
  alertsOf: Pick<AlertResolver, 'known' | 'isOf'>
}

/**
 * One turn of an alert for those of its subscriptions that are due, by name. Does not reject: a turn that cannot begin, or fails as a
 * whole, has failed for each.
 */
export async function runPoll(
  { turnDeps: pollDeps, takeTurn: takeOver, turn, watched, alertsOf }: RunPollDeps,
  id: Id,
  names: string[],
): Promise<RunResult[]> {
  const due = await stillOf(
    alertsOf,
    id,
    names.flatMap((name) => watched(name) ?? []),
  )
  const alert = alertsOf.known(id)
  if (alert === undefined || due.length === 0) return []
  try {
    const checkpoints = await takeOver(alert.id)
    const results = await turn({ ...pollDeps, checkpoints }, alert, due)
    keepStates(due, results)
    return results
  } catch (error) {
    return due.map(({ subscription }) => ({ subscription: subscription.name, error }))
  }
}

/** Those that are of this alert: what is due may be left from before one was given another. */
async function stillOf(
  { isOf }: RunPollDeps['alertsOf'],
  id: Id,
  due: DueSubscription[],
): Promise<DueSubscription[]> {
  const are = await Promise.all(due.map(({ subscription }) => isOf(subscription, id)))
  return due.filter((_, index) => are[index] === true)
}

/** How far a subscription is behind: how long ago it became due without having read to the end since, in ms. */
export type Lag = { subscription: string; ms: number }

/** The watched subscriptions that are behind, furthest first. */
export function lagsOf(members: Progress[], isWatched: (subscription: string) => boolean): Lag[] {
  return members
    .filter(({ member }) => isWatched(member))
    .flatMap(({ member, behindMs: ms }) => (ms === undefined ? [] : [{ subscription: member, ms }]))
    .sort((a, b) => b.ms - a.ms)
}

type Scheduled = Pick<Subscription, 'schedule' | 'timezone'>

/** Is told that a schedule has fired for a time (UTC, ms), and who is on it. */
type Fired = (isOn: (one: Scheduled) => boolean, slot: number) => Promise<void>

/** Makes what lets the schedules of subscriptions tick: one entry of the engine each, however many subscriptions are on it. */
export function createCronSchedules(ticks: Pick<Ticker, 'every'>, fired: Fired): (one: Scheduled) => void {
  const known = new Set<string>()
  return ({ schedule, timezone }) => {
    const key = `${schedule} ${timezone}`
    if (known.has(key)) return
    known.add(key)
    const isOn = (one: Scheduled) => one.schedule === schedule && one.timezone === timezone
    ticks.every(`polls ${key}`, schedule, timezone, (slot) => fired(isOn, slot))
  }
}
