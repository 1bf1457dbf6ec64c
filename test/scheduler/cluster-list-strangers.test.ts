import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { startBoss } from '../../src/scheduler/pg-boss.ts'
import { createSharedPollQueue } from '../../src/scheduler/shared-queue.ts'
import { dueRows } from '../../src/store/postgres/due-rows.ts'
import { useDatabases } from '../tools/databases.ts'

/** A process is asked to run a member that it does not know, because another process has another configuration. On a real PostgreSQL. */

const databases = useDatabases()
const rowShape = z.object({ taken: z.boolean(), inMs: z.number().nullable() })

function setTimer(run: () => void, ms: number) {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** A process that knows one member only. */
async function open() {
  const { database } = await (await databases.fresh()).open()
  const boss = await startBoss(database.query, () => undefined)
  const ran: string[] = []
  const run = async (_key: string, members: string[]) => {
    ran.push(...members)
    return members
  }
  const problem = { raise: () => undefined, clear: () => undefined }
  const deps = {
    rows: dueRows(database, 'polls'),
    jobs: await boss.jobs('polls'),
    now: Date.now,
    setTimer,
    problem,
  }
  const list = createSharedPollQueue(deps, run, (_key, member) => member === 'known')
  onTestFinished(async () => {
    await list.stop()
    await boss.stop()
  })
  /** The row of the other member: whether it is being run, and in how many ms it is due. */
  const row = async () => {
    const { rows } = await database.query(
      `select taken, next_at - overheard.now_ms() as "inMs" from overheard.due where member = 'other'`,
    )
    return rowShape.optional().parse(rows[0])
  }
  const until = async (holds: (found: Awaited<ReturnType<typeof row>>) => boolean) => {
    while (!holds(await row())) await wait(20)
  }
  const make = (column: string, ms: number) =>
    database.query(
      `update overheard.due set ${column} = overheard.now_ms() + $1, sent_at = null where member = 'other'`,
      [ms],
    )
  return { list, ran, until, make }
}

it('a due subscription that this process does not know is soon offered to the other processes, and the known subscriptions are polled', async () => {
  const { list, ran, until, make } = await open()
  list.markDue('7', ['known', 'other'])
  await until((row) => row?.taken === false && (row.inMs ?? 0) > 1000)
  expect(ran).toEqual(['known'])
  await make('next_at', 0)
  await until((row) => row?.taken === false && (row.inMs ?? 0) > 1000)
  expect(ran).toEqual(['known'])
})

it('a due subscription that no process knows for ten minutes is dropped', async () => {
  const { list, ran, until, make } = await open()
  list.markDue('7', ['other'])
  await until((row) => row?.taken === false && (row.inMs ?? 0) > 1000)
  await make('behind_since', -600_000)
  await make('next_at', 0)
  await until((row) => row?.taken === false && row.inMs === null)
  expect(ran).toEqual([])
})
