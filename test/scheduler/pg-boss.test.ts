import { expect, it, onTestFinished } from 'vitest'
import { startBoss } from '../../src/scheduler/pg-boss.ts'
import { dueRows } from '../../src/store/postgres/due-rows.ts'
import { useDatabases } from '../tools/databases.ts'

/** The order in which pg-boss hands out jobs, on a real PostgreSQL. */

const databases = useDatabases()

it('the jobs of pg-boss are handed out in turn: the alert that was polled longest ago comes first', async () => {
  const { open } = await databases.fresh()
  const { database } = await open()
  const boss = await startBoss(database.query, () => undefined)
  onTestFinished(() => boss.stop())
  const [rows, jobs] = [dueRows(database, 'polls'), await boss.jobs('polls')]
  const keys = Array.from({ length: 75 }, (_, index) => String((index * 31) % 75))
  for (const key of keys) {
    await rows.markDue([{ key, member: 'a' }], Date.now())
    await rows.take([key])
  }
  await rows.end(keys, [])
  const due = await rows.markDue(
    keys.toSorted().map((key) => ({ key, member: 'a' })),
    Date.now(),
  )
  expect(due).toEqual(keys)
  await jobs.createJobs(due)
  const claimed = [await jobs.claim(25), await jobs.claim(25), await jobs.claim(25)]
  expect(claimed.map((some) => some.map(({ key }) => key).toSorted())).toEqual(
    [0, 25, 50].map((first) => keys.slice(first, first + 25).toSorted()),
  )
})
