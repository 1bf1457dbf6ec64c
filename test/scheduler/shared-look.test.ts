import { expect, it } from 'vitest'
import { createSharedQuery } from '../../src/scheduler/shared-progress.ts'
import { settle } from '../tools/manual-clock.ts'

/** Looks that are answered by hand, and a clock that is moved by hand. */
function open() {
  const clock = { at: 10_000 }
  const asked: PromiseWithResolvers<string>[] = []
  const timers = new Set<() => void>()
  const setTimer = (run: () => void) => {
    timers.add(run)
    return () => void timers.delete(run)
  }
  const look = createSharedQuery(
    () => {
      const answer = Promise.withResolvers<string>()
      asked.push(answer)
      return answer.promise
    },
    { now: () => clock.at, setTimer },
  )
  const losePatience = () => {
    for (const run of timers) run()
  }
  return { clock, asked, timers, look, losePatience }
}

it('callers within a second share one query of the shared queue', async () => {
  const { clock, asked, look, timers } = open()
  const both = Promise.all([look(), look()])
  asked[0]?.resolve('one')
  const seen = { at: 10_000, seen: 'one' }
  expect(await both).toEqual([seen, seen])
  clock.at += 999
  expect(await look()).toEqual(seen)
  expect([asked.length, timers.size]).toEqual([1, 0])
  clock.at += 2
  const next = look()
  asked[1]?.resolve('two')
  expect(await next).toEqual({ at: 11_001, seen: 'two' })
})

it('a query of the shared queue that fails or hangs returns the last result, or nothing if there is none', async () => {
  const { clock, asked, look, losePatience } = open()
  const first = look()
  asked[0]?.reject(new Error('away'))
  expect(await first).toBeUndefined()
  const second = look()
  asked[1]?.resolve('one')
  await second
  clock.at += 5000
  const third = look()
  losePatience()
  expect(await third).toEqual({ at: 10_000, seen: 'one' })
  const fourth = look()
  expect(asked).toHaveLength(3)
  asked[2]?.resolve('late')
  expect(await fourth).toEqual({ at: 15_000, seen: 'late' })
  await settle()
})

it('an old result of the shared queue does not become new if the clock is set back', async () => {
  const { clock, asked, look } = open()
  const first = look()
  asked[0]?.resolve('one')
  await first
  clock.at -= 5000
  const next = look()
  asked[1]?.resolve('two')
  expect(await next).toEqual({ at: 5000, seen: 'two' })
})
