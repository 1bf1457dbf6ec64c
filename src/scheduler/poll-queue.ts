import PQueue from 'p-queue'
import type { SetTimer } from '../async/clock.ts'
import type { Progress } from '../model/due.ts'

/**
 * Runs due polls. A key is an alert (or a schedule) and has one run at a time; its members are subscriptions. Members that become due
 * during a run are run once after it.
 */
export type PollQueue = {
  /** Marks subscriptions of an alert as due, now or at `at` (ms since the epoch). They are polled then, or later if too many runs are active. */
  markDue(key: string, members: Iterable<string>, at?: number): void
  lag(): number
  /**
   * Records that a subscription is due but cannot be polled, because its alert cannot be looked up. The subscription then counts as behind.
   * `key` is the alert as the subscription names it.
   */
  missed(key: string, member: string): void
  /** Returns the progress of every subscription that was ever due. */
  progress(): Progress[]
  /** Continues the progress of a subscription that another process has polled so far, with its delayed run. */
  resume(progress: Progress): void
  /** Records that a subscription watches this alert. The subscription is then no longer due for any other alert. */
  moved(member: string, key: string): void
  forget(member: string): void
  /** Drops the waiting runs of these keys, because another process makes them. Resolves when the present runs have ended. */
  release(isReleased: (key: string) => boolean): Promise<void>
  stop(): Promise<void>
}

/** At most this many alerts are polled at the same time. Polls mostly wait for the network. */
const maxConcurrentRuns = 100

/** Polls an alert for some subscriptions. Resolves with those that caught up; the others stay behind. Must not reject. */
export type RunDue = (key: string, members: string[]) => Promise<string[]>

type PollQueueDeps = { now: () => number; setTimer: SetTimer }

export function createPollQueue({ now, setTimer }: PollQueueDeps, run: RunDue): PollQueue {
  const queue = new PQueue({ concurrency: maxConcurrentRuns })
  const waiting = new Map<string, { since: number; members: Set<string> }>()
  const running = new Map<string, Promise<unknown>>()
  const later = createDelayedJobs({ now, setTimer }, (key, member) => note(key, [member]))
  const lags = createLagTracker(now)
  let stopped = false

  const begin = (key: string) => {
    const run = async () => {
      const entry = waiting.get(key)
      waiting.delete(key)
      if (!stopped && entry !== undefined) await runFor(key, [...entry.members], entry.since)
      running.delete(key)
      if (waiting.has(key)) begin(key)
    }
    running.set(key, queue.add(run))
  }
  async function runFor(key: string, members: string[], since: number): Promise<void> {
    for (const member of members) {
      // The run also does the work of a delayed poll, and may add a delayed poll again.
      later.cancel(member)
      lags.due(key, member, since)
    }
    for (const member of await run(key, members)) lags.caughtUp(key, member)
  }
  function note(key: string, members: Iterable<string>): void {
    const entry = waiting.get(key) ?? { since: now(), members: new Set() }
    for (const member of members) entry.members.add(member)
    waiting.set(key, entry)
    if (!running.has(key)) begin(key)
  }

  return {
    markDue(key, members, at = 0) {
      if (stopped) return
      const wait = at - now()
      if (wait <= 0) note(key, members)
      else for (const member of members) later.add(key, member, wait)
    },
    lag() {
      const oldest = Math.min(...[...waiting.values()].map(({ since }) => since))
      return Number.isFinite(oldest) ? now() - oldest : 0
    },
    missed: lags.due,
    progress: () =>
      lags.progress(
        [...waiting].flatMap(([key, { since, members }]) =>
          [...members].map((member) => ({ key, member, ms: now() - since })),
        ),
        later.next,
      ),
    resume(progress) {
      const { key, member, dueAt } = progress
      lags.resume(progress)
      later.cancel(member)
      if (dueAt !== undefined) later.add(key, member, Math.max(0, dueAt - now()))
    },
    moved(member, key) {
      for (const [other, { members }] of waiting) if (other !== key) members.delete(member)
      later.moved(member, key)
    },
    forget(member) {
      lags.forget(member)
      later.cancel(member)
      for (const { members } of waiting.values()) members.delete(member)
    },
    async release(isReleased) {
      for (const [key, { since, members }] of waiting) {
        if (!isReleased(key)) continue
        // The next owner polls them, and their lags go on.
        for (const member of members) lags.due(key, member, since)
        waiting.delete(key)
      }
      await Promise.all([...running].flatMap(([key, run]) => (isReleased(key) ? run : [])))
    },
    async stop() {
      stopped = true
      later.stop()
      waiting.clear()
      await queue.onIdle()
    },
  }
}

