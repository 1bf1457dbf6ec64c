import type { SetTimer } from '@overheard/base/clock'
import type { Ms, Time } from '@overheard/base/time'
import type { AlertDirectory } from '@overheard/mention-client/alert-directory'
import type { Id } from '@overheard/mention-client/id'
import type { CheckpointStore } from '../../model/checkpoint.ts'
import { automatic, type Subscription } from '../../model/subscription.ts'
import type { Every } from '../../scheduler/cron-ticker.ts'
import type { Leadership, Takeover } from '../../scheduler/leadership.ts'
import type { Lag, PollDeps, Sight } from '../ports.ts'
import type { Decide } from '../rules/rules.ts'
import { pollAlert } from '../run/poll.ts'
import type { DueSubscription } from '../run/prepare-run.ts'
import { hasFinished, keepStates, type RunResult } from '../run/result.ts'
import { newRunState, type RunState } from '../subscription-run.ts'
import { type AlertResolver, createAlertResolver } from './alert-resolver.ts'
import type { AutoPolls } from './auto-polls.ts'
import { serviceProblemKey } from './poll-problems.ts'
import { createDelayedJobs, type PollQueue, type Progress, type RunDue } from './poll-queue.ts'
import { createResultHandler, createRetryBackoff } from './poll-results.ts'

/** Polls the subscriptions while this process leads. No function rejects. */
export type PollScheduler = {
  /** Adds or replaces a subscription. It is due at once. */
  put(subscription: Subscription): Promise<void>
  remove(name: string): void
  /** Returns how long the due alert that waits longest has waited, in ms. */
  lag(): number
  /** Returns the progress of the subscriptions that this process polls. */
  progress(): Progress[]
}

type PollSchedulerDeps = Pick<RunPollDeps, 'pollDeps' | 'checkpoints'> & {
  alerts: Pick<AlertDirectory, 'find' | 'all'>
  decideFor: (subscription: Subscription) => Decide
  every: Every
  createQueue: (run: RunDue) => PollQueue
  leadership: Pick<Leadership, 'leads' | 'attach'>
  setTimer: SetTimer
  /** Plans the polls of subscriptions with `schedule: auto`. Without it, only cron expressions are polled, as the benchmarks do. */
  auto?: AutoPolls
  /** Polls one alert. A benchmark passes a function of its own to measure the scheduler. */
  poll?: typeof pollAlert
}

/** No retry comes sooner than this, in ms, because a subscription with a lasting problem must not poll in a loop. */
const minRetryMs = 100

/** The scheduler never runs two polls of one alert at the same time. */
export function createPollScheduler({
  pollDeps,
  checkpoints,
  alerts,
  decideFor,
  every,
  createQueue,
  leadership,
  setTimer,
  auto,
  poll = pollAlert,
}: PollSchedulerDeps): PollScheduler {
  const entries = new Map<string, DueSubscription>()
  const findDue = (name: string) => entries.get(name)
  let isWorking = false
  const pollQueue = createQueue(pollDue)
  const retries = createRetryBackoff()
  const results = createResultHandler({ ...pollDeps, retries, pollAgainAt })
  const alertsOf = createAlertResolver({
    alerts,
    problems: pollDeps.problems,
    onLookupFailed: (name, error) => results.failed(serviceProblemKey, name, error),
    onAlertChanged: pollQueue.moved,
  })
  const lookupRetries = createDelayedJobs(setTimer, (_written, name) => {
    const entry = entries.get(name)
    if (entry !== undefined) void makeDue([entry])
  })
  leadership.attach({
    begin(takeover) {
      isWorking = true
      pollQueue.open()
      for (const entry of entries.values()) entry.state = stateAfter(takeover, entry.state, pollDeps.steady())
      void makeDue([...entries.values()])
    },
    resume: pollQueue.open,
    end() {
      isWorking = false
      lookupRetries.stop()
      for (const name of entries.keys()) auto?.remove(name)
      return pollQueue.close()
    },
  })
  const ensureSchedule = createCronSchedules(every, (isOn) =>
    makeDue([...entries.values()].filter(({ subscription }) => isOn(subscription))),
  )
  let isPlanning = false

  /** Without an automatic subscription, the process can rest. */
  function ensurePlans(): void {
    if (auto === undefined || isPlanning) return
    isPlanning = true
    every(everySecond, 'UTC', () => pollPlanned(auto))
  }

  async function pollPlanned({ due }: AutoPolls): Promise<void> {
    if (!leadership.leads()) return
    const planned: DueSubscription[] = []
    for (const { subscriptions } of await due())
      for (const name of subscriptions) {
        const entry = entries.get(name)
        if (entry !== undefined) planned.push(entry)
      }
    await makeDue(planned)
  }

  /** Returns the subscriptions that caught up. */
  async function pollDue(alertId: Id, names: string[]): Promise<string[]> {
    const deps = { pollDeps, checkpoints, poll, alertsOf, findDue }
    const begun = auto?.begin(alertId, names)
    if (begun === undefined) return results.conclude(alertId, await runPoll(deps, alertId, names))
    const end = { requests: 0, hasFailed: true, inSpike: false }
    const seen = (sight: Sight) => {
      if (sight.kind === 'page') end.requests += 1
      pollDeps.seen(sight)
    }
    const served = [...new Set([...names, ...begun.subscriptions])]
    const ended = await runPoll({ ...deps, pollDeps: { ...pollDeps, seen } }, alertId, served)
    for (const one of ended) {
      if (!begun.subscriptions.includes(one.subscription)) continue
      if (hasFinished(one)) end.hasFailed = false
      if (one.state?.inSpike === true) end.inSpike = true
    }
    await begun.end(end)
    return results.conclude(alertId, ended)
  }

  function pollAgainAt(alertId: Id, name: string, at: Time): void {
    if (alertsOf.alertOf(name) === alertId)
      pollQueue.markDue(alertId, [name], Math.max(pollDeps.now() + minRetryMs, at))
  }

  /** The subscriptions of one alert become due together, so that one poll reads the mentions for all of them. */
  async function makeDue(entriesDue: DueSubscription[]): Promise<void> {
    if (!isWorking) return
    const members = new Map<string, Set<string>>()
    await Promise.all(
      entriesDue.map(async ({ subscription }) => {
        const { name } = subscription
        const { alert, error } = await alertsOf.find(subscription)
        if (alert === undefined) return recordMissed(subscription, error)
        lookupRetries.cancel(name)
        // The lookup took its time.
        if (!isWorking) return
        if (subscription.schedule === automatic) auto?.put(name, alert.id)
        members.set(alert.id, (members.get(alert.id) ?? new Set()).add(name))
      }),
    )
    for (const [alert, names] of members) pollQueue.markDue(alert, names)
  }

  function recordMissed({ name, alert: written }: Subscription, error: unknown): void {
    if (!isWorking) return
    auto?.remove(name)
    pollQueue.missed(name)
    lookupRetries.add(written, name, retries.delayAfterFailure(name, error))
  }

  return {
    async put(subscription) {
      const entry = { subscription, decide: decideFor(subscription), state: newRunState }
      entries.set(subscription.name, entry)
      alertsOf.forget(subscription.name)
      auto?.remove(subscription.name)
      if (subscription.schedule === automatic) ensurePlans()
      else ensureSchedule(subscription)
      await makeDue([entry])
    },
    remove(name) {
      entries.delete(name)
      auto?.remove(name)
      alertsOf.forget(name)
      pollQueue.forget(name)
      lookupRetries.cancel(name)
      retries.reset(name)
      pollDeps.problems.forget(name)
    },
    lag: pollQueue.lag,
    progress: pollQueue.progress,
  }
}

