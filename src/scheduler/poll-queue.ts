import PQueue from 'p-queue'
import type { SetTimer } from '../async/clock.ts'
import type { DueAt, Progress } from '../model/due.ts'

/** What is due, by a key: one run of a key at a time; what becomes due while it runs is run once more after it. */
export type PollQueue = {
  /** Notes members as due under a key (now where `when` is absent), and runs it then, or as soon as there is room. */
  due(key: string, members: Iterable<string>, when?: DueAt): void
  /** How long the longest waiting key has been due, in ms. */
  lag(): number
  /** Notes that a member is due and cannot run, for nobody knows its key: it is behind. */
  missed(member: string): void
  /**
   * How far each member got that was ever due; in a cluster in all processes together, as of a second ago. Never rejects: while the
   * database is away, it tells what was known last, and lags grow.
   */
  howFar(): Promise<Progress[]>
  /** From now on a member is due under this key only: what stands under any other is not due any more. */
  moved(member: string, key: string): void
  /** A member is not watched any more: how far it got is forgotten. */
  forget(member: string): void
  /** Begins no other run, and resolves when nothing runs any more. */
  stop(): Promise<void>
}

/** As many keys run at the same time: they mostly wait for the network. */
const mostAtOnce = 100

/** Runs a key for its members. Resolves with those that have read to the end; the others stay behind. It must not reject. */
export type RunDue = (key: string, members: string[]) => Promise<string[]>

/** Whether this process runs a member: one with another configuration may, while this one does not. */
export type IsKnown = (key: string, member: string) => boolean

type DueListDeps = { now: () => number; setTimer: SetTimer }

/** The due list of one process: turns that come faster than they run coalesce instead of piling up. */
export function createPollQueue({ now, setTimer }: DueListDeps, run: RunDue): PollQueue {
  const queue = new PQueue({ concurrency: mostAtOnce })
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
      // A run sees to what was wished, and may wish it anew.
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
    due(key, members, when = {}) {
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
    howFar: async () =>
      lags.howFar(
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

/** What is due at a time to come. */
type DelayedJobs = {
  /** Lets a member be due under a key in so many ms; the latest wish of a member counts. */
  add(key: string, member: string, wait: number): void
  /** From now on a member is due under this key only. */
  moved(member: string, key: string): void
  /** Calls off what a member wished, under whichever key. */
  cancel(member: string): void
  /** Calls everything off. */
  stop(): void
}

/** Waits with what is due later; `due` is called when its time has come. */
export function createDelayedJobs(
  setTimer: SetTimer,
  due: (key: string, member: string) => void,
): DelayedJobs {
  /** By member, and then by key: how to call it off. */
  const later = new Map<string, Map<string, () => void>>()
  const keysOf = (member: string) => [...(later.get(member)?.keys() ?? [])]

  function callOff(key: string, member: string): void {
    const wishes = later.get(member)
    wishes?.get(key)?.()
    wishes?.delete(key)
    if (wishes?.size === 0) later.delete(member)
  }
  return {
    add(key, member, wait) {
      callOff(key, member)
      const cancel = setTimer(() => {
        callOff(key, member)
        due(key, member)
      }, wait)
      later.set(member, (later.get(member) ?? new Map()).set(key, cancel))
    },
    moved(member, key) {
      for (const other of keysOf(member)) if (other !== key) callOff(other, member)
    },
    cancel(member) {
      for (const key of keysOf(member)) callOff(key, member)
    },
    stop() {
      for (const wishes of later.values()) for (const cancel of wishes.values()) cancel()
    },
  }
}

/** Who is behind in one process: what could not go on, runs, or waits. */
type LagTracker = {
  /** Notes that a member is due since then (UTC, ms; now by default); while it is behind, it counts since the first time. */
  due(member: string, since?: number): void
  /** It has read to the end and settled or held everything. */
  caughtUp(member: string): void
  /** It is not watched any more. */
  forget(member: string): void
  /** `waiting`: who is due and waits for its turn, and for how long (ms). */
  howFar(waiting: { member: string; ms: number }[]): Progress[]
}

/** Keeps the lags. `now`: UTC, ms. */
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
    howFar(waiting) {
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
