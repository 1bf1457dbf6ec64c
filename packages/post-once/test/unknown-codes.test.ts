import { describe, expect, it } from 'vitest'
import { noRefusals } from '../../../src/digests/deliver.ts'
import {
  blame,
  concludeTries,
  type FailedTries,
  nextToTry,
  pauseOf,
  type Refusal,
  type Refusals,
  setAside,
  withoutRefusal,
} from '../src/unknown-codes.ts'

/** The decisions after refusals with unknown codes. test/engine/unknown-codes.test.ts has their effects on whole polls. */

const now = 1_000_000
const accepted = 5
const refusal: Refusal = { accepted, replies: 0, inThread: false, code: 'something_new' }
const tries: FailedTries = {
  ...{ count: 1, code: 'something_new', retryAt: now + 5000, accepted, runStart: 1, tried: ['a'] },
}
const paused: Refusals = { refused: new Map(), tries }
const refusing = (...names: string[]) =>
  names.reduce((refusals, name) => setAside(refusals, name, refusal), noRefusals)

describe('the pause after Slack refused messages with an unknown code', () => {
  const pause = { code: 'something_new', retryAt: now + 5000 }
  it.each<[string, Refusals, number, number, object | undefined]>([
    ['does not exist if nothing was refused', noRefusals, accepted, now, undefined],
    ['lasts until its time', paused, accepted, now + 4999, pause],
    ['is over at its time', paused, accepted, now + 5000, undefined],
    ['ends as soon as Slack accepts another message for the channel', paused, accepted + 1, now, undefined],
    ['has not begun while messages are still tried', { ...refusing('a'), tries }, accepted, now, undefined],
    [
      'begins at once, however long it is',
      { ...paused, tries: { ...tries, retryAt: now + 300_000 } },
      accepted,
      now,
      { code: 'something_new', retryAt: now + 300_000 },
    ],
    ['is not made longer by a clock that was set back', paused, accepted, now - 3_600_000, undefined],
  ])('%s', (_what, refusals, count, time, expected) => {
    expect(pauseOf(refusals, count, time)).toEqual(expected)
  })
})

describe('the end of a run in which Slack refused messages with an unknown code', () => {
  const conclude = (refusals: Refusals, runStart = 1, count = accepted) =>
    concludeTries(refusals, { accepted: count, now, runStart })

  it('names the message if Slack refused only one, because it may be the cause', () => {
    const { stuck, refusals } = conclude(refusing('a'))
    expect(stuck).toEqual({ code: 'something_new', retryAt: now + 5000, tries: 1, only: 'a' })
    expect(refusals.tries?.alone).toBe('a')
  })

  it('names no message if Slack refused several, because none of them is the cause', () => {
    const { stuck, refusals } = conclude(refusing('a', 'b'))
    expect(stuck).toEqual({ code: 'something_new', retryAt: now + 5000, tries: 1 })
    expect(refusals.tries?.alone).toBeUndefined()
  })

  it('doubles the pause at each run, up to five minutes, but not twice in the same run', () => {
    let refusals = refusing('a')
    const pauses: number[] = []
    for (const runStart of [1, 1, 2, 3, 4, 5, 6, 7, 8]) {
      const concluded = conclude(refusals, runStart)
      pauses.push(((concluded.stuck?.retryAt ?? now) - now) / 1000)
      refusals = concluded.refusals
    }
    expect(pauses).toEqual([5, 5, 10, 20, 40, 80, 160, 300, 300])
  })

  it('leads to no pause if Slack accepted another message after the refusal', () => {
    expect(conclude(refusing('a'), 1, accepted + 1).stuck).toBeUndefined()
  })

  it('leads to a pause if Slack accepted one message and then refused another', () => {
    const { stuck, refusals } = conclude(
      setAside(refusing('a'), 'b', { ...refusal, accepted: accepted + 1 }),
      1,
      accepted + 1,
    )
    expect(stuck).toEqual({ code: 'something_new', retryAt: now + 5000, tries: 1 })
    expect(pauseOf({ ...refusals, refused: new Map() }, accepted + 1, now)).toMatchObject({
      retryAt: now + 5000,
    })
  })

  it('remembers the 1,000 names that were tried last', () => {
    const before = Array.from({ length: 1000 }, (_, at) => `name ${at}`)
    const { refusals } = conclude({ ...refusing('a'), tries: { ...tries, tried: before } })
    expect(refusals.tries?.tried).toEqual([...before.slice(1), 'a'])
  })

  it('changes nothing if Slack refused no message', () => {
    expect(conclude(paused)).toEqual({ refusals: paused })
  })
})

describe('the next message to try while Slack refuses messages with an unknown code', () => {
  it('is the one that was tried longest ago, and not one that is set aside', () => {
    const before: Refusals = { refused: new Map(), tries: { ...tries, tried: ['b', 'c', 'a'] } }
    expect(nextToTry(before, new Set(), ['a', 'b', 'c'])).toBe('b')
    expect(nextToTry(before, new Set(['b']), ['a', 'b', 'c'])).toBe('c')
    expect(nextToTry(before, new Set(['b']), ['a', 'b', 'd'])).toBe('d')
  })

  it('does not exist once three are set aside', () => {
    expect(nextToTry(noRefusals, new Set(['a', 'b']), ['a', 'b', 'd'])).toBe('d')
    expect(nextToTry(noRefusals, new Set(['a', 'b', 'c']), ['d'])).toBeUndefined()
  })
})

describe('the cause of a repeated refusal with an unknown code', () => {
  const [inThread, replies] = [true, 0]
  it.each<[string, Refusals, string, Parameters<typeof blame>[2], 'message' | 'thread' | undefined]>([
    ['is unknown at the first refusal', noRefusals, 'a', { accepted, replies, inThread }, undefined],
    [
      'is unknown while Slack accepts no other message',
      refusing('a'),
      'a',
      { accepted, replies, inThread: false },
      undefined,
    ],
    [
      'is the message if Slack has accepted another one',
      refusing('a'),
      'a',
      { accepted: accepted + 1, replies, inThread: false },
      'message',
    ],
    [
      'is the thread if it has accepted no other reply',
      refusing('a'),
      'a',
      { accepted: accepted + 1, replies, inThread },
      'thread',
    ],
    [
      'is the message if its thread has accepted another reply',
      refusing('a'),
      'a',
      { accepted: accepted + 1, replies: 1, inThread },
      'message',
    ],
    [
      'is the message that was refused alone in an earlier run',
      { ...paused, tries: { ...tries, alone: 'a' } },
      'a',
      { accepted: accepted + 1, replies: 1, inThread: false },
      'message',
    ],
  ])('%s', (_what, refusals, name, state, cause) => {
    expect(blame(refusals, name, state)).toBe(cause)
  })
})

it('a message that Slack accepts is no longer refused, and the pause because of others ends', () => {
  const refusals = { ...refusing('a', 'b'), tries }
  expect(withoutRefusal(refusals, 'a')).toEqual({
    refused: new Map([['b', refusal]]),
    tries: { ...tries, count: 0, retryAt: 0 },
  })
  expect(withoutRefusal({ ...refusals, tries: { ...tries, alone: 'a' } }, 'a').tries).toBeUndefined()
})
