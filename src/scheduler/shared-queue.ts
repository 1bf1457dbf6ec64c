import type { SetTimer } from '../async/clock.ts'
import type { DueMember, Progress, TakenMember } from '../model/due.ts'
import type { Scheduler, Ticker } from './cron-ticker.ts'
import type { IsKnown, PollQueue, RunDue } from './poll-queue.ts'
import { createClusterProgress } from './shared-progress.ts'

/** What is due in the whole cluster, durably: a job engine only says who runs it. */
export type DueRows = {
  /**
   * Notes members as due. `now`: by the clock that the wishes among them are told by (UTC, ms); they wait for as long by the
   * database's. What a run has seen to that began at a slot or later is not due again. Resolves with the keys that have become due by
   * that, and need a job: the one whose last run began longest ago first, so that none waits twice as long as another.
   */
  note(due: DueMember[], now: number): Promise<string[]>
  /** Takes what is due under keys, for runs that begin now; what an earlier run took and never ended is among it. */
  take(keys: string[]): Promise<TakenMember[]>
  /** Ends the runs of keys; `caughtUp`: the members that have read to the end in them. Resolves with the keys under which anybody has become due meanwhile. */
  end(keys: string[], caughtUp: string[]): Promise<string[]>
  /** Ends the runs of keys in a process that stops: whoever has not read to the end in them, or has become due meanwhile, needs a job at once. */
  handOver(keys: string[], caughtUp: string[]): Promise<void>
  /**
   * The keys that need a job: what became due by the passing of time, and what a job was asked for a while ago without effect.
   * `lag`: how long the longest waiting has been due, in ms.
   */
  waiting(): Promise<{ keys: string[]; lag: number }>
  /** Notes members that are due and cannot run, for nobody knows their key: they are behind from now on, by the database's clock. */
  missed(members: string[]): Promise<void>
  /** How far all members got, whoever ran them, by the database's clock. */
  howFar(): Promise<Progress[]>
  /** Removes what stands under any other key than the one that a member has now, and how far it got under that. */
  moved(members: { member: string; key: string }[]): Promise<void>
  /** Forgets how far members got; what is due stays so. */
  forget(members: string[]): Promise<void>
}

/** A claim to run a key: while it is held, nobody else in the cluster runs it. */
export type Job = { key: string; id: string; attempt: number }

/** Who runs what: at most one job a key in the whole cluster, whether it waits or runs. */
export type Jobs = {
  /** Asks for jobs, which are handed out in about this order; a key that has one already gets no other. */
  ask(keys: string[]): Promise<void>
  /** Claims up to so many jobs that wait. */
  claim(most: number): Promise<Job[]>
  /** Says that jobs are still at work; resolves with those that are still ours. Who is silent for ten seconds loses them. */
  hold(jobs: Job[]): Promise<Job[]>
  /** Gives jobs back as done; resolves with those that were still ours. */
  drop(jobs: Job[]): Promise<Job[]>
}

/** What a due list of a cluster needs. */
type ClusterListDeps = {
  rows: DueRows
  jobs: Jobs
  now: () => number
  setTimer: SetTimer
  /** Is told when the database cannot be used, and when it can be again. */
  trouble: { raise(error: unknown): void; clear(): void }
}

/** So often, in ms: looking for jobs, and for what became due by the passing of time. */
const claimEvery = 500
const lookEvery = 1000

/**
 * A due list that all processes of a cluster share. What is due stands in rows, so that it is never lost; a job a key says who runs
 * it. A process that dies or freezes loses its jobs, and another one runs what the rows say.
 */
