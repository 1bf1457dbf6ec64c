import type { SetTimer } from '../async/clock.ts'
import { memoizeAsync } from '../async/memoize.ts'
import { startLoop } from '../async/serial.ts'
import { rejectOnAbort, withTimeout } from '../async/timeout.ts'
import type { Progress } from '../model/due.ts'
import { type ShardFence, shardCount, shardOf } from '../model/shard.ts'
import type { ShardJob, ShardJobs } from './pg-boss.ts'

/**
 * Divides the alerts and schedules of all processes. A key belongs to one of 64 shards, and each shard has one owner, which polls its
 * alerts with the in-memory queue and planner. A single process without a database owns all shards.
 */
export type Shards = {
  /** True if this process may begin work for a key. */
  owns(key: string): boolean
  /** True if this process may end work for a key, and post for it. It also is while this process gives the shard back. */
  holds(key: string): boolean
  /** Returns the fence for writes, or undefined if another process owns the key. */
  fenceOf(key: string): ShardFence | undefined
  attach(work: ShardWork): void
  others(): OtherLoad
  /** Returns the progress in all processes; of other processes as of up to ten seconds ago. Never rejects. */
  progress(): Promise<Progress[]>
  start(): void
  /** Gives every shard back to other processes as soon as its runs have ended. */
  stop(): Promise<void>
}

/** The load of the other processes together. `lag` is their longest wait of a due alert, in ms. */
type OtherLoad = { processes: number; alerts: number; weight: number; lag: number }

/**
 * Tells how a shard came to this process. After a death, work is lost, so everything in the shard is due. `isTrusted`: the stored
 * checkpoints need no check against the channels.
 */
export type GainedShard = {
  shard: number
  isClean: boolean
  isTrusted: boolean
  progress: Progress[]
  ageMs: number
}

/** A part of the bot whose work is divided. */
type ShardWork = {
  gained?(shards: GainedShard[]): void
  /** Begins no more work for the keys. Resolves when their last runs have ended. */
  released?(isReleased: (key: string) => boolean): Promise<unknown>
  progress?(): Progress[]
  load?(): { alerts: number; weight: number; lag: number }
}

/** Shards of a process that has no others beside it. */
export function ownAllShards(): Shards {
  const works: ShardWork[] = []
  return {
    owns: () => true,
    holds: () => true,
    fenceOf: (key) => ({ shard: shardOf(key), fence: 0n }),
    attach: (work) => void works.push(work),
    others: () => noOthers,
    progress: async () => works.flatMap((work) => work.progress?.() ?? []),
    start: () => undefined,
    stop: async () => undefined,
  }
}

const noOthers: OtherLoad = { processes: 0, alerts: 0, weight: 0, lag: 0 }

type OtherProcess = {
  id: string
  leaving: boolean
  silentMs: number
  alerts: number
  weight: number
  lag: number
}
type ShardRow = { shard: number; owner: string | null; fence: bigint }
type Seen = { others: OtherProcess[]; shards: ShardRow[] }

/** Stores who owns which shard. Functions reject if the database fails. See src/store/postgres/shards.ts. */
type OwnershipRows = {
  look(
    self: string,
    report: { leaving: boolean; alerts: number; weight: number; lag: number },
    isNew: boolean,
  ): Promise<Seen>
  take(shards: number[], self: string): Promise<(GainedShard & ShardFence)[]>
  write(shards: (ShardFence & { progress: Progress[] })[], give: boolean): Promise<void>
  drop(shards: ShardFence[]): Promise<void>
  progress(): Promise<{ shard: number; progress: Progress[] }[]>
  leave(self: string): Promise<void>
}

type SharedShardsDeps = {
  self: string
  rows: OwnershipRows
  jobs: Omit<ShardJobs, 'stop'>
  /** The number of broken connections so far. After a break, the database may be an older copy. */
  breaks: () => number
  now: () => number
  setTimer: SetTimer
  problem: { raise(error: unknown): void; clear(): void }
}