type DelayedJobs = {
  add(key: string, member: string, wait: number): void
  moved(member: string, key: string): void
  cancel(member: string): void
  /** Returns the time of the next delayed job of a member (UTC, ms). */
  next(member: string): number | undefined
  stop(): void
}

export function createDelayedJobs(
  { now, setTimer }: PollQueueDeps,
  due: (key: string, member: string) => void,
): DelayedJobs {
  const later = new Map<string, Map<string, { at: number; cancel: () => void }>>()
  const keysOf = (member: string) => [...(later.get(member)?.keys() ?? [])]

  function cancelDelay(key: string, member: string): void {
    const delays = later.get(member)
    delays?.get(key)?.cancel()
    delays?.delete(key)
    if (delays?.size === 0) later.delete(member)
  }
  return {
    add(key, member, wait) {
      cancelDelay(key, member)
      const cancel = setTimer(() => {
        cancelDelay(key, member)
        due(key, member)
      }, wait)
      later.set(member, (later.get(member) ?? new Map()).set(key, { at: now() + wait, cancel }))
    },
    moved(member, key) {
      for (const other of keysOf(member)) if (other !== key) cancelDelay(other, member)
    },
    cancel(member) {
      for (const key of keysOf(member)) cancelDelay(key, member)
    },
    next(member) {
      const times = [...(later.get(member)?.values() ?? [])].map(({ at }) => at)
      return times.length === 0 ? undefined : Math.min(...times)
    },
    stop() {
      for (const member of [...later.keys()]) for (const key of keysOf(member)) cancelDelay(key, member)
    },
  }
}

type LagTracker = {
  /** Records that a subscription is due since `since` (ms since the epoch; default: now). If it is already behind, the earlier time stays. */
  due(key: string, member: string, since?: number): void
  caughtUp(key: string, member: string): void
  resume(progress: Progress): void
  forget(member: string): void
  progress(
    waiting: { key: string; member: string; ms: number }[],
    dueAt: (member: string) => number | undefined,
  ): Progress[]
}

type MemberLag = { key: string; since?: number; caughtUpAt?: number }

function createLagTracker(now: () => number): LagTracker {
  const lags = new Map<string, MemberLag>()
  return {
    due(key, member, at = now()) {
      lags.set(member, { since: at, ...lags.get(member), key })
    },
    caughtUp: (key, member) => void lags.set(member, { key, caughtUpAt: now() }),
    resume({ key, member, behindMs, caughtUpAt }) {
      lags.set(member, {
        key,
        ...(behindMs === undefined ? {} : { since: now() - behindMs }),
        ...(caughtUpAt === undefined ? {} : { caughtUpAt }),
      })
    },
    forget: (member) => void lags.delete(member),
    progress(waiting, dueAt) {
      const longest = new Map<string, { key: string; ms: number }>()
      for (const { key, member, ms } of waiting)
        if (ms >= (longest.get(member)?.ms ?? 0)) longest.set(member, { key, ms })
      const members = new Set([...lags.keys(), ...longest.keys()])
      return [...members].map((member) => {
        const { key = '', since, caughtUpAt } = lags.get(member) ?? {}
        const wait = longest.get(member)
        const behindMs = Math.max(wait?.ms ?? -1, since === undefined ? -1 : Math.max(0, now() - since))
        const next = dueAt(member)
        return {
          key: wait?.key ?? key,
          member,
          ...(behindMs < 0 ? {} : { behindMs }),
          ...(caughtUpAt === undefined ? {} : { caughtUpAt }),
          ...(next === undefined ? {} : { dueAt: next }),
        }
      })
    },
  }
}
