import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../sandbox/mention-service/generator/random.ts'
import {
  maxWaiting,
  nextPost,
  replayPosts,
  repliesWaitUntil,
  type WindowState,
} from '../../src/engine/post/burst-window.ts'
import { streamsOf } from './freshness/streams.ts'

/** Streams of mentions, polled at different times, without any message. */

const second = 1000
const minute = 60 * second

type Arrival = { id: number; at: number; isUrgent: boolean }
type Posted = { at: number; ids: number[] }

function posts(stream: Arrival[], times: Iterable<number>, burst: number): Posted[] {
  let next = 0
  const polls = Array.from(times, (at) => {
    const from = next
    while ((stream[next]?.at ?? Number.POSITIVE_INFINITY) <= at) next += 1
    return { at, found: stream.slice(from, next) }
  })
  return [...replayPosts({ burst }, polls, ({ isUrgent }) => isUrgent)].map(({ at, mentions }) => ({
    at,
    ids: mentions.map(({ id }) => id),
  }))
}

function* every(ms: number, end: number, phase = 0) {
  for (let at = phase; at <= end + ms; at += ms) yield at
}

/** The messages in Slack: a burst shows three mentions, and ten more in each reply. */
const messages = (posted: Posted[]) =>
  posted.reduce((sum, { ids }) => sum + 1 + Math.ceil(Math.max(0, ids.length - 3) / 10), 0)

/** A Poisson stream of `perWindow` mentions in two minutes. */
function streamOf(perWindow: number, length: number, seed: number): Arrival[] {
  const random = createRandom(seed)
  const arrivals: Arrival[] = []
  for (let at = 0; ; ) {
    at += (-Math.log(1 - random.next()) / perWindow) * 2 * minute
    if (at > length) return arrivals
    arrivals.push({ id: arrivals.length, at: Math.round(at), isUrgent: false })
  }
}

const anyStream = fc
  .array(fc.record({ gap: fc.integer({ min: 0, max: 90 * second }), isUrgent: fc.boolean() }), {
    minLength: 1,
    maxLength: 80,
  })
  .map((gaps) => {
    let at = 0
    return gaps.map(({ gap, isUrgent }, id): Arrival => {
      at += gap
      return { id, at, isUrgent: isUrgent && id % 5 === 0 }
    })
  })
const anyBurst = fc.integer({ min: 1, max: 12 })
const anyPolls = fc
  .array(fc.integer({ min: 1, max: 200 * second }), { minLength: 1, maxLength: 100 })
  .map((gaps) => gaps.map((_, index) => gaps.slice(0, index + 1).reduce((sum, gap) => sum + gap, 0)))

const lastAt = (stream: Arrival[]) => stream.at(-1)?.at ?? 0

describe('for any stream of mentions, any `burst` and any times of polls', () => {
  it('each mention is posted once, and never before a poll finds it', () => {
    fc.assert(
      fc.property(anyStream, anyBurst, anyPolls, (stream, burst, polls) => {
        const posted = posts(stream, [...polls, lastAt(stream) + 200 * second * 100], burst)
        expect(posted.flatMap(({ ids }) => ids).toSorted((a, b) => a - b)).toEqual(stream.map(({ id }) => id))
        for (const { at, ids } of posted)
          for (const id of ids) expect(at).toBeGreaterThanOrEqual(stream[id]?.at ?? 0)
      }),
    )
  })

  it('mentions that are not urgent are posted in the order of their ids', () => {
    fc.assert(
      fc.property(anyStream, anyBurst, anyPolls, (stream, burst, polls) => {
        const posted = posts(stream, [...polls, lastAt(stream) + 200 * second * 100], burst)
        const calm = posted.flatMap(({ ids }) => ids).filter((id) => stream[id]?.isUrgent === false)
        expect(calm).toEqual(calm.toSorted((a, b) => a - b))
      }),
    )
  })

  it('a mention waits at most two minutes after the poll that finds it, and an urgent mention not at all', () => {
    fc.assert(
      fc.property(anyStream, anyBurst, anyPolls, (stream, burst, some) => {
        const polls = [...some, lastAt(stream) + 200 * second * 100]
        for (const { at, ids } of posts(stream, polls, burst))
          for (const id of ids) {
            const { at: visible, isUrgent } = stream[id] ?? { at: 0, isUrgent: false }
            const found = polls.find((poll) => poll >= visible) ?? 0
            expect(at - found).toBeLessThanOrEqual(isUrgent ? 0 : 2 * minute)
          }
      }),
    )
  })

  it('no two minutes bring twice `burst` cards, unless some are urgent', () => {
    fc.assert(
      fc.property(anyStream, anyBurst, anyPolls, (stream, burst, some) => {
        const polls = [...some, lastAt(stream) + 200 * second * 100]
        const posted = posts(stream, polls, burst)
        const cards = posted.filter(
          ({ ids: [id = 0, ...others] }) => others.length === 0 && !stream[id]?.isUrgent,
        )
        for (const { at } of cards) {
          const close = cards.filter((card) => card.at >= at && card.at < at + 118 * second)
          expect(close.length).toBeLessThan(2 * burst)
        }
      }),
    )
  })
})

