import type { SetTimer } from '../async/clock.ts'
import type { AlertDirectory } from '../mention-api/alert-directory.ts'
import type { CheckpointStore } from '../model/checkpoint.ts'
import type { Progress } from '../model/due.ts'
import type { Id } from '../model/id.ts'
import { type ShardFence, shardOf } from '../model/shard.ts'
import { automatic, type Subscription } from '../model/subscription.ts'
import { FencedError } from '../outbox/outbox.ts'
import type { Decide } from '../rules/rules.ts'
import { lastRun } from '../scheduler/cron.ts'
import type { Ticker } from '../scheduler/cron-ticker.ts'
import { createDelayedJobs, type PollQueue, type RunDue } from '../scheduler/poll-queue.ts'
import type { GainedShard, Shards } from '../scheduler/shards.ts'
import { type AlertResolver, createAlertResolver } from './alert-resolver.ts'
import type { AutoPolls } from './auto-polls.ts'
import { hasFinished, keepStates, pollAlert, type RunResult } from './poll.ts'
import { serviceProblemKey } from './poll-problems.ts'
import { createResultHandler, createRetryBackoff } from './poll-results.ts'
import type { PollDeps } from './ports.ts'
import type { DueSubscription } from './prepare-run.ts'
import { newRunState } from './subscription-run.ts'

/**
 * Polls the subscriptions whose alerts belong to shards of this process. Lags and times include those of all processes that share the
 * database. No function rejects.
 */
export type PollScheduler = {
  /** Adds or replaces a subscription. It is due at once if this process owns its alert. */
  put(subscription: Subscription): Promise<void>
  remove(name: string): void
  lag(): number
  behind(): Promise<Lag[]>
  caughtUpAt(subscription: string): Promise<number | undefined>
  stop(): Promise<void>
}

