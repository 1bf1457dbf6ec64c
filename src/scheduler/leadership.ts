import { type Clocks, type SetTimer, startStopwatch } from '@overheard/base/clock'
import { startLoop } from '@overheard/base/serial'
import type { Ms } from '@overheard/base/time'

/**
 * One process leads: it polls, posts, and sends digests, reminders and events. The others stand by: they answer people, and one of them takes over
 * when the leader ends. A process on a folder always leads.
 */
export type Leadership = {
  /** True if this process may begin work of the leader. Its writes are checked against the lease by the store in any case. */
  leads(): boolean
  attach(work: LeaderTask): void
  start(): void
  /** Ends the work of the leader, and gives the lease back. */
  stop(): Promise<void>
}

/**
 * What is known about the stored checkpoints. `trusted` ones need no check against the channels. `unsure` ones may be an older copy. With
 * `unchanged`, nobody else has led since this process did.
 */
export type Takeover = { checkpoints: 'trusted' | 'unsure' | 'unchanged' }

/** A part of the bot that tasks only in the leader. */
export type LeaderTask = {
  /** Reads what the last leader and other processes stored. If it rejects, this process does not lead yet, and tries again. */
  prepare?(): Promise<unknown>
  /** Begins the work. All of it is due, because nobody knows what the last leader left undone. */
  begin?(takeover: Takeover): void
  /** Begins what became due while the lease was not renewed in time. */
  resume?(): void
  /** Begins nothing more. Resolves when the work has ended. */
  end?(): Promise<unknown>
}

/** A process on a folder leads from its start. */
export function alwaysLead(): Leadership {
  const tasks: LeaderTask[] = []
  return {
    leads: () => true,
    attach: (task) => void tasks.push(task),
    start() {
      for (const task of tasks) task.begin?.({ checkpoints: 'unsure' })
    },
    stop: async () => void (await endAll(tasks)),
  }
}

const endAll = (tasks: LeaderTask[]) => Promise.all(tasks.map((task) => task.end?.()))

/** Each function rejects if the database fails. */
export type Lease = {
  /** Takes the lease if it is free, or if this process has it already. Resolves with undefined if another process has it. */
  take(): Promise<Takeover | undefined>
  /** Shows that this process tasks. `raised` means that a program raised the fence, because it changed what is stored. */
  renew(): Promise<'renewed' | 'raised' | 'lost'>
  release(): Promise<void>
}

type LeadershipDeps = Clocks & {
  lease: Lease
  setTimer: SetTimer
  problem: { raise(error: unknown): void; clear(): void }
}

/** The leader renews its lease at this interval, in ms, and the others try to take it. */
const roundEveryMs = 2000
/** How long a leader may go on after its last successful renewal, in ms. Then it begins nothing, and the others take over a second later. */
const leaseMs = 4000
/** A process that cannot end its work within this time, in ms, keeps the lease until its connection ends. */
const maxStopMs = 8000

type State = 'stands-by' | 'leads' | 'ends'

/** `soon` must be called when the lease may have become free. */
export function createLeadership({
  lease,
  setTimer,
  problem,
  ...clocks
}: LeadershipDeps): Leadership & { soon(): void } {
  const tasks: LeaderTask[] = []
  let state: State = 'stands-by'
  /** Returns the ms since the start of the last successful renewal. */
  let sinceRenewal: () => Ms = () => Number.POSITIVE_INFINITY
  let loop: ReturnType<typeof startLoop> | undefined
  let ending: Promise<unknown> = Promise.resolve()
  let isStopping = false
  /** Stays true until the work begins, because a process that takes the lease a second time is told only that nobody led in between. */
  let isUnsure = false

  const isFresh = () => sinceRenewal() < leaseMs

  async function round(): Promise<void> {
    try {
      await (state === 'stands-by' ? tryToLead() : renew())
      problem.clear()
    } catch (error) {
      problem.raise(error)
    }
  }

  async function tryToLead(): Promise<void> {
    if (isStopping) return
    sinceRenewal = startStopwatch(clocks)
    const takeover = await lease.take()
    if (takeover === undefined) return
    isUnsure ||= takeover.checkpoints === 'unsure'
    if (!(await prepare())) return
    if (isStopping) return lease.release()
    state = 'leads'
    const begun: Takeover = isUnsure ? { checkpoints: 'unsure' } : takeover
    isUnsure = false
    for (const task of tasks) task.begin?.(begun)
  }

  /** Returns false if the lease was lost meanwhile. The lease is renewed, because reading may take longer than it lasts. */
  async function prepare(): Promise<boolean> {
    let isKept = true
    const renewing = startLoop(
      async () => {
        if (isKept) isKept = await renewLease().catch(() => true)
      },
      roundEveryMs,
      setTimer,
    )
    await Promise.all(tasks.map((task) => task.prepare?.())).finally(renewing.stop)
    return isKept
  }

  /** Returns false if another process has the lease, or if a program raised the fence. */
  async function renewLease(): Promise<boolean> {
    const sinceStart = startStopwatch(clocks)
    const isRenewed = (await lease.renew()) === 'renewed'
    if (isRenewed) sinceRenewal = sinceStart
    return isRenewed
  }

  async function renew(): Promise<void> {
    if (!(await renewLease())) return endWork()
    // Work that has begun never begins again: if its beginning blocked this process for longer than a lease, there would be no end.
    if (state === 'leads' && !isStopping) for (const task of tasks) task.resume?.()
  }

  /** This process tries to lead again only when its work has ended, so that no old run continues under a new fence. */
  function endWork(): void {
    if (state !== 'leads') return
    state = 'ends'
    ending = endAll(tasks).then(() => {
      state = 'stands-by'
      loop?.soon()
    })
  }

  return {
    leads: () => state === 'leads' && isFresh(),
    attach: (task) => void tasks.push(task),
    soon: () => loop?.soon(),
    start() {
      loop = startLoop(round, roundEveryMs, setTimer)
      loop.soon()
    },
    async stop() {
      isStopping = true
      if (loop === undefined) return
      const isLeader = state === 'leads'
      // The lease is renewed while the work ends.
      const isDone = await withinLimit(isLeader ? endAll(tasks) : ending)
      await loop.stop()
      if (isLeader && isDone) await lease.release().catch(() => undefined)
    },
  }

  async function withinLimit(work: Promise<unknown>): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const cancel = setTimer(() => resolve(false), maxStopMs)
    void work.then(() => resolve(true))
    const isDone = await promise
    cancel()
    return isDone
  }
}
