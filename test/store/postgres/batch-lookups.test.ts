import { expect, it } from 'vitest'
import { batchLookups } from '../../../src/store/postgres/checkpoints.ts'

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

it('concurrent callers share one statement, and each gets its own answer', async () => {
  const { double, statements, begun, moment } = open()
  const confirmedPosts = Promise.all([double(1), double(2), double(1)])
  await moment()
  expect(begun()).toEqual([[1, 2, 1]])
  statements[0]?.answer()
  expect(await confirmedPosts).toEqual([2, 4, 2])
})

it('callers during a running statement are in the next statement, never in the running one', async () => {
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

it('a failed statement rejects for the callers that shared it, and the next one works', async () => {
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

it('at most a hundred callers share a statement', async () => {
  const { double, begun, moment } = open()
  for (let key = 0; key < 250; key++) void double(key)
  await moment()
  expect(begun().map(({ length }) => length)).toEqual([100])
})
