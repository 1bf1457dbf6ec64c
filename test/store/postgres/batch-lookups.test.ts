import { expect, it } from 'vitest'
import { batchLookups } from '../../../src/store/sql/batch-lookups.ts'

/** A lookup that doubles numbers. Each statement is recorded and answered on command. */
function open() {
  const statements: { keys: number[]; answer: (fails?: Error) => void }[] = []
  const double = batchLookups(
    (keys: number[]) =>
      new Promise<number[]>((resolve, reject) => {
        const answer = (fails?: Error) => (fails ? reject(fails) : resolve(keys.map((key) => key * 2)))
        statements.push({ keys, answer })
      }),
  )
  const begun = () => statements.map(({ keys }) => keys)
  const moment = () => new Promise(setImmediate)
  return { double, statements, begun, moment }
}

it('concurrent database lookups share one statement, and each caller gets its own answer', async () => {
  const { double, statements, begun, moment } = open()
  const confirmedPosts = Promise.all([double(1), double(2), double(1)])
  await moment()
  expect(begun()).toEqual([[1, 2, 1]])
  statements[0]?.answer()
  expect(await confirmedPosts).toEqual([2, 4, 2])
})

it('database lookups that come during a running statement are in the next statement', async () => {
  const { double, statements, begun, moment } = open()
  const first = double(1)
  await moment()
  const later = [double(2), double(3)]
  await moment()
  expect(begun()).toEqual([[1]])
  statements[0]?.answer()
  expect(await first).toBe(2)
  await moment()
  expect(begun()).toEqual([[1], [2, 3]])
  statements[1]?.answer()
  expect(await Promise.all(later)).toEqual([4, 6])
})

it('a failed statement rejects all database lookups that shared it, and the next statement works', async () => {
  const { double, statements, moment } = open()
  const failing = Promise.allSettled([double(1), double(2)])
  await moment()
  statements[0]?.answer(new Error('away'))
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const next = double(3)
  await moment()
  statements[1]?.answer()
  expect(await next).toBe(6)
})

it('at most a hundred database lookups share a statement', async () => {
  const { double, begun, moment } = open()
  for (let key = 0; key < 250; key++) void double(key)
  await moment()
  expect(begun().map(({ length }) => length)).toEqual([100])
})
