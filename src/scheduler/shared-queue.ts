import type { SetTimer } from '../async/clock.ts'
import { startLoop } from '../async/serial.ts'
import type { DueMember, Progress, TakenMember } from '../model/due.ts'
import type { IsKnown, PollQueue, RunDue } from './poll-queue.ts'
import { createClusterProgress } from './shared-progress.ts'

/** The due polls of all processes, stored durably. pg-boss only decides which process runs them. */
export type DueRows = {
  /**
   * Stores members as due. `now`: the caller's clock (UTC, ms); delays are converted to the database's clock. A slot that a run already
   * covered is not due again. Resolves with the keys that became due and need a job, the longest waiting first.
   */
  note(due: DueMember[], now: number): Promise<string[]>
  /** Takes the due members of keys for runs that begin now, including members of runs that never ended. */
  take(keys: string[]): Promise<TakenMember[]>
  /** Ends the runs of keys. `caughtUp`: the members that read to the end. Resolves with the keys that have new due members. */
  end(keys: string[], caughtUp: string[]): Promise<string[]>
  /** Ends the runs of keys in a process that stops. Members that are behind or became due meanwhile need a job at once. */
  handOver(keys: string[], caughtUp: string[]): Promise<void>
  /**
   * The keys that need a job: their delay is over, or a job that was created some time ago had no effect. `lag`: how long the longest
   * waiting member has been due, in ms.
   */
  waiting(): Promise<{ keys: string[]; lag: number }>
  /** Stores members that are due but cannot run, because their key is unknown. They are behind from now on, by the database's clock. */
  missed(members: string[]): Promise<void>
  /** The progress of all members in all processes, by the database's clock. */
  howFar(): Promise<Progress[]>
  /** Removes the rows and the progress of members under other keys than the given ones. */
  moved(members: { member: string; key: string }[]): Promise<void>
  /** Removes the progress of members. Due members stay due. */
  forget(members: string[]): Promise<void>
}

/** The right to run a key. While it is held, no other process runs the key. */
export type Job = { key: string; id: string; attempt: number }

/** The jobs: at most one waiting or active job per key in all processes. */
export type Jobs = {
  /** Creates jobs, which are handed out in about this order. A key that has a job gets no second one. */
  ask(keys: string[]): Promise<void>
  /** Claims at most `most` waiting jobs. */
  claim(most: number): Promise<Job[]>
  /** Sends a heartbeat for jobs; resolves with those that are still ours. Without a heartbeat for ten seconds a job is lost. */
  hold(jobs: Job[]): Promise<Job[]>
  /** Completes jobs; resolves with those that were still ours. */
  drop(jobs: Job[]): Promise<Job[]>
}

type ClusterListDeps = {
  rows: DueRows
  jobs: Jobs
  now: () => number
  setTimer: SetTimer
  /** Reports when the database fails and when it works again. */
  problem: { raise(error: unknown): void; clear(): void }
}

/** Interval of checks for jobs and ended delays, in ms. */
const claimEvery = 500
const checkEvery = 1000

/**
 * A queue that all processes share. Due members are rows, so that they are never lost; a job per key decides which process runs it. A process
 * that dies or freezes loses its jobs, and another one runs the rows.
 */
export function createSharedPollQueue(
  { rows, jobs, now, setTimer, problem }: ClusterListDeps,
  run: RunDue,
  knows: IsKnown = () => true,
): PollQueue {
  const soon = () => heart.soon()
  const { write: writeProgress, ...progress } = createClusterProgress({ rows, now, setTimer, soon })
  const notes = createPendingWrites()
  const runs = createClusterRuns({ rows, jobs, now, soon, isStopping: () => stopped }, run)
  const toAsk = new Set<string>()
  let [checkedAt, lag] = [0, 0]
  let stopped = false
  const heart = startLoop(beat, claimEvery, setTimer)

  async function beat(): Promise<void> {
    try {
      await writeProgress()
      await writeNotes()
      needJobs(await runs.writeEnds())
      await runs.holdOn()
      await check()
      await ask()
      await work()
      problem.clear()
    } catch (error) {
      problem.raise(error)
    }
  }

  async function writeNotes(): Promise<void> {
    const due = notes.all()
    if (due.length === 0) return
    needJobs(await rows.note(due, now()))
    notes.written(due)
  }

  async function check(): Promise<void> {
    if (stopped || now() - checkedAt < checkEvery) return
    checkedAt = now()
    const waiting = await rows.waiting()
    lag = waiting.lag
    needJobs(waiting.keys)
  }

  function needJobs(keys: string[]): void {
    for (const key of keys) toAsk.add(key)
  }

  async function ask(): Promise<void> {
    if (toAsk.size === 0) return
    await jobs.ask([...toAsk])
    toAsk.clear()
  }

  async function work(): Promise<void> {
    const room = runs.room()
    if (stopped || room <= 0) return
    const claimed = await jobs.claim(room)
    if (claimed.length === 0) return
    const taken = await rows.take(claimed.map(({ key }) => key))
    const { begin, offer } = shareOut(claimed, taken, knows, now())
    for (const due of offer) notes.add(due)
    for (const { job, members } of begin) runs.begin(job, members)
  }

  return {
    due(key, members, when) {
      for (const member of members) notes.add({ key, member, ...when })
      soon()
    },
    lag: () => lag,
    ...progress,
    async stop() {
      stopped = true
      await runs.allOver()
      await heart.stop()
      // The last round of the loop may have started some runs.
      await runs.allOver()
      // Other processes must also get the members that became due meanwhile.
      await beat()
    },
  }
}

