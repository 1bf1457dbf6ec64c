import { expect, it } from 'vitest'
import { createLags } from '../src/lags.ts'

it('counts from the first time a subscription was due, until it has caught up', () => {
  let time = 0
  const lags = createLags(
    () => time,
    () => [],
  )
  lags.due('acme')
  time = 60_000
  lags.due('acme')
  lags.due('globex')
  time = 90_000
  expect(lags.behind()).toEqual([
    { subscription: 'acme', ms: 90_000 },
    { subscription: 'globex', ms: 30_000 },
  ])
  lags.caughtUp('acme')
  lags.forget('globex')
  expect(lags.behind()).toEqual([])
})

it('counts those that wait for their turn, from when they began to wait', () => {
  const waiting = [
    { member: 'acme', ms: 20_000 },
    { member: 'globex', ms: 5000 },
  ]
  const lags = createLags(
    () => 30_000,
    () => waiting,
  )
  lags.due('acme')
  expect(lags.behind()).toEqual([
    { subscription: 'acme', ms: 20_000 },
    { subscription: 'globex', ms: 5000 },
  ])
})

it('tells when a subscription caught up last, until it is forgotten', () => {
  let time = 5000
  const lags = createLags(
    () => time,
    () => [],
  )
  expect(lags.caughtUpAt('acme')).toBeUndefined()
  lags.caughtUp('acme')
  time = 9000
  lags.due('acme')
  expect(lags.caughtUpAt('acme')).toBe(5000)
  lags.forget('acme')
  expect(lags.caughtUpAt('acme')).toBeUndefined()
})
