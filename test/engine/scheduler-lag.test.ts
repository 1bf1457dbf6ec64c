import { expect, it } from 'vitest'
import { lagsOf } from '../../src/engine/schedule/poll-scheduler.ts'

const everybody = () => true

it('the list of lags begins with the subscription furthest behind and leaves out subscriptions that are not behind', () => {
  const members = [
    { member: 'a little', behindMs: 1000 },
    { member: 'up to date', caughtUpAt: 5 },
    { member: 'far', behindMs: 60_000, caughtUpAt: 5 },
  ]
  expect(lagsOf(members, everybody)).toEqual([
    { subscription: 'far', ms: 60_000 },
    { subscription: 'a little', ms: 1000 },
  ])
})

it('a subscription that has just become due has a lag of zero', () => {
  expect(lagsOf([{ member: 'acme', behindMs: 0 }], everybody)).toEqual([{ subscription: 'acme', ms: 0 }])
})

it('a subscription that was removed has no lag', () => {
  const members = [
    { member: 'acme', behindMs: 1000 },
    { member: 'gone', behindMs: 2000 },
  ]
  expect(lagsOf(members, (name) => name !== 'gone')).toEqual([{ subscription: 'acme', ms: 1000 }])
})
