import type { DueRows, Job, Jobs } from './cluster-ports.ts'
import type { RunDue } from './due-list.ts'

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
