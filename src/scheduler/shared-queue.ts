import type { SetTimer } from '../async/clock.ts'
import { startLoop } from '../async/serial.ts'
import type { DueMember, Progress, TakenMember } from '../model/due.ts'
import type { IsKnown, PollQueue, RunDue } from './poll-queue.ts'
import { createSharedProgress } from './shared-progress.ts'

/** Stores the due polls of all processes durably. pg-boss only decides which process runs them. */
export type DueRows = {
  /**
   * Stores due polls, except for a slot that a run already covered. `now` is the caller's clock (UTC, ms), by which delays are converted to
   * the clock of the database. Resolves with the keys (alerts) that became due and need a job.
   */
  markDue(due: DueMember[], now: number): Promise<string[]>
  take(keys: string[]): Promise<TakenMember[]>
  /** Ends the runs of keys (alerts). `caughtUp` are the subscriptions that read to the end. Resolves with the keys that are due again. */
  end(keys: string[], caughtUp: string[]): Promise<string[]>
  /** Ends the runs of keys (alerts), because this process stops. What is behind or became due again is due at once for other processes. */
  handOver(keys: string[], caughtUp: string[]): Promise<void>
  /**
   * Returns the keys (alerts) that need a job, because their delay is over or because their earlier job had no effect. `lag` is the longest
   * time that a waiting poll has been due, in ms.
   */
  waiting(): Promise<{ keys: string[]; lag: number }>
  /**
   * Stores that subscriptions are due but cannot be polled, because their alerts cannot be looked up. From now on they count as behind, by
   * the clock of the database.
   */
  missed(members: string[]): Promise<void>
  progress(): Promise<Progress[]>
  /** Removes the due polls and the progress of each subscription for all alerts except the given one. */
  moved(members: { member: string; key: string }[]): Promise<void>
  forget(members: string[]): Promise<void>
}

export type Job = { key: string; id: string; attempt: number }

export type Jobs = {
  createJobs(keys: string[]): Promise<void>
  claim(most: number): Promise<Job[]>
  /** Sends a heartbeat for jobs. Resolves with the jobs that this process still owns. A job without a heartbeat for ten seconds is lost. */
  heartbeat(jobs: Job[]): Promise<Job[]>
  complete(jobs: Job[]): Promise<Job[]>
}

type SharedQueueDeps = {
  rows: DueRows
  jobs: Jobs
  now: () => number
  setTimer: SetTimer
  problem: { raise(error: unknown): void; clear(): void }
}

const roundEveryMs = 500
/** The time between two checks for ended delays and for jobs that had no effect, in ms. */
const checkEveryMs = 1000

/**
 * Creates a queue that all processes share. Due polls are stored as rows, so they are never lost. One job per alert decides which process
 * polls the alert. If a process dies or freezes, it loses its jobs, and another process runs the polls.
 */
export function createSharedPollQueue(
  { rows, jobs, now, setTimer, problem }: SharedQueueDeps,
  run: RunDue,
  knows: IsKnown = () => true,
): PollQueue {
  const requestWrite = () => loop.soon()
  const { write: writeProgress, ...progress } = createSharedProgress({ rows, now, setTimer, requestWrite })
  const pendingWrites = createPendingWrites()
  const runs = createSharedRuns({ rows, jobs, now, requestWrite, isStopping: () => stopped }, run)
  const keysWithoutJob = new Set<string>()
  let [checkedAt, lag] = [0, 0]
  let stopped = false
  const loop = startLoop(runRound, roundEveryMs, setTimer)

  async function runRound(): Promise<void> {
    try {
      await writeProgress()
      await writeNotes()
      needJobs(await runs.writeEnds())
      await runs.sendHeartbeats()
      await check()
      await createMissingJobs()
      await claimJobs()
      problem.clear()
    } catch (error) {
      problem.raise(error)
    }
  }

  async function writeNotes(): Promise<void> {
    const due = pendingWrites.all()
    if (due.length === 0) return
    needJobs(await rows.markDue(due, now()))
    pendingWrites.written(due)
  }

  async function check(): Promise<void> {
    if (stopped || now() - checkedAt < checkEveryMs) return
    checkedAt = now()
    const waiting = await rows.waiting()
    lag = waiting.lag
    needJobs(waiting.keys)
  }

  function needJobs(keys: string[]): void {
    for (const key of keys) keysWithoutJob.add(key)
  }

  async function createMissingJobs(): Promise<void> {
    if (keysWithoutJob.size === 0) return
    await jobs.createJobs([...keysWithoutJob])
    keysWithoutJob.clear()
  }

  async function claimJobs(): Promise<void> {
    const room = runs.freeSlots()
    if (stopped || room <= 0) return
    const claimed = await jobs.claim(room)
    if (claimed.length === 0) return
    const taken = await rows.take(claimed.map(({ key }) => key))
    const { begin, offer } = shareOut(claimed, taken, knows, now())
    for (const due of offer) pendingWrites.add(due)
    for (const { job, members } of begin) runs.begin(job, members)
  }

  return {
    markDue(key, members, when) {
      for (const member of members) pendingWrites.add({ key, member, ...when })
      requestWrite()
    },
    lag: () => lag,
    ...progress,
    async stop() {
      stopped = true
      await runs.allEnded()
      await loop.stop()
      // The last round of the loop may have started some runs.
      await runs.allEnded()
      // This round stores the polls that became due during the stop, for the other processes.
      await runRound()
    },
  }
}