describe('the same stream', () => {
  const hour = 60 * minute
  const more = (stream: Arrival[], burst: number) => {
    const count = (ms: number) => messages(posts(stream, every(ms, lastAt(stream)), burst))
    return count(5 * second) / count(120 * second) - 1
  }

  it.each([0.1, 0.5, 1, 2, 3, 4, 5, 6, 8, 12, 20, 40])(
    'of %s mentions in two minutes becomes as many messages, within a tenth, when it is polled every 5 s and every 120 s',
    (perWindow) => {
      const stream = streamOf(perWindow, 200 * hour, 1)
      expect(Math.abs(more(stream, 5))).toBeLessThanOrEqual(0.1)
    },
  )

  it.each([3, 5, 10, 20])(
    'of an alert with news becomes, with `burst: %s`, as many messages, within a tenth, when it is polled every 5 s and every 120 s',
    (burst) => {
      const [{ times } = { times: [] }] = streamsOf(
        { alerts: 1, sigma: 1, bursts: true, seed: 3 },
        0,
        20 * 24 * hour,
      )
      const stream = times.map((at, id) => ({ id, at, isUrgent: false }))
      expect(Math.abs(more(stream, burst))).toBeLessThanOrEqual(0.1)
    },
  )
})

describe('a hundred streams of mentions, polled every 5 s instead of every 120 s,', () => {
  const together = (perWindow: number, minutes: number, burst: number, ms: number) => {
    const counts = Array.from({ length: 100 }, (_, seed) => {
      const stream = streamOf(perWindow, minutes * minute, seed + 1)
      const phase = Math.round(createRandom(seed).next() * ms)
      return messages(posts(stream, every(ms, minutes * minute, phase), burst))
    })
    return counts.reduce((sum, count) => sum + count, 0) / counts.length
  }

  it.each([
    [3, 20],
    [3, 60],
    [5, 20],
    [5, 60],
    [10, 20],
    [10, 60],
    [20, 60],
  ])(
    'that begin with a burst become at most 0.8 × `burst` messages more in the mean, with `burst: %s` and a length of %s minutes',
    (burst, minutes) => {
      for (const perWindow of [2 * burst, 4 * burst]) {
        const [often, seldom] = [5, 120].map((s) => together(perWindow, minutes, burst, s * second))
        expect((often ?? 0) - (seldom ?? 0)).toBeLessThanOrEqual(0.8 * burst)
        expect((often ?? 0) - (seldom ?? 0)).toBeGreaterThanOrEqual(0)
      }
    },
  )

  it('become together as many messages, within a tenth, with `burst: 5` and a length of 40 minutes, at every rate of mentions', () => {
    for (const perWindow of [1, 2, 3, 4, 5, 6, 8, 12, 20, 40]) {
      const [often, seldom] = [5, 120].map((s) => together(perWindow, 40, 5, s * second))
      expect(Math.abs((often ?? 0) / (seldom ?? 0) - 1)).toBeLessThanOrEqual(0.1)
    }
  })
})

describe('a window', () => {
  const next = (state: WindowState, count: number) =>
    nextPost(
      state,
      Array.from({ length: count }, (_, id) => id),
      () => false,
    )?.kind

  it('does not make mentions wait after the clock was set back', () => {
    const window = { since: 100 * minute, cards: 5 }
    expect(next({ window, now: 99 * minute, burst: 5 }, 1)).toBe('card')
  })

  it('of 0 s never makes mentions wait, and each poll with more mentions than `burst` becomes a burst', () => {
    const window = { since: 0, cards: 5 }
    const kinds = [1, 5, 6].map((count) => next({ window, now: 0, burst: 5, windowMs: 0 }, count))
    expect(kinds).toEqual(['card', 'card', 'burst'])
    expect(repliesWaitUntil({ window, now: 7, burst: 5, windowMs: 0 })).toBeUndefined()
  })

  it('makes at most 299 mentions wait', () => {
    const window = { since: 0, cards: 0, afterBurst: true } as const
    expect(next({ window, now: minute, burst: 5 }, maxWaiting - 1)).toBe('wait')
    expect(next({ window, now: minute, burst: 5 }, maxWaiting)).toBe('burst')
    expect(next({ window, now: minute, burst: 1000 }, maxWaiting)).toBe('burst')
  })
})

describe('the limits of a window', () => {
  const full = { since: 0, cards: 3 }
  const phaseAt = (now: number, windowMs?: number) =>
    nextPost({ window: full, now, burst: 3, ...(windowMs !== undefined && { windowMs }) }, [1], () => false)

  it.each([
    [undefined, 118, 150],
    [60_000, 59, 75],
    [240_000, 236, 300],
  ])(
    'of %s ms: it may end %s s after its first card, and what comes before %s s belongs to it',
    (windowMs, early, late) => {
      const kindsAt = (now: number) => {
        const next = phaseAt(now, windowMs)
        return next?.kind === 'wait' ? 'wait' : next?.isBurst
      }
      expect(kindsAt(early * second - 1)).toBe('wait')
      expect(kindsAt(early * second)).toBe(true)
      expect(kindsAt(late * second - 1)).toBe(true)
      expect(kindsAt(late * second)).toBe(false)
    },
  )

  it('replies to a live card are due from 2 s before the end of each window until 10 s after it', () => {
    const waits = (now: number) => repliesWaitUntil({ window: full, now, burst: 3 })
    for (const windows of [1, 2]) {
      const end = windows * 2 * minute
      expect(waits(end - 2 * second - 1)).toBe(end)
      expect(waits(end - 2 * second)).toBeUndefined()
      expect(waits(end + 10 * second - 1)).toBeUndefined()
      expect(waits(end + 10 * second)).toBe(end + 2 * minute)
    }
  })
})
