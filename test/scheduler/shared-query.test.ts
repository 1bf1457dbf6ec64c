import { expect, it } from 'vitest'
import { createSharedQuery } from '../../src/scheduler/shards.ts'
import { flushPromises } from '../tools/manual-clock.ts'

/** Queries that are answered by hand, and a clock that is moved by hand. */
function open() {
  const clock = { at: 10_000 }
  const asked: PromiseWithResolvers<string>[] = []
  const timers = new Set<() => void>()
  const setTimer = (run: () => void) => {
    timers.add(run)
    return () => void timers.delete(run)
  }
  const query = createSharedQuery(
    () => {
      const answer = Promise.withResolvers<string>()
      asked.push(answer)
      return answer.promise
    },
    { now: () => clock.at, setTimer },
  )
  const timeOut = () => {
    for (const run of timers) run()
  }
  return { clock, asked, timers, query, timeOut }
}

it('callers within a second share one query for the progress of other processes', async () => {
  const { clock, asked, query, timers } = open()
  const both = Promise.all([query(), query()])
  asked[0]?.resolve('one')
  const seen = { at: 10_000, result: 'one' }
  expect(await both).toEqual([seen, seen])
  clock.at += 999
  expect(await query()).toEqual(seen)
  expect([asked.length, timers.size]).toEqual([1, 0])
  clock.at += 2
  const next = query()
  asked[1]?.resolve('two')
  expect(await next).toEqual({ at: 11_001, result: 'two' })
})

it('a query for the progress of other processes that fails or hangs returns the last result, or nothing if there is none', async () => {
  const { clock, asked, query, timeOut } = open()
  const first = query()
  asked[0]?.reject(new Error('away'))
  expect(await first).toBeUndefined()
  const second = query()
  asked[1]?.resolve('one')
  await second
  clock.at += 5000
  const third = query()
  timeOut()
  expect(await third).toEqual({ at: 10_000, result: 'one' })
  const fourth = query()
  expect(asked).toHaveLength(3)
  asked[2]?.resolve('late')
  expect(await fourth).toEqual({ at: 15_000, result: 'late' })
  await flushPromises()
})

it('an old result for the progress of other processes is not taken for a new one if the clock is set back', async () => {
  const { clock, asked, query } = open()
  const first = query()
  asked[0]?.resolve('one')
  await first
  clock.at -= 5000
  const next = query()
  asked[1]?.resolve('two')
  expect(await next).toEqual({ at: 5000, result: 'two' })
})
