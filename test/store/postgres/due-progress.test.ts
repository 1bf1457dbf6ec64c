/** The progress of members whose rows were left behind: by a dead process, under an old alert, or by an earlier version. */
import { expect, it } from 'vitest'
import { connectDatabase } from '../../../src/store/postgres/database.ts'
import { dueRows } from '../../../src/store/postgres/due-rows.ts'
import { migrate, tables } from '../../../src/store/postgres/migrations.ts'
import { useDatabases } from '../../tools/databases.ts'

const databases = useDatabases()

async function rowsOfNow() {
  const { database } = await (await databases.fresh()).open()
  return { database, rows: dueRows(database, 'polls') }
}

it('the lag of a subscription whose process died counts from its due time until a later poll has read all new mentions', async () => {
  const { rows } = await rowsOfNow()
  const due = Date.now() - 60_000
  await rows.markDue([{ key: '7', member: 'a', slot: due }], Date.now())
  for (const process of ['that dies', 'that takes over']) {
    await rows.take(['7'])
    const [{ behindMs = 0 } = {}] = await rows.progress()
    expect(behindMs, process).toBeGreaterThanOrEqual(60_000)
  }
  await rows.end(['7'], ['a'])
  const [{ behindMs, caughtUpAt = 0 } = {}] = await rows.progress()
  expect(behindMs).toBeUndefined()
  expect(caughtUpAt).toBeGreaterThan(due)
})

it('a subscription has caught up only after a poll that has read all new mentions', async () => {
  const { rows } = await rowsOfNow()
  await rows.markDue(
    ['a', 'b'].map((member) => ({ key: '7', member })),
    Date.now(),
  )
  await rows.take(['7'])
  await rows.end(['7'], ['b'])
  expect(await rows.progress()).toEqual([
    { member: 'a', behindMs: expect.any(Number) },
    { member: 'b', caughtUpAt: expect.any(Number) },
  ])
})

it('a poll of another alert makes up for the missed polls of a subscription that has moved to it', async () => {
  const { rows } = await rowsOfNow()
  await rows.markDue([{ key: '7', member: 'a' }], Date.now())
  await rows.take(['7'])
  await rows.end(['7'], [])
  await rows.markDue([{ key: '8', member: 'a' }], Date.now())
  await rows.take(['8'])
  await rows.end(['8'], ['a'])
  expect(await rows.progress()).toEqual([{ member: 'a', caughtUpAt: expect.any(Number) }])
})

it('the database forgets the due times of a subscription for an alert that the subscription no longer uses', async () => {
  const { rows, database } = await rowsOfNow()
  await rows.markDue(
    [
      { key: '7', member: 'taken', slot: Date.now() - 60_000 },
      { key: '7', member: 'stays', slot: Date.now() - 1000 },
    ],
    Date.now(),
  )
  await rows.take(['7'])
  await rows.markDue(
    [
      { key: '7', member: 'later', at: Date.now() + 60_000 },
      { key: '9', member: 'waits', slot: Date.now() - 90_000 },
    ],
    Date.now(),
  )
  await rows.missed(['waits'])
  expect((await rows.waiting()).lag).toBeGreaterThan(80_000)
  const moved = ['taken', 'later', 'waits'].map((member) => ({ member, key: '8' }))
  await rows.moved([...moved, { member: 'stays', key: '7' }])
  const left = await database.query('select key, member from overheard.due order by key, member', [])
  expect(left.rows).toEqual([
    { key: '', member: 'waits' },
    { key: '7', member: 'stays' },
  ])
  expect((await rows.waiting()).lag).toBe(0)
})

it('the lag of a waiting subscription counts from its due time, and a delayed subscription has no lag', async () => {
  const { rows } = await rowsOfNow()
  await rows.markDue(
    [
      { key: '7', member: 'a', slot: Date.now() - 5000 },
      { key: '8', member: 'b', at: Date.now() + 60_000 },
    ],
    Date.now(),
  )
  const [{ behindMs = 0 } = {}, later] = await rows.progress()
  expect(behindMs).toBeGreaterThanOrEqual(5000)
  expect(later).toEqual({ member: 'b' })
})

it('due polls that an earlier version of the bot wrote to the database stay due', async () => {
  const url = await databases.empty()
  const database = connectDatabase(url)
  try {
    await database.query('create schema overheard')
    await database.query(
      'create table overheard.migrations (version int primary key, at timestamptz default now())',
    )
    for (const [index, step] of tables.slice(0, 3).entries())
      await database.query(`${step}; insert into overheard.migrations values (${index + 1})`)
    await database.query(
      `insert into overheard.due (queue, key, member, last_at, taken) values ('polls', '7', 'a', 1, true)`,
    )
    await migrate(database)
    const rows = dueRows(database, 'polls')
    expect(await rows.progress()).toEqual([{ member: 'a' }])
    expect(await rows.take(['7'])).toMatchObject([{ key: '7', member: 'a' }])
    expect(await rows.progress()).toEqual([{ member: 'a', behindMs: expect.any(Number) }])
  } finally {
    await database.close()
  }
})
