import fc from 'fast-check'
import { expect, it } from 'vitest'
import { requestsPerMinute } from '../../../src/engine/schedule/poll-planner.ts'
import { defaults } from '../../../test/config/defaults.ts'
import { requestShares } from '../src/request-limit.ts'

it('of the assumed 300 requests a minute, 280 are sent: 250 for polls, 30 more for people, who have at most 120', () => {
  expect(requestShares()).toEqual({ all: 280, polls: 250, reserve: 30, commands: 120 })
})

it('however many are allowed, fewer are sent, and polls and people both have some', () => {
  fc.assert(
    fc.property(fc.integer({ min: 30, max: 6000 }), (allowed) => {
      const { all, polls, reserve, commands } = requestShares(allowed)
      expect(all).toBeLessThan(allowed)
      expect(polls + reserve).toBe(all)
      expect(Math.min(polls, reserve, commands)).toBeGreaterThan(0)
      expect(commands).toBeLessThan(polls)
    }),
  )
})

it('however many are allowed, people leave polls what these plan by default', () => {
  fc.assert(
    fc.property(fc.integer({ min: 30, max: 6000 }), (allowed) => {
      const { all, polls, reserve, commands } = requestShares(allowed)
      const planned = requestsPerMinute(1, { share: defaults.polling.share, mostPerMinute: polls })
      expect(all - reserve - commands).toBeGreaterThanOrEqual(planned)
    }),
  )
})