/** With 750 ms, a shard that is given back has a new owner within a second. */
const roundEveryMs = 750
/** The time between two rounds while shards change hands, in ms. */
const fastRoundMs = 150
const heartbeatEveryMs = 3000
/**
 * A process without a successful heartbeat for this time, in ms, begins nothing and posts nothing. Another process takes over after ten
 * seconds.
 */
const leaseMs = 8000
const publishEveryMs = 10_000
const renewEveryMs = 3_600_000
/** A process without a sign of life for this time, in ms, gets no share of the shards. Its jobs stay its own until their heartbeats are too old. */
const silentAfterMs = 6000
/** A process that cannot give its shards back within this time, in ms, ends without. */
const maxStopMs = 8000

type Owned = ShardFence & { job: ShardJob; isReleasing: boolean; isIdle: boolean; renewedAt: number }

export function createSharedShards({
  self,
  rows,
  jobs,
  breaks,
  now,
  setTimer,
  problem,
}: SharedShardsDeps): Shards {
  const works: ShardWork[] = []
  const owned = new Map<number, Owned>()
  let others: OtherProcess[] = []
  let heartbeatAt = 0
  /** The start of the last successful heartbeat (ms since the epoch). */
  let leasedAt = Number.NEGATIVE_INFINITY
  let publishedAt = now()
  let connectedAt: number | undefined
  let isStopping = false
  let loop: ReturnType<typeof startLoop> | undefined
  const stopped = Promise.withResolvers<void>()

  const isLeased = () => now() >= leasedAt && now() - leasedAt < leaseMs
  const all = () => [...owned.values()]
  const staying = () => all().filter(({ isReleasing }) => !isReleasing)

  async function round(): Promise<void> {
    try {
      const isChanging = await runRound()
      problem.clear()
      if (isStopping && owned.size === 0) stopped.resolve()
      else if (isChanging) setTimer(() => loop?.soon(), fastRoundMs)
    } catch (error) {
      problem.raise(error)
    }
  }

  /** Resolves with true if shards are changing hands. */
  async function runRound(): Promise<boolean> {
    const broken = breaks()
    await sendHeartbeats()
    const seen = await rows.look(self, { leaving: isStopping, ...loadOf(works) }, connectedAt !== broken)
    connectedAt = broken
    others = seen.others.filter(({ silentMs }) => silentMs < silentAfterMs)
    dropLost(seen.shards)
    await takeNewFences(seen.shards)
    const remaining = others.filter(({ leaving }) => !leaving).map(({ id }) => id)
    const share = isStopping ? 0 : fairShare(self, remaining)
    release(share)
    await giveBack()
    const isWaiting = await claim(seen.shards, share)
    await publish()
    await renew()
    return isWaiting || isStopping || others.some(({ leaving }) => leaving)
  }

  async function sendHeartbeats(): Promise<void> {
    if (owned.size === 0 || (now() - heartbeatAt < heartbeatEveryMs && now() >= heartbeatAt)) return
    const before = all()
    const began = now()
    const ours = new Set((await jobs.heartbeat(before.map(({ job }) => job))).map(({ shard }) => shard))
    const wasLeased = isLeased()
    ;[heartbeatAt, leasedAt] = [began, began]
    const lost = before.filter(({ shard }) => !ours.has(shard))
    if (lost.length > 0) {
      forget(lost)
      await rows.drop(lost)
    }
    // Ticks of schedules were missed while the lease was over.
    if (!wasLeased)
      tellGained(
        staying().map(({ shard }) => ({ shard, isClean: false, isTrusted: true, progress: [], ageMs: 0 })),
      )
  }

  function tellGained(shards: GainedShard[]): void {
    if (shards.length > 0) for (const work of works) work.gained?.(shards)
  }

  function tellReleased(shards: Owned[]): Promise<unknown> {
    const numbers = new Set(shards.map(({ shard }) => shard))
    return Promise.all(works.map((work) => work.released?.((key) => numbers.has(shardOf(key)))))
  }

  function forget(lost: Owned[]): void {
    for (const { shard } of lost) owned.delete(shard)
    if (lost.length > 0) void tellReleased(lost)
  }

  function dropLost(found: ShardRow[]): void {
    const owners = new Map(found.map(({ shard, owner }) => [shard, owner]))
    forget(all().filter(({ shard }) => owners.get(shard) !== self))
  }

  /** A command-line program has raised the fence because it changed checkpoints. */
  async function takeNewFences(found: ShardRow[]): Promise<void> {
    const fences = new Map(found.map(({ shard, fence }) => [shard, fence]))
    const changed = all().filter(({ shard, fence }) => fences.get(shard) !== fence)
    if (changed.length === 0) return
    for (const { shard, fence } of await rows.take(
      changed.map(({ shard }) => shard),
      self,
    )) {
      const known = owned.get(shard)
      if (known !== undefined) known.fence = fence
    }
  }

  function release(share: number): void {
    for (const one of staying().slice(share)) {
      one.isReleasing = true
      void tellReleased([one]).then(() => {
        one.isIdle = true
        loop?.soon()
      })
    }
  }

  async function giveBack(): Promise<void> {
    const idle = all().filter(({ isIdle }) => isIdle)
    if (idle.length === 0) return
    const withProgress = progressOf(idle)
    await jobs.giveBack(idle.map(({ job }) => job))
    await rows.write(withProgress, true)
    for (const { shard } of idle) owned.delete(shard)
  }

  function progressOf(shards: Owned[]): (ShardFence & { progress: Progress[] })[] {
    const own = Map.groupBy(
      works.flatMap((work) => work.progress?.() ?? []),
      ({ key }) => shardOf(key),
    )
    return shards.map(({ shard, fence }) => ({ shard, fence, progress: own.get(shard) ?? [] }))
  }

  /** Resolves with true if this process still has less than its share. */
  async function claim(found: ShardRow[], share: number): Promise<boolean> {
    const most = share - staying().length
    if (most <= 0) return false
    const living = new Set(others.map(({ id }) => id))
    const free = found.filter(
      ({ shard, owner }) => !owned.has(shard) && (owner === null || owner === self || !living.has(owner)),
    )
    if (free.length === 0) return true
    const began = now()
    await jobs.create(free.map(({ shard }) => shard))
    if (free.some(({ owner }) => owner !== null)) await jobs.recover()
    const claimed = new Map((await jobs.claim(most)).map((job) => [job.shard, job]))
    if (claimed.size === 0) return true
    const taken = await rows.take([...claimed.keys()], self)
    if (owned.size === 0) [heartbeatAt, leasedAt] = [began, began]
    for (const { shard, fence } of taken) {
      const job = claimed.get(shard)
      if (job) owned.set(shard, { shard, fence, job, isReleasing: false, isIdle: false, renewedAt: now() })
    }
    tellGained(taken)
    return taken.length < most
  }

  async function publish(): Promise<void> {
    if (owned.size === 0 || now() - publishedAt < publishEveryMs) return
    publishedAt = now()
    await rows.write(progressOf(all()), false)
  }

  async function renew(): Promise<void> {
    const old = all().filter(({ renewedAt }) => now() - renewedAt >= renewEveryMs)
    if (old.length === 0) return
    await jobs.renew(old.map(({ job }) => job))
    for (const one of old) one.renewedAt = now()
  }

  const stored = createSharedQuery(rows.progress, { now, setTimer })

  return {
    owns: (key) => isLeased() && owned.get(shardOf(key))?.isReleasing === false,
    holds: (key) => isLeased() && owned.has(shardOf(key)),
    fenceOf(key) {
      const shard = owned.get(shardOf(key))
      return shard && { shard: shard.shard, fence: shard.fence }
    },
    attach: (work) => void works.push(work),
    others: () => ({
      processes: others.length,
      alerts: sum(others.map(({ alerts }) => alerts)),
      weight: sum(others.map(({ weight }) => weight)),
      lag: Math.max(0, ...others.map(({ lag }) => lag)),
    }),
    async progress() {
      const last = await stored()
      const elapsed = last === undefined ? 0 : Math.max(0, now() - last.at)
      const ofOthers = (last?.result ?? []).filter(({ shard }) => !owned.has(shard))
      const own = works.flatMap((work) => work.progress?.() ?? [])
      return merged([
        ...ofOthers.flatMap(({ progress }) => progress.map((one) => withLagGrownBy(one, elapsed))),
        ...own,
      ])
    },
    start() {
      loop = startLoop(round, roundEveryMs, setTimer)
      loop.soon()
    },
    async stop() {
      isStopping = true
      if (loop === undefined) return
      // The others must know at once that this process leaves, so that they take its shards within a second.
      loop.soon()
      const cancel = setTimer(stopped.resolve, maxStopMs)
      await stopped.promise
      cancel()
      await loop.stop()
      await rows.leave(self).catch(() => undefined)
    },
  }
}