type ClusterRunsDeps = {
  rows: Pick<DueRows, 'end' | 'handOver'>
  jobs: Pick<Jobs, 'hold' | 'drop'>
  now: () => number
  /** Called when a run has ended and must be written. */
  soon: () => void
  /** True if this process stops. Another process then continues its interrupted runs. */
  isStopping: () => boolean
}

/** The runs of one process. If a write fails, it rejects, and the next write includes its changes. */
type ClusterRuns = {
  /** The number of free slots. */
  room(): number
  begin(job: Job, members: string[]): void
  /** Writes the ended runs. Resolves with the keys that need a job again. */
  writeEnds(): Promise<string[]>
  /** Sends heartbeats for active runs from time to time. If a job was lost, another process writes its end. */
  holdOn(): Promise<void>
  /** Resolves when the present runs have ended. */
  allOver(): Promise<void>
}

/** An ended run. `caughtUp`: the members that read to the end. */
type EndedRun = { job: Job; caughtUp: string[] }

/** At most this many keys run at the same time in one process; they mostly wait for the network. */
const mostAtOnce = 100
/** Interval of heartbeats, in ms. */
const holdEvery = 3000

/** Runs claimed jobs, and keeps them until their end is written. */
export function createClusterRuns(
  { rows, jobs, now, soon, isStopping }: ClusterRunsDeps,
  run: RunDue,
): ClusterRuns {
  const running = new Set<Promise<void>>()
  /** By job id: active jobs that are still ours, and ended jobs that are not completed yet. */
  const held = new Map<string, Job>()
  const ended = new Map<string, EndedRun>()
  /** By key: the members that read to the end in completed runs, until that is written. */
  const toEnd = new Map<string, string[]>()
  let heldAt = 0

  async function giveBack(): Promise<void> {
    if (ended.size === 0) return
    const over = [...ended.values()]
    const ours = await jobs.drop(over.map(({ job }) => job))
    // Only these keys, because others may have ended meanwhile.
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
    room: () => mostAtOnce - running.size,
    begin(job, members) {
      held.set(job.id, job)
      const over = (members.length === 0 ? Promise.resolve([]) : run(job.key, members)).then((caughtUp) => {
        running.delete(over)
        if (held.delete(job.id)) ended.set(job.id, { job, caughtUp })
        soon()
      })
      running.add(over)
    },
    async writeEnds() {
      await giveBack()
      if (toEnd.size === 0) return []
      const dueAgain = await endOrHandOver([...toEnd.keys()], [...toEnd.values()].flat())
      toEnd.clear()
      return dueAgain
    },
    async holdOn() {
      if (held.size === 0 || now() - heldAt < holdEvery) return
      heldAt = now()
      const ours = new Set((await jobs.hold([...held.values()])).map(({ id }) => id))
      for (const id of held.keys()) if (!ours.has(id)) held.delete(id)
    },
    async allOver() {
      await Promise.all(running)
    },
  }
}

/** Due members that are not written yet: at most one slot and one delay for each member of a key. */
type PendingWrites = {
  add(due: DueMember): void
  all(): DueMember[]
  /** Removes written members. Members that became due earlier meanwhile stay. */
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

const nameOf = (due: DueMember) => `${'slot' in due ? 'slot' : 'wish'}\n${due.key}\n${due.member}`

function soonerOf(known: DueMember | undefined, next: DueMember): DueMember {
  return known !== undefined && timeOf(known) <= timeOf(next) ? known : next
}

const timeOf = (due: DueMember) => ('slot' in due ? due.slot : (due.at ?? 0))

/** The plan for claimed jobs. */
type Share = {
  /** The members that each job runs. A job with only unknown members runs none and ends at once. */
  begin: { job: Job; members: string[] }[]
  /** Members that this process does not know, but others may. */
  offer: { key: string; member: string; at: number }[]
}

/** Unknown members are offered to the other processes again after the first time, and dropped after the second, in ms. */
const offerAgain = 2000
const givenUpAfter = 600_000

/**
 * Splits the taken members into runs of this process and offers to other processes. If a process dropped members that only another one
 * knows, they would wait for their next slot, which may be a day away. `now`: UTC, ms.
 */
export function shareOut(claimed: Job[], taken: TakenMember[], knows: IsKnown, now: number): Share {
  const isKnown = ({ key, member }: TakenMember) => knows(key, member)
  const known = taken.filter(isKnown)
  const offered = taken.filter((row) => !isKnown(row) && row.behindMs < givenUpAfter)
  return {
    begin: claimed.map((job) => ({
      job,
      members: known.filter(({ key }) => key === job.key).map(({ member }) => member),
    })),
    offer: offered.map(({ key, member }) => ({ key, member, at: now + offerAgain })),
  }
}
