import type { SetTimer } from '../model/timer.ts'
import type { DueRows, Jobs } from './cluster-ports.ts'
import { createClusterProgress } from './cluster-progress.ts'
import { createClusterRuns } from './cluster-runs.ts'
import type { IsKnown, PollQueue, RunDue } from './due-list.ts'
import { createPendingWrites } from './due-notes.ts'
import { createPollLoop } from './heart.ts'
import { shareOut } from './share-out.ts'

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