type SharedRunsDeps = {
  rows: Pick<DueRows, 'end' | 'handOver'>
  jobs: Pick<Jobs, 'heartbeat' | 'complete'>
  now: () => number
  requestWrite: () => void
  isStopping: () => boolean
}

/** If a write fails, the function rejects, and the next write includes its changes. */
type SharedRuns = {
  freeSlots(): number
  begin(job: Job, members: string[]): void
  writeEnds(): Promise<string[]>
  /** Sends heartbeats for active runs, at most every three seconds. If a job was lost, another process writes the end of its run. */
  sendHeartbeats(): Promise<void>
  allEnded(): Promise<void>
}

type EndedRun = { job: Job; caughtUp: string[] }

/** At most this many alerts are polled at the same time in one process. Polls mostly wait for the network. */
const maxConcurrentRuns = 100
const heartbeatEveryMs = 3000

export function createSharedRuns(
  { rows, jobs, now, requestWrite, isStopping }: SharedRunsDeps,
  run: RunDue,
): SharedRuns {
  const running = new Set<Promise<void>>()
  const activeJobs = new Map<string, Job>()
  const ended = new Map<string, EndedRun>()
  /** The subscriptions that caught up in completed runs, by alert. Their progress is not written yet. */
  const toEnd = new Map<string, string[]>()
  let heartbeatAt = 0

  async function completeJobs(): Promise<void> {
    if (ended.size === 0) return
    const over = [...ended.values()]
    const ours = await jobs.complete(over.map(({ job }) => job))
    // Other runs may have ended during the call, so only the runs in `over` are deleted.
    for (const { job } of over) ended.delete(job.id)
    const caughtUp = new Map(over.map((one) => [one.job.id, one.caughtUp]))
    for (const { id, key } of ours) toEnd.set(key, caughtUp.get(id) ?? [])
  }

  async function endOrHandOver(keys: string[], caughtUp: string[]): Promise<string[]> {
    if (!isStopping()) return rows.end(keys, caughtUp)
    await rows.handOver(keys, caughtUp)
    return []
  }

  return {
    freeSlots: () => maxConcurrentRuns - running.size,
    begin(job, members) {
      activeJobs.set(job.id, job)
      const over = (members.length === 0 ? Promise.resolve([]) : run(job.key, members)).then((caughtUp) => {
        running.delete(over)
        if (activeJobs.delete(job.id)) ended.set(job.id, { job, caughtUp })
        requestWrite()
      })
      running.add(over)
    },
    async writeEnds() {
      await completeJobs()
      if (toEnd.size === 0) return []
      const dueAgain = await endOrHandOver([...toEnd.keys()], [...toEnd.values()].flat())
      toEnd.clear()
      return dueAgain
    },
    async sendHeartbeats() {
      if (activeJobs.size === 0 || now() - heartbeatAt < heartbeatEveryMs) return
      heartbeatAt = now()
      const ours = new Set((await jobs.heartbeat([...activeJobs.values()])).map(({ id }) => id))
      for (const id of activeJobs.keys()) if (!ours.has(id)) activeJobs.delete(id)
    },
    async allEnded() {
      await Promise.all(running)
    },
  }
}

/** Keeps the due polls that are not written yet. Each subscription of an alert has at most one slot and one delay. */
type PendingWrites = {
  add(due: DueMember): void
  all(): DueMember[]
  /** Removes polls that were written. A poll that became due at an earlier time during the write stays. */
  written(due: DueMember[]): void
}

export function createPendingWrites(): PendingWrites {
  const noted = new Map<string, DueMember>()
  return {
    add(due) {
      noted.set(nameOf(due), soonerOf(noted.get(nameOf(due)), due))
    },
    all: () => [...noted.values()],
    written(due) {
      for (const member of due) if (noted.get(nameOf(member)) === member) noted.delete(nameOf(member))
    },
  }
}

const nameOf = (due: DueMember) => `${'slot' in due ? 'slot' : 'delay'}\n${due.key}\n${due.member}`

function soonerOf(known: DueMember | undefined, next: DueMember): DueMember {
  return known !== undefined && timeOf(known) <= timeOf(next) ? known : next
}

const timeOf = (due: DueMember) => ('slot' in due ? due.slot : (due.at ?? 0))

type Share = {
  /** The subscriptions that each job polls. If this process knows none of them, the job ends at once. */
  begin: { job: Job; members: string[] }[]
  offer: { key: string; member: string; at: number }[]
}

/** Subscriptions that this process does not know are offered to the other processes again after this time, in ms. */
const offerAgainMs = 2000
/** Unknown subscriptions that have been behind for this time, in ms, are dropped. */
const dropAfterMs = 600_000

/**
 * Splits the taken polls into runs of this process and offers to other processes. Polls of subscriptions that only another process knows
 * are not dropped at once, because they would wait for their next slot, which may be a day away. `now` is in ms, UTC.
 */
export function shareOut(claimed: Job[], taken: TakenMember[], knows: IsKnown, now: number): Share {
  const isKnown = ({ key, member }: TakenMember) => knows(key, member)
  const known = taken.filter(isKnown)
  const offered = taken.filter((row) => !isKnown(row) && row.behindMs < dropAfterMs)
  return {
    begin: claimed.map((job) => ({
      job,
      members: known.filter(({ key }) => key === job.key).map(({ member }) => member),
    })),
    offer: offered.map(({ key, member }) => ({ key, member, at: now + offerAgainMs })),
  }
}
