import { expect, it } from 'vitest'
import { lagsOf } from '../../src/polling/poll-scheduler.ts'

const everybody = () => true

it('who is furthest behind comes first, and who is not behind does not come at all', () => {
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

it('who has just become due is behind by nothing', () => {
  expect(lagsOf([{ member: 'acme', behindMs: 0 }], everybody)).toEqual([{ subscription: 'acme', ms: 0 }])
})

it('who is not watched any more is not behind', () => {
  const members = [
    { member: 'acme', behindMs: 1000 },
    { member: 'gone', behindMs: 2000 },
  ]
  expect(lagsOf(members, (name) => name !== 'gone')).toEqual([{ subscription: 'acme', ms: 1000 }])
})
