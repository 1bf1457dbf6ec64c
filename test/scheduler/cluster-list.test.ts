import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createScheduler, type Ticker } from '../../src/scheduler/cron-ticker.ts'
import { startBoss } from '../../src/scheduler/pg-boss.ts'
import type { RunDue } from '../../src/scheduler/poll-queue.ts'
import { createSharedPollQueue } from '../../src/scheduler/shared-queue.ts'
import { dueRows } from '../../src/store/postgres/due-rows.ts'
import { useDatabases } from '../tools/databases.ts'

/** The queue that processes share, on a real PostgreSQL with pg-boss. Several queues stand for several processes. */

const databases = useDatabases()

const numberRow = z.object({ number: z.number() })

type Begun = { process: number; key: string; members: string[]; end: (caughtUp?: string[]) => void }

function setTimer(run: () => void, ms: number) {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Processes on one database; their runs end by hand. */
async function cluster(size: number) {
  const { open } = await databases.fresh()
  const begun: Begun[] = []
  const problems: unknown[] = []
  const problem = { raise: (error: unknown) => void problems.push(error), clear: () => undefined }
  const processes = await Promise.all(
    Array.from({ length: size }, async (_, process) => {
      const { database } = await open()
      const boss = await startBoss(database.query, (error) => void problems.push(error))
      const jobs = await boss.jobs('polls')
      const deps = { rows: dueRows(database, 'polls'), jobs, now: Date.now, setTimer, problem }
      const run = (key: string, members: string[]) =>
        new Promise<string[]>((resolve) => {
          const end = (caughtUp = members) => resolve(caughtUp)
          begun.push({ process, key, members: members.toSorted(), end })
        })
      const list = createSharedPollQueue(deps, run)
      onTestFinished(async () => {
        for (const one of begun) one.end()
        await list.stop()
        await boss.stop()
      })
      return { list, database, deps }
    }),
  )
  const told = () => begun.map(({ key, members }) => `${key}: ${members.join(' ')}`)
  const until = async (runs: number) => {
    while (begun.length < runs) await wait(10)
  }
  /** Long enough for every process to look again. */
  const quiet = () => wait(800)
  const [first] = processes
  const ask = async (sql: string) => {
    const found = await first?.database.query(`select ${sql} as number from overheard.due`)
    return numberRow.parse(found?.rows[0]).number
  }
  /** Waits until this many members are due in the database, now or later. */
  const noted = (members: number) => expect.poll(() => ask('count(next_at)::int')).toBe(members)
  return { processes, begun, told, until, quiet, noted, ask, problems }
}

const listOf = (processes: { list: ReturnType<typeof createSharedPollQueue> }[]) =>
  processes.map(({ list }) => list)

describe('the queue that processes share', () => {
  it('polls an alert once for all processes, with every subscription that is due', async () => {
    const { processes, begun, told, until, quiet } = await cluster(3)
    const slot = Date.now()
    for (const list of listOf(processes)) list.markDue('7', ['a', 'b'], { slot })
    for (const list of listOf(processes)) list.markDue('8', ['c'], { slot })
    await until(2)
    for (const { end } of begun) end()
    await quiet()
    // One whose clock is behind notes the slot when it is over.
    processes[2]?.list.markDue('7', ['a'], { slot })
    await quiet()
    expect(told().toSorted()).toEqual(['7: a b', '8: c'])
  })

  it('polls an alert once more if it becomes due during its poll, in whichever process', async () => {
    const { processes, begun, told, until, quiet, noted } = await cluster(2)
    const [one, other] = listOf(processes)
    one?.markDue('7', ['a'])
    await until(1)
    // A slot of the very millisecond in which the run began is seen to by it.
    const slot = Date.now() + 1
    for (let tick = 0; tick < 20; tick++) {
      other?.markDue('7', [String(tick % 3)])
      one?.markDue('7', ['a'], { slot: slot + tick })
    }
    await noted(4)
    await quiet()
    expect(told()).toEqual(['7: a'])
    begun[0]?.end()
    await until(2)
    begun[1]?.end()
    await quiet()
    expect(told()).toEqual(['7: a', '7: 0 1 2 a'])
  })

  it('polls a delayed subscription later, without delaying others', async () => {
    const { processes, begun, told, until, quiet, noted } = await cluster(1)
    const [{ list, database } = {}] = processes
    list?.markDue('7', ['a'], { at: Date.now() + 600_000 })
    await noted(1)
    list?.markDue('7', ['b'])
    await until(1)
    begun[0]?.end()
    await quiet()
    expect(told()).toEqual(['7: b'])
    await database?.query('update overheard.due set next_at = next_at - 600000')
    await until(2)
    expect(told()).toEqual(['7: b', '7: a'])
  })

  it('polls a subscription again at the time that its poll asked for, and not before', async () => {
    const { processes, begun, until, ask } = await cluster(2)
    const [list] = listOf(processes)
    list?.markDue('7', ['a'])
    await until(1)
    const now = 'max(overheard.now_ms())'
    const later = (await ask(now)) + 700
    list?.markDue('7', ['a'], { at: later })
    begun[0]?.end()
    await until(2)
    expect(await ask(now)).toBeGreaterThanOrEqual(later)
    list?.markDue('7', ['a'], { at: later })
    begun[1]?.end()
    await until(3)
  })

  it('spreads alerts over the processes, and polls each alert in only one process', async () => {
    const { processes, begun, until } = await cluster(2)
    for (let key = 0; key < 150; key++) processes[0]?.list.markDue(String(key), ['x'])
    await until(150)
    expect(new Set(begun.map(({ process }) => process)).size).toBe(2)
    expect(new Set(begun.map(({ key }) => key)).size).toBe(150)
  })

  it('polls the unfinished subscriptions of a stopped process in another process', async () => {
    const { processes, begun, told, until } = await cluster(2)
    const [one] = listOf(processes)
    one?.markDue('7', ['a', 'b'])
    await until(1)
    const process = processes[begun[0]?.process ?? 0]
    const stopping = process?.list.stop()
    begun[0]?.end(['a'])
    await stopping
    await until(2)
    expect(told()).toEqual(['7: a b', '7: b'])
    expect(begun[1]?.process).not.toBe(begun[0]?.process)
  })

  it('polls the subscriptions of a dead process in another process ten seconds after the last heartbeat of the dead one', async () => {
    const { processes, begun, until, problems } = await cluster(1)
    const [process] = processes
    if (process === undefined) throw new Error('no process')
    const { deps, database } = process
    // A process that claims a job, and dies: nobody holds it.
    await deps.rows.markDue([{ key: '7', member: 'a' }], Date.now())
    await deps.jobs.createJobs(['7'])
    const dead = await deps.jobs.claim(1)
    await deps.rows.take(['7'])
    await database.query(`update overheard_jobs.job set heartbeat_on = heartbeat_on - interval '10 s'`)
    await until(1)
    expect(begun[0]?.members).toEqual(['a'])
    expect(await deps.jobs.heartbeat(dead)).toEqual([])
    expect(await deps.jobs.complete(dead)).toEqual([])
    expect(problems).toEqual([])
  })

  it('polls a due subscription after a short failure of the database, and reports the failure', async () => {
    const { processes, begun, until, problems } = await cluster(1)
    const [{ list, database } = {}] = processes
    await database?.query('alter schema overheard rename to elsewhere')
    list?.markDue('7', ['a'])
    while (problems.length === 0) await wait(10)
    await database?.query('alter schema elsewhere rename to overheard')
    await until(1)
    expect(begun[0]?.members).toEqual(['a'])
  })
})

describe('a process that stops', () => {
  it('leaves the subscriptions that became due during its last polls to other processes', async () => {
    const { processes, begun, until } = await cluster(2)
    const [one] = listOf(processes)
    one?.markDue('7', ['a'])
    await until(1)
    const [first] = begun
    const stopping = processes[first?.process ?? 0]?.list
    const stopped = stopping?.stop()
    stopping?.markDue('7', ['b'], { at: Date.now() + 300 })
    first?.end()
    await stopped
    await until(2)
    expect(begun[1]).toMatchObject({ key: '7', members: ['b'] })
    expect(begun[1]?.process).not.toBe(first?.process)
  })
})

describe('the shared scheduler', () => {
  it('makes each scheduled run at most once, and never two runs at the same time', async () => {
    const { processes, quiet } = await cluster(3)
    const slots: ((slot: number) => unknown)[] = []
    const ticks: Ticker = {
      every: (_cron, _timezone, run) => void slots.push(run),
      start: () => undefined,
      stop: () => undefined,
    }
    let [runs, atOnce, most] = [0, 0, 0]
    for (const { deps } of processes) {
      const createQueue = (run: RunDue) => {
        const list = createSharedPollQueue(deps, run)
        onTestFinished(() => list.stop())
        return list
      }
      const engine = createScheduler(ticks, createQueue, { warn: () => undefined })
      engine.every('weekly', '0 9 * * 1', 'UTC', async () => {
        runs++
        most = Math.max(most, ++atOnce)
        await wait(200)
        atOnce--
      })
    }
    for (const slot of [Date.now() - 10, Date.now()]) {
      for (const tick of slots) tick(slot)
      await wait(50)
    }
    await quiet()
    expect([runs <= 2, runs >= 1, most]).toEqual([true, true, 1])
    const before = runs
    for (const tick of slots) tick(Date.now() - 5000)
    await quiet()
    expect(runs).toBe(before)
  })

  it('repeats a scheduled run at the time that the run asks for', async () => {
    const { processes, quiet } = await cluster(2)
    const ticks: Ticker = { every: () => undefined, start: () => undefined, stop: () => undefined }
    const runs: number[] = []
    const engines = processes.map(({ deps }) => {
      const createQueue = (run: RunDue) => {
        const list = createSharedPollQueue(deps, run)
        onTestFinished(() => list.stop())
        return list
      }
      const engine = createScheduler(ticks, createQueue, { warn: () => undefined })
      engine.every('weekly', '0 9 * * 1', 'UTC', async () => {
        runs.push(Date.now())
        if (runs.length === 1) engine.runAgain('weekly', Date.now() + 1000)
      })
      return engine
    })
    for (const engine of engines) engine.runAgain('weekly')
    await expect.poll(() => runs.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(2)
    await quiet()
    const [first = 0, , ...others] = runs
    expect(others.length).toBeLessThanOrEqual(1)
    expect((runs.at(-1) ?? 0) - first).toBeGreaterThanOrEqual(900)
  })
})
