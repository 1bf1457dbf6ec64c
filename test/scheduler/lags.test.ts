import { expect, it } from 'vitest'
import { createLagTracker } from '../../src/scheduler/poll-queue.ts'

const never = () => undefined

it('the lag of a subscription counts from the first time it was due until it has caught up', () => {
  let time = 0
  const lags = createLagTracker(() => time)
  lags.due('7', 'acme')
  time = 60_000
  lags.due('7', 'acme')
  lags.due('8', 'globex')
  time = 90_000
  expect(lags.progress([], never)).toEqual([
    { key: '7', member: 'acme', behindMs: 90_000 },
    { key: '8', member: 'globex', behindMs: 30_000 },
  ])
  lags.caughtUp('7', 'acme')
  lags.forget('globex')
  expect(lags.progress([], never)).toEqual([{ key: '7', member: 'acme', caughtUpAt: 90_000 }])
})

it('the lag of a waiting subscription counts from the start of its wait', () => {
  const lags = createLagTracker(() => 30_000)
  lags.due('7', 'acme')
  const waiting = [
    { key: '7', member: 'acme', ms: 20_000 },
    { key: '8', member: 'globex', ms: 5000 },
  ]
  expect(lags.progress(waiting, never)).toEqual([
    { key: '7', member: 'acme', behindMs: 20_000 },
    { key: '8', member: 'globex', behindMs: 5000 },
  ])
})

it('the lag tracker returns when a subscription caught up last, until the subscription is removed', () => {
  let time = 5000
  const lags = createLagTracker(() => time)
  lags.caughtUp('7', 'acme')
  time = 9000
  lags.due('7', 'acme')
  expect(lags.progress([], never)).toEqual([{ key: '7', member: 'acme', behindMs: 0, caughtUpAt: 5000 }])
  lags.forget('acme')
  expect(lags.progress([], never)).toEqual([])
})
