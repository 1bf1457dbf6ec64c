import type { Clocks, SetTimer } from '@overheard/base/clock'
import { defined } from '@overheard/base/defined'
import type { Ms, Time } from '@overheard/base/time'
import PQueue from 'p-queue'

/**
 * `behindMs` is how long a subscription has been due without a complete run; absent if it is up to date. `caughtUpAt` is the end of its last
 * complete run (UTC, ms); absent if there was none.
 */
export type Progress = { member: string; behindMs?: Ms; caughtUpAt?: Time }

/**
 * Runs due polls. A key is an alert and has one run at a time; its members are subscriptions. Members that become due during a run are run
 * once after it. A queue that is not open ignores what becomes due.
 */
export type PollQueue = {
  /** Also begins what became due while this process did not lead. */
  open(): void
  /** Forgets what is due. Resolves when the present runs have ended. */
  close(): Promise<void>
  /** Marks subscriptions of an alert as due, now or at `at` (ms since the epoch). They are polled then, or later if too many runs are active. */
  markDue(key: string, members: Iterable<string>, at?: Time): void
  lag(): number
  /** Records that a subscription is due but cannot be polled, because its alert cannot be looked up. The subscription then counts as behind. */
  missed(member: string): void
  /** Returns the progress of every subscription that was ever due. */
  progress(): Progress[]
  /** Records that a subscription watches this alert. The subscription is then no longer due for any other alert. */
  moved(member: string, key: string): void
  forget(member: string): void
}

/** At most this many alerts are polled at the same time. Polls mostly wait for the network. */
const maxConcurrentRuns = 100

/** Polls an alert for some subscriptions. Resolves with those that caught up; the others stay behind. Must not reject. */
export type RunDue = (key: string, members: string[]) => Promise<string[]>

type TimerDeps = Clocks & { setTimer: SetTimer }

/** While `leads` returns false, no run begins: what is due waits. */
type PollQueueDeps = TimerDeps & { leads: () => boolean }

export function createPollQueue({ now, steady, setTimer, leads }: PollQueueDeps, run: RunDue): PollQueue {
  const queue = new PQueue({ concurrency: maxConcurrentRuns })
  const waiting = new Map<string, { since: Ms; members: Set<string> }>()
  /** The keys for which a member waits: thousands of alerts may wait, and each member for one of them. */
  const keysOf = new Map<string, Set<string>>()
  const running = new Map<string, Promise<unknown>>()
  const later = createDelayedJobs(setTimer, (key, member) => note(key, [member]))
  const lags = createLagTracker({ now, steady })
  let isOpen = false

  const begin = (key: string) => {
    if (running.has(key) || !leads()) return
    const run = async () => {
      // The lease may have become too old while this run waited for its turn.
      const entry = leads() ? waiting.get(key) : undefined
      if (entry !== undefined) {
        waiting.delete(key)
        for (const member of entry.members) leave(member, key)
        await runFor(key, [...entry.members], entry.since)
      }
      running.delete(key)
      if (waiting.has(key)) begin(key)
    }
    running.set(key, queue.add(run))
  }
  async function runFor(key: string, members: string[], since: Ms): Promise<void> {
    for (const member of members) {
      // The run also does the work of a delayed poll, and may add a delayed poll again.
      later.cancel(member)
      lags.due(member, since)
    }
    for (const member of await run(key, members)) if (isOpen) lags.caughtUp(member)
  }
  function note(key: string, members: Iterable<string>): void {
    const entry = waiting.get(key) ?? { since: steady(), members: new Set() }
    for (const member of members) {
      entry.members.add(member)
      keysOf.set(member, (keysOf.get(member) ?? new Set()).add(key))
    }
    waiting.set(key, entry)
    begin(key)
  }
  function leave(member: string, key: string): void {
    const keys = keysOf.get(member)
    keys?.delete(key)
    if (keys?.size === 0) keysOf.delete(member)
  }
  function forgetExcept(member: string, kept?: string): void {
    for (const key of [...(keysOf.get(member) ?? [])].filter((one) => one !== kept)) {
      waiting.get(key)?.members.delete(member)
      leave(member, key)
    }
  }

  return {
    open() {
      isOpen = true
      for (const key of waiting.keys()) begin(key)
    },
    async close() {
      isOpen = false
      later.stop()
      waiting.clear()
      keysOf.clear()
      lags.clear()
      await queue.onIdle()
    },
    markDue(key, members, at = 0) {
      if (!isOpen) return
      const wait = at - now()
      if (wait <= 0) note(key, members)
      else for (const member of members) later.add(key, member, wait)
    },
    lag() {
      const oldest = Math.min(...[...waiting.values()].map(({ since }) => since))
      return Number.isFinite(oldest) ? steady() - oldest : 0
    },
    missed(member) {
      if (isOpen) lags.due(member)
    },
    progress: () => lags.progress([...waiting.values()]),
    moved(member, key) {
      forgetExcept(member, key)
      later.moved(member, key)
    },
    forget(member) {
      lags.forget(member)
      later.cancel(member)
      forgetExcept(member)
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
  const later = new Map<string, Map<string, { cancel: () => void }>>()
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
      later.set(member, (later.get(member) ?? new Map()).set(key, { cancel }))
    },
    moved(member, key) {
      for (const other of keysOf(member)) if (other !== key) cancelDelay(other, member)
    },
    cancel(member) {
      if (later.has(member)) for (const key of keysOf(member)) cancelDelay(key, member)
    },
    stop() {
      for (const member of [...later.keys()]) for (const key of keysOf(member)) cancelDelay(key, member)
    },
  }
}

type LagTracker = {
  /** Records that a subscription is due since `since` (by the steady clock; default: now). If it is already behind, the earlier time stays. */
  due(member: string, since?: Ms): void
  caughtUp(member: string): void
  forget(member: string): void
  clear(): void
  /** `waiting` are members that are due since `since`, and whose run has not begun. */
  progress(waiting: { since: Ms; members: Iterable<string> }[]): Progress[]
}

type MemberLag = { since?: Ms; caughtUpAt?: Time }

function createLagTracker({ now, steady }: Clocks): LagTracker {
  const lags = new Map<string, MemberLag>()
  return {
    due(member, at = steady()) {
      lags.set(member, { since: at, ...lags.get(member) })
    },
    caughtUp: (member) => void lags.set(member, { caughtUpAt: now() }),
    forget: (member) => void lags.delete(member),
    clear: () => lags.clear(),
    progress(waiting) {
      const all = new Map(lags)
      for (const { since, members } of waiting)
        for (const member of members) {
          const lag = all.get(member)
          all.set(member, { ...lag, since: Math.min(since, lag?.since ?? since) })
        }
      return [...all].map(([member, { since, caughtUpAt }]) => ({
        member,
        ...(since === undefined ? {} : { behindMs: Math.max(0, steady() - since) }),
        ...defined({ caughtUpAt }),
      }))
    },
  }
}
