/** Which keys need a job: for a slot, for a wish, when their runs end, and when whoever should have asked did not live to. */
import { describe, expect, it } from 'vitest'
import type { DueMember } from '../../../src/model/due.ts'
import type { Database } from '../../../src/store/postgres/database.ts'
import { dueRows } from '../../../src/store/postgres/due-rows.ts'
import { useDatabases } from '../../tools/databases.ts'

const databases = useDatabases()

/** The rows of a database, where member `a` of key `7` is taken for a run. */
async function whereARuns() {
  const { rows } = await whereAIsDue()
  await rows.take(['7'])
  return rows
}

async function whereAIsDue() {
  const { database } = await (await databases.fresh()).open()
  const rows = dueRows(database, 'polls')
  await rows.markDue([{ key: '7', member: 'a' }], Date.now())
  return { rows, database }
}

/** Lets the clock of a database stand at a moment, in ms since 1970. */
const stopClockAt = (at: number, database: Database) =>
  database.query(
    `create or replace function overheard.now_ms() returns float8 language sql volatile as 'select ${at}::float8'`,
  )

it.each([
  [
    'the alert is due again if the polled subscription became due during the poll',
    [{ key: '7', member: 'a' }],
    ['7'],
  ],
  [
    'the alert is due again if another of its subscriptions became due during the poll',
    [{ key: '7', member: 'b' }],
    ['7'],
  ],
  [
    'the alert is due once if two of its subscriptions became due during the poll',
    [
      { key: '7', member: 'a' },
      { key: '7', member: 'b' },
    ],
    ['7'],
  ],
  ['the alert is not due if no subscription became due during the poll', [], []],
  [
    'the alert is not due if a subscription will be due only ten minutes later',
    [{ key: '7', member: 'b', at: Date.now() + 600_000 }],
    [],
  ],
  ['the alert is not due if a subscription became due for another alert', [{ key: '8', member: 'b' }], []],
])('at the end of the poll of an alert, %s', async (_what, meanwhile, keys) => {
  const rows = await whereARuns()
  await rows.markDue(meanwhile, Date.now())
  expect(await rows.end(['7'], ['a'])).toEqual(keys)
})

it('a due subscription that was not polled keeps its lag when another subscription of the same alert is polled', async () => {
  const rows = await whereARuns()
  await rows.markDue([{ key: '7', member: 'b', slot: Date.now() - 60_000 }], Date.now())
  await rows.end(['7'], ['a'])
  expect(await rows.take(['7'])).toEqual([{ key: '7', member: 'b', behindMs: expect.any(Number) }])
  const [, b] = await rows.progress()
  expect(b?.behindMs).toBeGreaterThanOrEqual(60_000)
})

it('a stopping process hands a subscription that became due during its poll over to another process', async () => {
  const rows = await whereARuns()
  await rows.markDue([{ key: '7', member: 'b' }], Date.now())
  await rows.handOver(['7'], ['a'])
  expect((await rows.waiting()).keys).toEqual(['7'])
  expect(await rows.take(['7'])).toMatchObject([{ member: 'b' }])
})

it('a delayed subscription is found as due when its time has come', async () => {
  const { rows, database } = await whereAIsDue()
  await rows.take(['7'])
  await rows.end(['7'], ['a'])
  const now = Date.now()
  const at = now + 60_000
  await stopClockAt(now, database)
  expect(await rows.markDue([{ key: '7', member: 'a', at }], now)).toEqual([])
  await stopClockAt(at - 1, database)
  expect((await rows.waiting()).keys).toEqual([])
  await stopClockAt(at, database)
  expect((await rows.waiting()).keys).toEqual(['7'])
})

it.each([
  ['two minutes behind', -120_000],
  ['two minutes ahead of', 120_000],
])(
  'the delay of a subscription has the same length if the process clock is %s the database clock',
  async (_what, skew) => {
    const { rows, database } = await whereAIsDue()
    await rows.take(['7'])
    await rows.end(['7'], ['a'])
    const now = Date.now()
    await stopClockAt(now, database)
    const theirs = now + skew
    expect(await rows.markDue([{ key: '7', member: 'a', at: theirs + 30_000 }], theirs)).toEqual([])
    expect((await database.query('select next_at from overheard.due')).rows).toEqual([
      { next_at: now + 30_000 },
    ])
  },
)

it('an alert is found as due after ten seconds if the process that should have queued its poll has died', async () => {
  const { rows, database } = await whereAIsDue()
  const found = async () => (await rows.waiting()).keys
  const later = (ms: number) => database.query(`update overheard.due set sent_at = sent_at - ${ms}`)
  expect(await found()).toEqual([])
  await later(10_001)
  expect(await found()).toEqual(['7'])
  // Whoever found it asks.
  expect(await found()).toEqual([])
})

describe('after a poll that began two minutes before its scheduled time by the database clock,', () => {
  async function afterAnEarlyRun() {
    const { database } = await (await databases.fresh()).open()
    const rows = dueRows(database, 'polls')
    const now = Date.now()
    await stopClockAt(now, database)
    const slot = now + 120_000
    expect(await rows.markDue([{ key: '7', member: 'a', slot }], now)).toEqual(['7'])
    await rows.take(['7'])
    await rows.end(['7'], ['a'])
    const nextAt = async () => (await database.query('select next_at from overheard.due')).rows[0]
    const note = (...due: DueMember[]) => rows.markDue(due, now)
    return { rows, note, slot, nextAt }
  }

  it('the scheduled time counts as done for every process, and a later scheduled time does not', async () => {
    const { rows, note, slot } = await afterAnEarlyRun()
    expect(await note({ key: '7', member: 'a', slot })).toEqual([])
    expect(await rows.take(['7'])).toEqual([])
    expect(await note({ key: '7', member: 'a', slot: slot + 1 })).toEqual(['7'])
  })

  it('a delayed poll is due at its own time, and a poll without a time is due at once', async () => {
    const { note, slot, nextAt } = await afterAnEarlyRun()
    expect(await note({ key: '7', member: 'a', at: slot + 60_000 })).toEqual([])
    expect(await nextAt()).toEqual({ next_at: slot + 60_000 })
    expect(await note({ key: '7', member: 'a', at: slot })).toEqual([])
    expect(await nextAt()).toEqual({ next_at: slot })
    expect(await note({ key: '7', member: 'a' })).toEqual(['7'])
  })

  it('a scheduled time that counts as done does not hide a delayed poll that is recorded together with it', async () => {
    const { note, slot, nextAt } = await afterAnEarlyRun()
    const [seen, wish] = [
      { key: '7', member: 'a', slot },
      { key: '7', member: 'a', at: slot + 60_000 },
    ]
    await note(seen, wish)
    expect(await nextAt()).toEqual({ next_at: slot + 60_000 })
  })
})

it('an alert does not wait for an hour if the clock is set back by an hour', async () => {
  const { rows, database } = await whereAIsDue()
  await rows.take(['7'])
  await rows.end(['7'], ['a'])
  await database.query(`update overheard.due set last_at = last_at + ${60 * 60_000}`)
  const slot = Date.now()
  expect(await rows.markDue([{ key: '7', member: 'a', slot }], Date.now())).toEqual(['7'])
  expect(await rows.take(['7'])).toMatchObject([{ member: 'a' }])
  await rows.end(['7'], ['a'])
  expect(await rows.markDue([{ key: '7', member: 'a', slot }], Date.now())).toEqual([])
})
