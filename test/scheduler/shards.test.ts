import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemTimer } from '../../src/async/clock.ts'
import type { Progress } from '../../src/model/due.ts'
import { shardCount, shardOf } from '../../src/model/shard.ts'
import { startShardJobs } from '../../src/scheduler/pg-boss.ts'
import { createSharedShards, type GainedShard } from '../../src/scheduler/shards.ts'
import { checkpointRows } from '../../src/store/postgres/checkpoints.ts'
import { shardRows, takeFence } from '../../src/store/postgres/shards.ts'
import { useDatabases } from '../tools/databases.ts'

/** The ownership of shards, on a real PostgreSQL with pg-boss. Several owners stand for several processes. */

const databases = useDatabases()
const numbers = Array.from({ length: shardCount }, (_, shard) => shard)
/** A key of each shard. */
const keys = numbers.map((shard) => {
  for (let id = 1; ; id++) if (shardOf(String(id)) === shard) return String(id)
})

/** Processes on one database. Their clocks run ahead of the real time by `ahead`. */
async function cluster() {
  const { open } = await databases.fresh()
  const problems: unknown[] = []

  async function begin(self: string) {
    const { database } = await open()
    const clock = { ahead: 0, breaks: 0 }
    const now = () => Date.now() + clock.ahead
    const jobs = await startShardJobs(database.query, (error) => void problems.push(error))
    const state = { isFrozen: false, progress: [] as Progress[], busy: Promise.resolve() }
    const gained: GainedShard[] = []
    const rows = shardRows(database, now)
    /** A frozen process sends nothing. */
    const whileAwake =
      <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        while (state.isFrozen) await wait(20)
        return call(...args)
      }
    const shards = createSharedShards({
      self,
      rows: { ...rows, look: whileAwake(rows.look) },
      jobs: { ...jobs, heartbeat: whileAwake(jobs.heartbeat) },
      breaks: () => clock.breaks,
      now,
      setTimer: systemTimer,
      problem: { raise: (error) => void problems.push(error), clear: () => undefined },
    })
    shards.attach({
      gained: (some) => void gained.push(...some),
      released: () => state.busy,
      progress: () => state.progress,
      load: () => ({ alerts: 10, weight: 2, lag: 0 }),
    })
    onTestFinished(async () => {
      state.isFrozen = false
      await shards.stop()
      await jobs.stop()
    })
    shards.start()
    const owned = () => keys.filter((key) => shards.owns(key))
    return { shards, state, clock, gained, owned, database, jobs }
  }
  return { begin, problems }
}

type Process = Awaited<ReturnType<Awaited<ReturnType<typeof cluster>>['begin']>>

/** Waits until the processes own these numbers of shards, and every shard has one owner. */
async function until(processes: Process[], counts: number[]): Promise<void> {
  await expect
    .poll(() => processes.map(({ owned }) => owned().length).toSorted(), { timeout: 15_000, interval: 20 })
    .toEqual(counts)
  expect(new Set(processes.flatMap(({ owned }) => owned())).size).toBe(shardCount)
}

/** Lets a process look dead: its last sign of life and its last heartbeat are older than pg-boss allows. */
async function ageOf({ database }: Process, self: string): Promise<void> {
  await database.query(
    `update overheard_jobs.job set heartbeat_on = heartbeat_on - interval '10 s'
     where singleton_key in (select shard::text from overheard.shards where owner = $1)`,
    [self],
  )
  await database.query('update overheard.processes set since = since - 10000')
  await database.query('update overheard.processes set seen_at = seen_at - 10000 where id = $1', [self])
}

