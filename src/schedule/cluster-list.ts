import type { DueMember, DueRows, Job, Jobs, TakenMember } from './cluster-ports.ts'
import { createClusterProgress } from './cluster-progress.ts'
import type { DueList, Knows, RunDue } from './due-list.ts'
import { createHeart } from './heart.ts'

/** What a due list of a cluster needs. */
type ClusterListDeps = {
  rows: DueRows
  jobs: Jobs
  now: () => number
  setTimer: (run: () => void, ms: number) => () => void
  /** Is told when the database cannot be used, and when it can be again. */
  trouble: { raise(error: unknown): void; clear(): void }
}

/** As many keys run in a process at the same time: they mostly wait for the network. */
const mostAtOnce = 100
/** So often, in ms: looking for jobs, for what became due by the passing of time, and saying that we live. */
const claimEvery = 500
const lookEvery = 1000
const holdEvery = 3000
/** What this process does not know is offered to the others again after so long, and given up where none has known it for so long, in ms. */
const offerAgain = 2000
const givenUpAfter = 600_000

/**
 * A due list that all processes of a cluster share. What is due stands in rows, so that it is never lost; a job a key says who runs
 * it. A process that dies or freezes loses its jobs, and another one runs what the rows say.
 */
export function createClusterList(
  { rows, jobs, now, setTimer, trouble }: ClusterListDeps,
  run: RunDue,
  knows: Knows = () => true,
): DueList {
  const noted = new Map<string, DueMember>()
  const toAsk = new Set<string>()
  const toEnd = new Map<string, string[]>()
  const running = new Map<string, Job>()
  const done = new Map<string, { job: Job; caughtUp: string[] }>()
  const runs = new Set<Promise<void>>()
  let [lookedAt, heldAt, lag] = [0, 0, 0]
  let stopped = false
  const heart = createHeart(claimEvery, setTimer, beat)
  const { write: writeProgress, ...progress } = createClusterProgress({
    rows,
    now,
    setTimer,
    soon: () => heart.soon(),
  })

  async function beat(): Promise<void> {
    try {
      await writeProgress()
      await note()
      await end()
      await holdOn()
      await look()
      await work()
      trouble.clear()
    } catch (error) {
      trouble.raise(error)
    }
  }

  async function note(): Promise<void> {
    const due = [...noted.values()]
    if (due.length === 0) return
    add(toAsk, await rows.note(due))
    for (const member of due) if (noted.get(nameOf(member)) === member) noted.delete(nameOf(member))
  }

  /** What was stopped in the middle is handed over: another process asks for it at its next look. */
  async function end(): Promise<void> {
    if (done.size > 0) {
      const over = [...done.values()]
      const dropped = await jobs.drop(over.map(({ job }) => job))
      const caughtUp = new Map(over.map(({ job, caughtUp }) => [job.id, caughtUp]))
      // Only these: others may have ended meanwhile.
      for (const { job } of over) done.delete(job.id)
      for (const { id, key } of dropped) toEnd.set(key, caughtUp.get(id) ?? [])
    }
    if (toEnd.size === 0) return
    const [keys, caughtUp] = [[...toEnd.keys()], [...toEnd.values()].flat()]
    if (stopped) await rows.handOver(keys, caughtUp)
    else add(toAsk, await rows.end(keys, caughtUp))
    toEnd.clear()
  }

  async function holdOn(): Promise<void> {
    if (running.size === 0 || now() - heldAt < holdEvery) return
    heldAt = now()
    const held = new Set((await jobs.hold([...running.values()])).map(({ id }) => id))
    for (const id of running.keys()) if (!held.has(id)) running.delete(id)
  }

  async function look(): Promise<void> {
    if (stopped || now() - lookedAt < lookEvery) return
    lookedAt = now()
    const waiting = await rows.waiting()
    lag = waiting.lag
    add(toAsk, waiting.keys)
  }

  async function work(): Promise<void> {
    if (toAsk.size > 0) {
      await jobs.ask([...toAsk])
      toAsk.clear()
    }
    const room = mostAtOnce - runs.size
    if (stopped || room <= 0) return
    const claimed = await jobs.claim(room)
    if (claimed.length === 0) return
    const taken = await rows.take(claimed.map(({ key }) => key))
    const strangers = taken.filter(({ key, member }) => !knows(key, member))
    offer(strangers)
    const known = taken.filter((row) => !strangers.includes(row))
    for (const job of claimed) begin(job, membersOf(known, job.key))
  }

  /** Swallowed here, what only another process knows would wait for its next slot: a day, perhaps. */
  function offer(strangers: TakenMember[]): void {
    const wanted = strangers.filter(({ behindMs }) => behindMs < givenUpAfter)
    for (const { key, member } of wanted) noteSooner(noted, { key, member, at: now() + offerAgain })
  }

  function begin(job: Job, members: string[]): void {
    running.set(job.id, job)
    const ended = (members.length === 0 ? Promise.resolve([]) : run(job.key, members)).then((caughtUp) => {
      runs.delete(ended)
      if (running.delete(job.id)) done.set(job.id, { job, caughtUp })
      heart.soon()
    })
    runs.add(ended)
  }

  function add(keys: Set<string>, more: string[]): void {
    for (const key of more) keys.add(key)
  }

  return {
    due(key, members, at) {
      for (const member of members)
        noteSooner(noted, at === undefined ? { key, member } : { key, member, at })
      heart.soon()
    },
    lag: () => lag,
    ...progress,
    async stop() {
      stopped = true
      await Promise.all(runs)
      await heart.stop()
      // Its last beat may have begun some.
      await Promise.all(runs)
      // What became due while they ended is for others, too.
      await beat()
    },
  }
}

const nameOf = ({ key, member }: DueMember) => `${key}\n${member}`

/** Of two notes the earlier one counts; one without a time means: whatever was seen to before. */
function noteSooner(noted: Map<string, DueMember>, next: DueMember): void {
  const known = noted.get(nameOf(next))
  if (known !== undefined && (known.at === undefined || (next.at !== undefined && known.at <= next.at)))
    return
  noted.set(nameOf(next), next)
}

function membersOf(taken: TakenMember[], key: string): string[] {
  return taken.filter((row) => row.key === key).map(({ member }) => member)
}
