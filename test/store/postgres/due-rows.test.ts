/** Which keys need a job: when their runs end, for what was asked for while a job stood came to nothing; and when nobody asked. */
import { expect, it } from 'vitest'
import { dueRows } from '../../../src/store/postgres/due-rows.ts'
import { useDatabases } from './databases.ts'

const databases = useDatabases()

/** The rows of a database, where member `a` of key `7` is taken for a run. */
async function whereARuns() {
  const { rows } = await whereAIsDue()
  await rows.take(['7'])
  return rows
}

async function whereAIsDue() {
  const { database } = await (await databases.fresh()).open()
  const rows = dueRows(database, 'turns')
  await rows.note([{ key: '7', member: 'a' }])
  return { rows, database }
}

it.each([
  ['who ran has become due again', [{ key: '7', member: 'a' }], ['7']],
  ['another one has become due', [{ key: '7', member: 'b' }], ['7']],
  [
    'both have',
    [
      { key: '7', member: 'a' },
      { key: '7', member: 'b' },
    ],
    ['7'],
  ],
  ['nobody has', [], []],
  ['somebody will be later', [{ key: '7', member: 'b', at: Date.now() + 600_000 }], []],
  ['somebody has under another key', [{ key: '8', member: 'b' }], []],
])('where a run ends and meanwhile %s', async (_what, meanwhile, keys) => {
  const rows = await whereARuns()
  await rows.note(meanwhile)
  expect(await rows.end(['7'], ['a'])).toEqual(keys)
})

it('who became due and did not run is as far behind after a run of others as before it', async () => {
  const rows = await whereARuns()
  await rows.note([{ key: '7', member: 'b', at: Date.now() - 60_000 }])
  await rows.end(['7'], ['a'])
  expect(await rows.take(['7'])).toEqual([{ key: '7', member: 'b', behindMs: expect.any(Number) }])
  const [, b] = await rows.howFar()
  expect(b?.behindMs).toBeGreaterThanOrEqual(60_000)
})

it('a process that stops leaves to the next look what became due while its run ended, too', async () => {
  const rows = await whereARuns()
  await rows.note([{ key: '7', member: 'b' }])
  await rows.handOver(['7'], ['a'])
  expect((await rows.waiting()).keys).toEqual(['7'])
  expect(await rows.take(['7'])).toMatchObject([{ member: 'b' }])
})

it('what was noted by a process that died before it asked for a job is found within ten seconds', async () => {
  const { rows, database } = await whereAIsDue()
  const found = async () => (await rows.waiting()).keys
  const later = (ms: number) => database.query(`update overheard.due set sent_at = sent_at - ${ms}`)
  expect(await found()).toEqual([])
  await later(10_001)
  expect(await found()).toEqual(['7'])
  // Whoever found it asks.
  expect(await found()).toEqual([])
})