/** Returns how many shards a process owns, beside `others`. All processes compute the same shares, which sum up to 64. */
export function fairShare(self: string, others: string[]): number {
  const ids = [...others, self].toSorted()
  const rank = ids.indexOf(self)
  return Math.floor(shardCount / ids.length) + (rank < shardCount % ids.length ? 1 : 0)
}

function loadOf(works: ShardWork[]): { alerts: number; weight: number; lag: number } {
  const loads = works.flatMap((work) => work.load?.() ?? [])
  return {
    alerts: sum(loads.map(({ alerts }) => alerts)),
    weight: sum(loads.map(({ weight }) => weight)),
    lag: Math.max(0, ...loads.map(({ lag }) => lag)),
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

/** A subscription is in two shards for a while if its alert changes. A later run for any alert covers what was missed for an earlier one. */
function merged(all: Progress[]): Progress[] {
  const byMember = Map.groupBy(all, ({ member }) => member)
  return [...byMember.values()].flatMap((several) => {
    const [first] = several
    if (first === undefined || several.length === 1) return several
    const caughtUp = several.flatMap(({ caughtUpAt }) => caughtUpAt ?? [])
    const behind = several.flatMap(({ behindMs }) => behindMs ?? [])
    return [
      {
        ...first,
        ...(caughtUp.length === 0 ? {} : { caughtUpAt: Math.max(...caughtUp) }),
        ...(behind.length === 0 ? {} : { behindMs: Math.max(...behind) }),
      },
    ]
  })
}

function withLagGrownBy({ behindMs, ...one }: Progress, ms: number): Progress {
  return behindMs === undefined ? one : { ...one, behindMs: behindMs + ms }
}

type QueryResult<Found> = { at: number; result: Found }

/** A result is reused for this time, in ms, so that all requests for status pages share one query. */
const reuseMs = 1000
const maxWaitMs = 1000

/**
 * Shares one query between concurrent callers. Resolves with a result that is at most a second old, or older if the query fails or takes
 * longer than a second. Resolves with undefined if there is no result yet. Never rejects.
 */
export function createSharedQuery<Found>(
  query: () => Promise<Found>,
  { now, setTimer }: { now: () => number; setTimer: SetTimer },
): () => Promise<QueryResult<Found> | undefined> {
  let last: QueryResult<Found> | undefined
  const queryOnce = memoizeAsync(
    async () => {
      const at = now()
      last = { at, result: await query() }
    },
    { now, ttlMs: reuseMs },
  )
  return async () => {
    // The error is ignored here, because the loop reports that the database does not answer.
    await withTimeout(setTimer, maxWaitMs, (signal) => rejectOnAbort(queryOnce(), signal)).catch(
      () => undefined,
    )
    return last
  }
}
