import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterFailure, afterSuccess, beforePoll, endOf, replanned } from '../../src/runner/schedule.ts'
import { FetchError } from '../../src/source.ts'
import { newChannel } from '../../src/store/channels.ts'

const now = Date.UTC(2026, 10, 18)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const answered = { startedAt: now, everyMs: hour, nextAt: undefined, freshUntil: 0 }
const refused = new FetchError('refused', 'news.example answers 404', { status: 404 })

describe('the next poll of a channel', () => {
  it.each<[what: string, at: number]>([
    ['after its interval', afterSuccess(now, answered, 0).nextAt],
    ['after its interval, counted from the start of the poll', afterSuccess(now + 5000, answered, 0).nextAt],
  ])('comes %s', (_what, at) => {
    expect(at).toBe(now + hour)
  })

  it('comes when the source wants it, and never before an answer has lost its freshness', () => {
    expect(afterSuccess(now, { ...answered, nextAt: now + 5 * minute }, 0).nextAt).toBe(now + 5 * minute)
    expect(afterSuccess(now, { ...answered, freshUntil: now + 3 * hour }, 0).nextAt).toBe(now + 3 * hour)
    expect(afterSuccess(now, { ...answered, freshUntil: now + minute }, 0).nextAt).toBe(now + hour)
  })

  it('is later with more failures: it doubles up to a day, and after ten failures up to a week', () => {
    const waits = [1, 2, 3, 10, 11, 30].map(
      (failures) => afterFailure(now, hour, failures, refused, 0).waitMs,
    )
    expect(waits).toEqual([2 * hour, 4 * hour, 8 * hour, day, 7 * day, 7 * day])
  })

  it('comes sooner if the host was not reached at all, because such an attempt costs the host nothing', () => {
    const unreachable = new FetchError('unreachable', 'news.example cannot be reached')
    const waits = [1, 2, 5, 20].map((failures) => afterFailure(now, hour, failures, unreachable, 0).waitMs)
    expect(waits).toEqual([minute, 2 * minute, 16 * minute, 7 * day])
  })

  it('comes sooner once if the host was too slow, and then as after any failure', () => {
    const slow = new FetchError('timeout', 'news.example did not answer in time')
    const waits = [1, 2, 3].map((failures) => afterFailure(now, hour, failures, slow, 0).waitMs)
    expect(waits).toEqual([minute, 4 * hour, 8 * hour])
  })

  it('never comes before the time that a host has asked for', () => {
    const busy = new FetchError('busy', 'news.example answers 429', { status: 429, retryAt: now + 3 * day })
    expect(afterFailure(now, hour, 1, busy, 0).nextAt).toBe(now + 3 * day)
  })

  it('is spread to later times only, by at most a tenth, and is never more than a week away', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.nat(20 * day),
        fc.nat(40),
        (random, everyMs, failures) => {
          const plans = [
            beforePoll(now, everyMs, random),
            afterSuccess(now, { ...answered, everyMs }, random),
          ]
          for (const { nextAt } of plans) {
            expect(nextAt).toBeGreaterThanOrEqual(now + Math.min(everyMs, 7 * day))
            expect(nextAt).toBeLessThanOrEqual(now + Math.min(everyMs * 1.1 + 1, 7 * day))
          }
          expect(afterFailure(now, everyMs, failures + 1, refused, random).waitMs).toBeLessThanOrEqual(
            7 * day,
          )
        },
      ),
    )
  })

  it('is not lost in a far future if the clock was ahead for a while', () => {
    const plan = beforePoll(now + 365 * day, hour, 0)
    expect(replanned(now, plan)).toEqual({ nextAt: now + hour, waitMs: hour })
    expect(replanned(now + 365 * day + 5 * minute, plan)).toBeUndefined()
  })
})

describe('a channel', () => {
  const failed = (failures: number, forMs: number) => ({ ...newChannel, failures, failingSince: now - forMs })

  it('ends when its page is gone for good', () => {
    const gone = new FetchError('gone', 'news.example answers 410', { status: 410 })
    expect(endOf(now, failed(1, 0), gone)).toMatch(/gone for good/)
  })

  it('ends when its page has been missing ten times in two weeks, and not before', () => {
    expect(endOf(now, failed(10, 14 * day), refused)).toMatch(/two weeks/)
    expect(endOf(now, failed(9, 14 * day), refused)).toBeUndefined()
    expect(endOf(now, failed(10, 13 * day), refused)).toBeUndefined()
  })

  it('does not end because of any other failure', () => {
    const busy = new FetchError('busy', 'news.example answers 503', { status: 503 })
    expect(endOf(now, failed(100, 100 * day), busy)).toBeUndefined()
    expect(endOf(now, failed(100, 100 * day), new Error('unreadable'))).toBeUndefined()
  })
})