describe('the shards of all processes', () => {
  it('belong to the only process, and are divided evenly as soon as others come', async () => {
    const { begin, problems } = await cluster()
    const one = await begin('a')
    await until([one], [64])
    expect(one.gained.every(({ isClean, isTrusted }) => !isClean && !isTrusted)).toBe(true)
    const other = await begin('b')
    await until([one, other], [32, 32])
    const third = await begin('c')
    await until([one, other, third], [21, 21, 22])
    expect(one.shards.others()).toEqual({ processes: 2, alerts: 20, weight: 4, lag: 0 })
    expect(problems).toEqual([])
  })

  it('go to the others right after the last run of a process that stops, and need no check of the channels', async () => {
    const { begin } = await cluster()
    const processes = [await begin('a'), await begin('b')]
    await until(processes, [32, 32])
    const [leaving, staying] = processes as [Process, Process]
    const [key = ''] = leaving.owned()
    leaving.state.progress = [{ key, member: 'acme', behindMs: 5000, caughtUpAt: Date.now() - 60_000 }]
    staying.gained.splice(0)
    const { promise, resolve } = Promise.withResolvers<void>()
    leaving.state.busy = promise
    const stopping = leaving.shards.stop()
    await wait(1500)
    expect(leaving.owned()).toEqual([])
    expect(leaving.shards.holds(key)).toBe(true)
    expect(staying.owned()).toHaveLength(32)
    const ended = Date.now()
    resolve()
    await until([staying], [64])
    expect(Date.now() - ended).toBeLessThan(3000)
    await stopping
    expect(leaving.shards.holds(key)).toBe(false)
    expect(staying.gained).toHaveLength(32)
    expect(staying.gained.every(({ isClean, isTrusted }) => isClean && isTrusted)).toBe(true)
    const [progress] = staying.gained.flatMap((one) => one.progress)
    expect(progress).toMatchObject({ key, member: 'acme' })
    expect(progress?.behindMs).toBeGreaterThanOrEqual(5000)
    expect(Math.abs((progress?.caughtUpAt ?? 0) - (ended - 60_000))).toBeLessThan(5000)
  })

  it('are taken over from a frozen process, which begins nothing, posts nothing and writes nothing after that', async () => {
    const { begin } = await cluster()
    const [frozen, other] = [await begin('a'), await begin('b')]
    await until([frozen, other], [32, 32])
    const [key = ''] = frozen.owned()
    const fence = frozen.shards.fenceOf(key)
    if (fence === undefined) throw new Error('no fence')
    const checkpoints = checkpointRows(frozen.database).ownedUnder(fence)
    const place = { subscription: 'acme', alert: key }
    const checkpoint = { watermark: '1', origin: '0', done: [] }
    expect(await checkpoints.save(place, checkpoint)).toBe('kept')
    frozen.state.isFrozen = true
    other.gained.splice(0)
    await wait(1000)
    await ageOf(other, 'a')
    frozen.clock.ahead = 10_000
    await until([other], [64])
    expect(other.gained.every(({ isClean, isTrusted }) => !isClean && isTrusted)).toBe(true)
    expect([frozen.shards.owns(key), frozen.shards.holds(key)]).toEqual([false, false])
    frozen.state.isFrozen = false
    expect(await checkpoints.save(place, checkpoint)).toBe('fenced')
    await until([frozen, other], [32, 32])
  })

  it('need a check of the channels if the process that takes them was not connected while the last owner worked', async () => {
    const { begin } = await cluster()
    const [first, second] = [await begin('a'), await begin('b')]
    await until([first, second], [32, 32])
    second.gained.splice(0)
    second.clock.breaks++
    await wait(1000)
    await first.shards.stop()
    await until([second], [64])
    expect(second.gained.every(({ isTrusted }) => isTrusted)).toBe(true)
    await second.shards.stop()
    const third = await begin('c')
    await until([third], [64])
    expect(third.gained.some(({ isTrusted }) => isTrusted)).toBe(false)
  })

  it('stay owned if their jobs disappear', async () => {
    const { begin } = await cluster()
    const one = await begin('a')
    await until([one], [64])
    const before = one.gained.length
    await one.database.query("delete from overheard_jobs.job where name = 'shards'")
    await expect.poll(() => one.gained.length, { timeout: 10_000 }).toBe(before + 64)
    await until([one], [64])
  })

  it('keep their owner if a command changes checkpoints, and the owner can write again', async () => {
    const { begin } = await cluster()
    const one = await begin('a')
    await until([one], [64])
    const { fence } = await takeFence(one.database, '7')
    await expect.poll(() => one.shards.fenceOf('7')?.fence).toBe(fence + 1n)
    expect(one.owned()).toHaveLength(64)
  })

  it('keep their jobs for longer than pg-boss allows a job to take, because the owner renews them each hour', async () => {
    const { begin } = await cluster()
    const one = await begin('a')
    await until([one], [64])
    const oldest = async () => {
      const { rows } = await one.database.query(
        "select extract(epoch from now() - min(started_on))::float8 as age from overheard_jobs.job where name = 'shards'",
      )
      return Number(Object(rows[0]).age)
    }
    await one.database.query("update overheard_jobs.job set started_on = started_on - interval '1 h'")
    expect(await oldest()).toBeGreaterThanOrEqual(3600)
    one.clock.ahead = 3_600_000
    await expect.poll(oldest, { timeout: 5000 }).toBeLessThan(60)
    await until([one], [64])
  })
})

describe('a process whose database does not answer', () => {
  it('reports that, begins nothing after eight seconds, and catches up later', async () => {
    const { begin, problems } = await cluster()
    const one = await begin('a')
    await until([one], [64])
    await one.database.query('alter schema overheard rename to elsewhere')
    await expect.poll(() => problems.length).toBeGreaterThan(0)
    await one.database.query('alter schema overheard_jobs rename to elsewhere_jobs')
    one.clock.ahead = 9000
    expect(one.owned()).toEqual([])
    one.gained.splice(0)
    await one.database.query('alter schema elsewhere_jobs rename to overheard_jobs')
    await one.database.query('alter schema elsewhere rename to overheard')
    await until([one], [64])
    expect(one.gained).toHaveLength(64)
  })
})

describe('the progress of all processes', () => {
  it('is known to each, and goes on to grow if the process that polls is frozen', async () => {
    const { begin } = await cluster()
    const [one, other] = [await begin('a'), await begin('b')]
    await until([one, other], [32, 32])
    const [key = ''] = one.owned()
    one.state.progress = [{ key, member: 'acme', behindMs: 1000 }]
    one.clock.ahead = 10_000
    const seen = async () =>
      (await other.shards.progress()).find(({ member }) => member === 'acme')?.behindMs ?? 0
    await expect.poll(seen, { timeout: 5000 }).toBeGreaterThanOrEqual(1000)
    one.state.isFrozen = true
    await expect.poll(seen, { timeout: 5000 }).toBeGreaterThan(3000)
    one.state.isFrozen = false
  })
})
