import { expect, it } from 'vitest'
import { createDelayedJobs } from '../../src/engine/schedule/poll-queue.ts'

function open() {
  const timers: { ms: number; run: () => void }[] = []
  const due: string[] = []
  const later = createDelayedJobs(
    (run, ms) => {
      const timer = { ms, run }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
    (key, member) => void due.push(`${member} of ${key}`),
  )
  return { later, due, waits: () => timers.map(({ ms }) => ms), pass: () => timers.shift()?.run() }
}

it('a delayed subscription becomes due when its time has come', () => {
  const { later, due, waits, pass } = open()
  later.add('7', 'acme', 5000)
  expect({ due, waits: waits() }).toEqual({ due: [], waits: [5000] })
  pass()
  expect(due).toEqual(['acme of 7'])
})

it('a new delay of a subscription replaces its earlier delay, for each alert separately', () => {
  const { later, waits } = open()
  later.add('7', 'acme', 5000)
  later.add('7', 'acme', 100)
  later.add('8', 'acme', 300)
  later.add('7', 'other', 200)
  expect(waits()).toEqual([100, 300, 200])
})

it('a delayed subscription that gets another alert becomes due for that alert only', () => {
  const { later, waits } = open()
  later.add('7', 'acme', 100)
  later.add('8', 'acme', 200)
  later.add('7', 'other', 300)
  later.moved('acme', '8')
  expect(waits()).toEqual([200, 300])
})

it('the delay of a subscription can be cancelled', () => {
  const { later, waits } = open()
  later.add('7', 'acme', 100)
  later.add('8', 'acme', 200)
  later.add('7', 'other', 300)
  later.cancel('acme')
  expect(waits()).toEqual([300])
})

it('no delayed subscription becomes due after the stop', () => {
  const { later, waits } = open()
  later.add('7', 'acme', 100)
  later.add('8', 'other', 200)
  later.stop()
  expect(waits()).toEqual([])
})