export type RunPollDeps = {
  pollDeps: Omit<PollDeps, 'checkpoints'>
  /** Opens the checkpoints for the leader. They can be written until another process leads. Throws FencedError if this process does not lead. */
  checkpoints: () => CheckpointStore
  poll: typeof pollAlert
  findDue: (name: string) => DueSubscription | undefined
  alertsOf: Pick<AlertResolver, 'knownAlert' | 'hasAlert'>
}

/** Polls an alert for its due subscriptions. Never rejects: if the whole poll fails, each subscription gets the error. */
export async function runPoll(
  { pollDeps, checkpoints: open, poll, findDue, alertsOf }: RunPollDeps,
  id: Id,
  names: string[],
): Promise<RunResult[]> {
  const due: DueSubscription[] = []
  for (const name of names) {
    const entry = findDue(name)
    if (entry !== undefined && (await alertsOf.hasAlert(entry.subscription, id))) due.push(entry)
  }
  const alert = alertsOf.knownAlert(id)
  if (alert === undefined || due.length === 0) return []
  try {
    const startedAt = pollDeps.now()
    const results = await poll({ ...pollDeps, checkpoints: open() }, alert, due)
    keepStates(due, results)
    pollDeps.seen({ kind: 'polled', alert: id, startedAt, results })
    return results
  } catch (error) {
    return due.map(({ subscription }) => ({ subscription: subscription.name, error }))
  }
}

export function lagsOf(members: Progress[], isPolled: (subscription: string) => boolean): Lag[] {
  return members
    .filter(({ member }) => isPolled(member))
    .flatMap(({ member, behindMs: ms }) => (ms === undefined ? [] : [{ subscription: member, ms }]))
    .sort((a, b) => b.ms - a.ms)
}

type Scheduled = Pick<Subscription, 'schedule' | 'timezone'>

/** Everything else in the state of a run may be out of date. One search of a channel that begins later serves all its subscriptions. */
function stateAfter(
  { checkpoints }: Takeover,
  { verified, unverifiedSince }: RunState,
  steadyNow: Ms,
): RunState {
  if (checkpoints === 'unchanged') return { ...newRunState, verified, unverifiedSince }
  return checkpoints === 'trusted'
    ? { ...newRunState, verified: true }
    : { ...newRunState, unverifiedSince: steadyNow }
}

const everySecond = '* * * * * *'

/** Handles a schedule that fires. `isOn` is true for a subscription with this schedule. */
type Fired = (isOn: (one: Scheduled) => boolean) => Promise<void>

export function createCronSchedules(every: Every, fired: Fired): (one: Scheduled) => void {
  const known = new Set<string>()
  return ({ schedule, timezone }) => {
    const key = `${schedule} ${timezone}`
    if (known.has(key)) return
    known.add(key)
    const isOn = (one: Scheduled) => one.schedule === schedule && one.timezone === timezone
    every(schedule, timezone, () => fired(isOn))
  }
}