export function createSharedPollQueue(
  { rows, jobs, now, setTimer, trouble: problem }: ClusterListDeps,
  run: RunDue,
  knows: IsKnown = () => true,
): PollQueue {
  const soon = () => heart.soon()
  const { write: writeProgress, ...progress } = createClusterProgress({ rows, now, setTimer, soon })
  const notes = createPendingWrites()
  const runs = createClusterRuns({ rows, jobs, now, soon, isStopping: () => stopped }, run)
  const toAsk = new Set<string>()
  let [lookedAt, lag] = [0, 0]
  let stopped = false
  const heart = createPollLoop(claimEvery, setTimer, beat)

  async function beat(): Promise<void> {
    try {
      await writeProgress()
      await writeNotes()
      needJobs(await runs.writeEnds())
      await runs.holdOn()
      await look()
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

  async function look(): Promise<void> {
    if (stopped || now() - lookedAt < lookEvery) return
    lookedAt = now()
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
      // Its last beat may have begun some.
      await runs.allOver()
      // What became due while they ended is for others, too.
      await beat()
    },
  }
}

type ClusterRunsDeps = {
  rows: Pick<DueRows, 'end' | 'handOver'>
  jobs: Pick<Jobs, 'hold' | 'drop'>
  now: () => number
  /** Is called when a run is over, and so there is something to write. */
  soon: () => void
  /** This process stops: what was stopped in the middle is for another one, which asks for it at its next look. */
  isStopping: () => boolean
}

/** The runs of one process of a cluster. What writes rejects where the database cannot be used; then it is written the next time. */
type ClusterRuns = {
  /** How many more may begin. */
  room(): number
  begin(job: Job, members: string[]): void
  /** Writes what is over. Resolves with the keys that need a job again. */
  writeEnds(): Promise<string[]>
  /** Says now and then that the others are still at work. How one ends whose job was lost is another process's affair. */
  holdOn(): Promise<void>
  /** Resolves when nothing runs of what runs now. */
  allOver(): Promise<void>
}

/** A run that is over. `caughtUp`: the members that have read to the end in it. */
type EndedRun = { job: Job; caughtUp: string[] }

/** As many keys run in a process at the same time: they mostly wait for the network. */
const mostAtOnce = 100
/** So often it is said that runs are still at work, in ms. */
const holdEvery = 3000

/** Runs what was claimed, and holds its jobs until its end is written. */
export function createClusterRuns(
  { rows, jobs, now, soon, isStopping }: ClusterRunsDeps,
  run: RunDue,
): ClusterRuns {
  const running = new Set<Promise<void>>()
  /** By the ids of their jobs: those of what runs, as long as they are ours, and those of what is over, until they are given back. */
  const held = new Map<string, Job>()
  const ended = new Map<string, EndedRun>()
  /** By key: who has read to the end in runs whose jobs are given back, until that is written. */
  const toEnd = new Map<string, string[]>()
  let heldAt = 0

  async function giveBack(): Promise<void> {
    if (ended.size === 0) return
    const over = [...ended.values()]
    const ours = await jobs.drop(over.map(({ job }) => job))
    // Only these: others may have ended meanwhile.
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

/** The list runs keys for their members; an entry of the engine has nothing to tell apart. */
const itself = ''

/**
 * The engine of a cluster. It ticks in every process, so that the death of one costs no run; the due list that they share makes one
 * run of each slot out of that, in one process, and in another one if that dies.
 */
export function createSharedScheduler(
  ticks: Ticker,
  createList: (run: RunDue, knows: IsKnown) => PollQueue,
): Scheduler {
  const runs = new Map<string, () => Promise<void>>()
  const list = createList(
    async (name, members) => {
      await runs.get(name)?.()
      return members
    },
    (name) => runs.has(name),
  )
  return {
    every(name, cron, timezone, run) {
      runs.set(name, run)
      ticks.every(name, cron, timezone, async (slot) => list.due(name, [itself], { slot }))
    },
    start: () => ticks.start(),
    async stop() {
      await ticks.stop()
      await list.stop()
    },
  }
}

/** What was noted as due, and is not written yet: each member of a key once for a slot, and once for a wish. */
type PendingWrites = {
  add(due: DueMember): void
  all(): DueMember[]
  /** These are written now; what was noted sooner meanwhile is not among them, and stays. */
  written(due: DueMember[]): void
}

/** Makes an empty list of notes. */
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

/** Of two notes the earlier one counts. */
function soonerOf(known: DueMember | undefined, next: DueMember): DueMember {
  return known !== undefined && timeOf(known) <= timeOf(next) ? known : next
}

const timeOf = (due: DueMember) => ('slot' in due ? due.slot : (due.at ?? 0))

/** Something that is done again and again, one at a time. */
type PollLoop = {
  /** Asks for the next beat at once; one that runs is followed by another. */
  soon(): void
  /** Beats no more; resolves when the running beat has ended. */
  stop(): Promise<void>
}

/** Beats every `every` ms (counted from the end of the last beat), or sooner when asked. `beat` must not reject. */
function createPollLoop(every: number, setTimer: SetTimer, beat: () => Promise<void>): PollLoop {
  let beating: Promise<void> | undefined
  let asked = false
  let stopped = false
  let cancel = setTimer(start, every)

  function start(): void {
    cancel()
    asked = false
    beating = beat().then(() => {
      beating = undefined
      if (stopped) return
      if (asked) start()
      else cancel = setTimer(start, every)
    })
  }
  return {
    soon() {
      if (stopped) return
      if (beating === undefined) start()
      else asked = true
    },
    async stop() {
      stopped = true
      cancel()
      await beating
    },
  }
}

/** What a process does with what it claimed. */
type Share = {
  /** What each job runs; one whose members are all unknown here runs nobody, and ends at once. */
  begin: { job: Job; members: string[] }[]
  /** What this process does not know, and others may. */
  offer: { key: string; member: string; at: number }[]
}

/** What this process does not know is offered to the others again after so long, and given up where none has known it for so long, in ms. */
const offerAgain = 2000
const givenUpAfter = 600_000

/**
 * Shares out what was taken under the claimed jobs: to runs here, or back to the others. Swallowed here, what only another process
 * knows would wait for its next slot: a day, perhaps. `now`: UTC, ms.
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
