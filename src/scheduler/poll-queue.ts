import PQueue from 'p-queue'
import type { SetTimer } from '../async/clock.ts'
import type { DueAt, Progress } from '../model/due.ts'

/**
 * Runs due polls. A key is an alert (or a schedule) and has one run at a time; its members are subscriptions. Members that become due
 * during a run are run once after it.
 */
export type PollQueue = {
  /** Marks subscriptions of an alert as due, now or at `when`. They are polled at that time, or later if too many runs are active. */
  markDue(key: string, members: Iterable<string>, when?: DueAt): void
  lag(): number
  /** Records that a subscription is due but cannot be polled, because its alert cannot be looked up. The subscription then counts as behind. */
  missed(member: string): void
  /**
   * Returns the progress of every subscription that was ever due, in all processes that share the database. The progress is at most a
   * second old. If the database does not answer, it is the last known one with growing lags. Never rejects.
   */
  progress(): Promise<Progress[]>
  /** Records that a subscription watches this alert. The subscription is then no longer due for any other alert. */
  moved(member: string, key: string): void
  forget(member: string): void
  stop(): Promise<void>
}

/** At most this many alerts are polled at the same time. Polls mostly wait for the network. */
const maxConcurrentRuns = 100

/** Polls an alert for some subscriptions. Resolves with those that caught up; the others stay behind. Must not reject. */
export type RunDue = (key: string, members: string[]) => Promise<string[]>

export type IsKnown = (key: string, member: string) => boolean

type PollQueueDeps = { now: () => number; setTimer: SetTimer }

export function createPollQueue({ now, setTimer }: PollQueueDeps, run: RunDue): PollQueue {
  const queue = new PQueue({ concurrency: maxConcurrentRuns })
  const waiting = new Map<string, { since: number; members: Set<string> }>()
  const running = new Set<string>()
  const later = createDelayedJobs(setTimer, (key, member) => note(key, [member]))
  const lags = createLagTracker(now)
  let stopped = false

  const begin = (key: string) => {
    running.add(key)
    void queue.add(async () => {
      const { since, members } = waiting.get(key) ?? { since: now(), members: [] }
      waiting.delete(key)
      if (!stopped) await runFor(key, [...members], since)
      running.delete(key)
      if (waiting.has(key)) begin(key)
    })
  }
  async function runFor(key: string, members: string[], since: number): Promise<void> {
    for (const member of members) {
      // The run also does the work of a delayed poll, and may add a delayed poll again.
      later.cancel(member)
      lags.due(member, since)
    }
    for (const member of await run(key, members)) lags.caughtUp(member)
  }
  function note(key: string, members: Iterable<string>): void {
    const entry = waiting.get(key) ?? { since: now(), members: new Set() }
    for (const member of members) entry.members.add(member)
    waiting.set(key, entry)
    if (!running.has(key)) begin(key)
  }

  return {
    markDue(key, members, when = {}) {
      if (stopped) return
      const wait = 'slot' in when ? 0 : (when.at ?? 0) - now()
      if (wait <= 0) note(key, members)
      else for (const member of members) later.add(key, member, wait)
    },
    lag() {
      const oldest = Math.min(...[...waiting.values()].map(({ since }) => since))
      return Number.isFinite(oldest) ? now() - oldest : 0
    },
    missed: (member) => lags.due(member),
    progress: async () =>
      lags.progress(
        [...waiting.values()].flatMap(({ since, members }) =>
          [...members].map((member) => ({ member, ms: now() - since })),
        ),
      ),
    moved(member, key) {
      for (const [other, { members }] of waiting) if (other !== key) members.delete(member)
      later.moved(member, key)
    },
    forget(member) {
      lags.forget(member)
      later.cancel(member)
      for (const { members } of waiting.values()) members.delete(member)
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
  stop(): void
}

export function createDelayedJobs(
  setTimer: SetTimer,
  due: (key: string, member: string) => void,
): DelayedJobs {
  const later = new Map<string, Map<string, () => void>>()
  const keysOf = (member: string) => [...(later.get(member)?.keys() ?? [])]

  function cancelDelay(key: string, member: string): void {
    const delays = later.get(member)
    delays?.get(key)?.()
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
      later.set(member, (later.get(member) ?? new Map()).set(key, cancel))
    },
    moved(member, key) {
      for (const other of keysOf(member)) if (other !== key) cancelDelay(other, member)
    },
    cancel(member) {
      for (const key of keysOf(member)) cancelDelay(key, member)
    },
    stop() {
      for (const wishes of later.values()) for (const cancel of wishes.values()) cancel()
    },
  }
}

type LagTracker = {
  /** Records that a subscription is due since `since` (ms since the epoch; default: now). If it is already behind, the earlier time stays. */
  due(member: string, since?: number): void
  caughtUp(member: string): void
  forget(member: string): void
  progress(waiting: { member: string; ms: number }[]): Progress[]
}

export function createLagTracker(now: () => number): LagTracker {
  const since = new Map<string, number>()
  const caughtUpAt = new Map<string, number>()
  return {
    due(member, at = now()) {
      if (!since.has(member)) since.set(member, at)
    },
    caughtUp(member) {
      since.delete(member)
      caughtUpAt.set(member, now())
    },
    forget(member) {
      since.delete(member)
      caughtUpAt.delete(member)
    },
    progress(waiting) {
      const longest = new Map([...since].map(([member, at]) => [member, Math.max(0, now() - at)]))
      for (const { member, ms } of waiting) longest.set(member, Math.max(ms, longest.get(member) ?? 0))
      return [...new Set([...longest.keys(), ...caughtUpAt.keys()])].map((member) => {
        const [behindMs, at] = [longest.get(member), caughtUpAt.get(member)]
        return {
          member,
          ...(behindMs === undefined ? {} : { behindMs }),
          ...(at === undefined ? {} : { caughtUpAt: at }),
        }
      })
    },
  }
}