type PollSchedulerDeps = Pick<RunPollDeps, 'pollDeps' | 'takeOver'> & {
  alerts: Pick<AlertDirectory, 'find' | 'all'>
  decideFor: (subscription: Subscription) => Decide
  ticks: Ticker
  createQueue: (run: RunDue) => PollQueue
  shards: Shards
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
  takeOver,
  alerts,
  decideFor,
  ticks,
  createQueue,
  shards,
  setTimer,
  auto,
  poll = pollAlert,
}: PollSchedulerDeps): PollScheduler {
  const entries = new Map<string, DueSubscription>()
  const findDue = (name: string) => entries.get(name)
  const pollQueue = createQueue(pollDue)
  const retries = createRetryBackoff()
  const results = createResultHandler({ ...pollDeps, retries, pollAgainAt })
  const alertsOf = createAlertResolver({
    alerts,
    problems: pollDeps.problems,
    onLookupFailed: (name, error) => results.failed(serviceProblemKey, name, error),
    onAlertChanged: pollQueue.moved,
  })
  const lookupRetries = createDelayedJobs({ now: pollDeps.now, setTimer }, (_written, name) => {
    const entry = entries.get(name)
    if (entry !== undefined) void makeDue([entry])
  })
  shards.attach({
    gained: (gained) => void pollGained(gained),
    released(isReleased) {
      for (const name of entries.keys()) {
        const alert = alertsOf.alertOf(name)
        if (alert !== undefined && isReleased(alert)) auto?.remove(name)
      }
      return pollQueue.release(isReleased)
    },
    progress: pollQueue.progress,
    load: () => ({ ...(auto?.load() ?? noLoad), lag: pollQueue.lag() }),
  })
  const ensureSchedule = createCronSchedules(ticks, (isOn) =>
    makeDue([...entries.values()].filter(({ subscription }) => isOn(subscription))),
  )

  if (auto !== undefined) ticks.every(everySecond, 'UTC', () => pollPlanned(auto))
  // If alerts are renamed, the name in a subscription can mean an alert of this process from then on. No other process tells it.
  ticks.every(everyTenMinutes, 'UTC', () => {
    if (shards.others().processes > 0)
      return makeDue([...entries.values()].filter(({ subscription: { name } }) => !isOwned(name)))
  })

  const isOwned = (name: string) => {
    const alert = alertsOf.alertOf(name)
    return alert !== undefined && shards.owns(alert)
  }

  async function pollPlanned({ due }: AutoPolls): Promise<void> {
    const names = (await due()).flatMap(({ subscriptions }) => subscriptions)
    await makeDue(names.flatMap((name) => findDue(name) ?? []))
  }

  async function pollDue(alertId: string, names: string[]): Promise<string[]> {
    if (!shards.owns(alertId)) return []
    const owned = onlyWhile(() => shards.holds(alertId), pollDeps)
    const deps = { pollDeps: owned, takeOver, poll, alertsOf, findDue }
    const planned = auto?.begin(alertId, names)
    if (planned === undefined) return results.conclude(alertId, await runPoll(deps, alertId, names))
    const { service, pages } = countPages(pollDeps.service)
    const served = [...new Set([...names, ...planned.subscriptions])]
    const ended = await runPoll({ ...deps, pollDeps: { ...owned, service } }, alertId, served)
    const automaticRuns = ended.filter(({ subscription }) => planned.subscriptions.includes(subscription))
    await planned.end({
      requests: pages(),
      hasFailed: !automaticRuns.some(hasFinished),
      inSpike: automaticRuns.some(({ state }) => state?.inSpike === true),
    })
    return results.conclude(alertId, ended)
  }

  function pollAgainAt(alertId: string, name: string, at: number): void {
    if (alertsOf.alertOf(name) === alertId && shards.owns(alertId))
      pollQueue.markDue(alertId, [name], Math.max(pollDeps.now() + minRetryMs, at))
  }

  /** The subscriptions of one alert become due together, so that one poll reads the mentions for all of them. */
  async function makeDue(entriesDue: DueSubscription[]): Promise<void> {
    const members = new Map<string, string[]>()
    await Promise.all(
      entriesDue.map(async ({ subscription }) => {
        const { name } = subscription
        const { alert, error } = await alertsOf.find(subscription)
        if (alert === undefined) return recordMissed(subscription, error)
        lookupRetries.cancel(name)
        if (!shards.owns(alert.id)) return leaveToOwner(name, alert.id)
        if (subscription.schedule === automatic) auto?.put(name, alert.id)
        members.set(alert.id, [...(members.get(alert.id) ?? []), name])
      }),
    )
    for (const [alert, names] of members) pollQueue.markDue(alert, names)
  }

  function recordMissed({ name, alert: written }: Subscription, error: unknown): void {
    auto?.remove(name)
    // Only one process counts the subscription as behind, and must be able to end that.
    const key = alertsOf.alertOf(name) ?? written
    if (shards.owns(key)) pollQueue.missed(key, name)
    lookupRetries.add(written, name, retries.delayAfterFailure(name, error))
  }

  function leaveToOwner(name: string, alert: Id): void {
    auto?.remove(name)
    // While this process gives the shard back, it still tells how far the subscription is.
    if (shards.fenceOf(alert) === undefined) pollQueue.forget(name)
  }

  /**
   * Continues the polls of shards. After a clean hand-over between running processes only the subscriptions are due that the last owner left
   * behind or that missed a slot meanwhile. After a death, or at a start, all are due.
   */
  async function pollGained(gained: GainedShard[]): Promise<void> {
    const missedSlot = missedSlots(gained)
    const byNumber = new Map(gained.map((one) => [one.shard, one]))
    const progressOf = new Map(
      gained.flatMap(({ progress }) => progress.map((one) => [`${one.member}\n${one.key}`, one] as const)),
    )
    const due = await Promise.all(
      [...entries.values()].map(async (entry) => {
        const { name, alert: written } = entry.subscription
        const alert = (await alertsOf.find(entry.subscription)).alert?.id
        const shard = byNumber.get(shardOf(alert ?? written))
        if (shard === undefined) return []
        const progress = progressOf.get(`${name}\n${alert}`)
        const isUpToDate = continueEntry(entry, shard, progress)
        return isUpToDate && !missedSlot(entry.subscription) ? [] : [entry]
      }),
    )
    await makeDue(due.flat())
  }

  /** Returns false if the subscription is due at once. */
  function continueEntry(
    entry: DueSubscription,
    shard: GainedShard,
    progress: Progress | undefined,
  ): boolean {
    const isVerified = shard.isTrusted ? { verified: true } : unverifiedSince(pollDeps.now())
    // Another process may have polled the alert meanwhile, so the last read of this process says nothing about delays.
    entry.state = { ...entry.state, ...isVerified, readAt: undefined }
    if (progress === undefined) return false
    pollQueue.resume(progress)
    const { key, caughtUpAt } = progress
    if (!shard.isClean || !shard.isTrusted || progress.behindMs !== undefined || caughtUpAt === undefined)
      return false
    const { name, schedule } = entry.subscription
    if (schedule === automatic) auto?.put(name, key, caughtUpAt)
    return true
  }

  function missedSlots(gained: GainedShard[]): (one: Scheduled) => boolean {
    const forMs = Math.max(...gained.map(({ ageMs }) => ageMs)) + slotMarginMs
    const missed = new Map<string, boolean>()
    return ({ schedule, timezone }) => {
      if (schedule === automatic) return false
      const key = `${schedule} ${timezone}`
      const isMissed = missed.get(key) ?? lastRun(schedule, timezone, pollDeps.now(), forMs) !== undefined
      missed.set(key, isMissed)
      return isMissed
    }
  }

  return {
    async put(subscription) {
      const entry = { subscription, decide: decideFor(subscription), state: newRunState }
      entries.set(subscription.name, entry)
      alertsOf.forget(subscription.name)
      auto?.remove(subscription.name)
      if (subscription.schedule !== automatic) ensureSchedule(subscription)
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
    lag: () => Math.max(pollQueue.lag(), shards.others().lag),
    behind: async () => lagsOf(await shards.progress(), (name) => entries.has(name)),
    async caughtUpAt(name) {
      return (await shards.progress()).find(({ member }) => member === name)?.caughtUpAt
    },
    stop() {
      lookupRetries.stop()
      return pollQueue.stop()
    },
  }
}

export type RunPollDeps = {
  pollDeps: Omit<PollDeps, 'checkpoints'>
  /** Takes over the poll of an alert. The returned checkpoints can be written until another process takes over. */
  takeOver: (alert: Id) => Promise<CheckpointStore>
  poll: typeof pollAlert
  findDue: (name: string) => DueSubscription | undefined
  alertsOf: Pick<AlertResolver, 'knownAlert' | 'hasAlert'>
}

/** Polls an alert for its due subscriptions. Never rejects: if the whole poll fails, each subscription gets the error. */
export async function runPoll(
  { pollDeps, takeOver, poll, findDue, alertsOf }: RunPollDeps,
  id: Id,
  names: string[],
): Promise<RunResult[]> {
  const due = await withSameAlert(
    alertsOf,
    id,
    names.flatMap((name) => findDue(name) ?? []),
  )
  const alert = alertsOf.knownAlert(id)
  if (alert === undefined || due.length === 0) return []
  try {
    const checkpoints = await takeOver(alert.id)
    const results = await poll({ ...pollDeps, checkpoints }, alert, due)
    keepStates(due, results)
    return results
  } catch (error) {
    return due.map(({ subscription }) => ({ subscription: subscription.name, error }))
  }
}

async function withSameAlert(
  { hasAlert }: RunPollDeps['alertsOf'],
  id: Id,
  due: DueSubscription[],
): Promise<DueSubscription[]> {
  const are = await Promise.all(due.map(({ subscription }) => hasAlert(subscription, id)))
  return due.filter((_, index) => are[index] === true)
}

export type Lag = { subscription: string; ms: number }

export function lagsOf(members: Progress[], isPolled: (subscription: string) => boolean): Lag[] {
  return members
    .filter(({ member }) => isPolled(member))
    .flatMap(({ member, behindMs: ms }) => (ms === undefined ? [] : [{ subscription: member, ms }]))
    .sort((a, b) => b.ms - a.ms)
}

type Scheduled = Pick<Subscription, 'schedule' | 'timezone'>

/** One search of a channel that begins later serves all its subscriptions. */
const unverifiedSince = (at: number) => ({ verified: false, unverifiedSince: at })

const everySecond = '* * * * * *'
const everyTenMinutes = '*/10 * * * *'
const noLoad = { alerts: 0, weight: 0 }
/** The clocks of two processes may differ by this time, in ms, without a missed slot of a schedule. */
const slotMarginMs = 2000

/** Opens the checkpoints of an alert for its owner. Rejects with FencedError if another process owns the alert. */
export function checkpointsOfOwner(
  { fenceOf }: Pick<Shards, 'fenceOf'>,
  ownedUnder: (fence: ShardFence) => CheckpointStore,
): RunPollDeps['takeOver'] {
  const opened = new Map<number, { fence: bigint; checkpoints: CheckpointStore }>()
  return async (alert) => {
    const owned = fenceOf(alert)
    if (owned === undefined) throw new FencedError(`another process polls alert ${alert}`)
    const known = opened.get(owned.shard)
    if (known?.fence === owned.fence) return known.checkpoints
    const checkpoints = ownedUnder(owned)
    opened.set(owned.shard, { fence: owned.fence, checkpoints })
    return checkpoints
  }
}

/** Posts and stores counts only while `holds` is true, because another process may have taken the alert over while this one was frozen. */
function onlyWhile(holds: () => boolean, deps: RunPollDeps['pollDeps']): RunPollDeps['pollDeps'] {
  const check = () => {
    if (!holds()) throw new FencedError('another process polls this alert')
  }
  const { volume } = deps
  const guarded = volume && {
    ...volume,
    async save(...what: Parameters<typeof volume.save>) {
      check()
      await volume.save(...what)
    },
  }
  return {
    ...deps,
    async post(...what) {
      check()
      return deps.post(...what)
    },
    ...(guarded === undefined ? {} : { volume: guarded }),
  }
}

function countPages(service: PollDeps['service']) {
  let pages = 0
  async function* counted(found: ReturnType<PollDeps['service']['mentionsSince']>) {
    for await (const page of found) {
      pages += 1
      yield page
    }
  }
  const counting: PollDeps['service'] = {
    mentionsSince: (...request) => counted(service.mentionsSince(...request)),
    newest(...request) {
      pages += 1
      return service.newest(...request)
    },
  }
  return { service: counting, pages: () => pages }
}

/** Handles a schedule that fires. `isOn` is true for a subscription with this schedule. */
type Fired = (isOn: (one: Scheduled) => boolean) => Promise<void>

export function createCronSchedules(ticks: Pick<Ticker, 'every'>, fired: Fired): (one: Scheduled) => void {
  const known = new Set<string>()
  return ({ schedule, timezone }) => {
    const key = `${schedule} ${timezone}`
    if (known.has(key)) return
    known.add(key)
    const isOn = (one: Scheduled) => one.schedule === schedule && one.timezone === timezone
    ticks.every(schedule, timezone, () => fired(isOn))
  }
}
