import { defined } from '@overheard/base/defined'
import { describe, expect, it } from 'vitest'
import type { HistoryRange, HistoryResult, PostedMessage } from '../src/history.ts'
import { createOutboxMemory } from '../src/outbox-memory.ts'
import { resolveUnconfirmed } from '../src/unconfirmed.ts'

type Message = PostedMessage<{ ids: string[] }>

const doubtMs = 30_000
const start = 1e12

/**
 * A process that finds a pending post which another process stored. `writerAhead`: how far that one's clock is ahead, in ms. `steady` is the
 * steady clock of the process, `ahead` how far its own clock is ahead of that.
 */
function createProcess(
  writerAhead: number,
  history: HistoryResult<Message> = { kind: 'seen', messages: [], bounded: false },
) {
  const clock = { steady: 0, ahead: start }
  const searches: number[] = []
  /** Where each search began, and how recent its pages must be, in ms after the process first saw the post. */
  const ranges: HistoryRange[] = []
  const outboxMemory = createOutboxMemory<Message>()
  const pending = { ids: ['1'], at: start + writerAhead }
  const deps = {
    now: () => clock.steady + clock.ahead,
    steady: () => clock.steady,
    async sleep(ms: number) {
      clock.steady += ms
    },
    async readHistory(range: HistoryRange) {
      searches.push(clock.steady)
      ranges.push(range)
      return history
    },
    outboxMemory,
    doubtMs,
  }
  const resolve = (lastTs?: string, slackAt?: number) =>
    resolveUnconfirmed(deps, {
      ...defined({ lastTs, slackAt }),
      sender: '7 acme',
      pending,
      channel: 'C1',
      isProof: ({ ids }) => ids?.join() === '1',
    })
  /** Slack announces a message with a receipt. */
  const announce = (ts: string, id = '1', channel = 'C1') => {
    outboxMemory.addAnnounced({ channel, message: { ts, replies: 0, ids: [id] }, at: clock.steady })
  }
  return { clock, resolve, announce, searches, ranges }
}

it.each([-600_000, -60_000, 0, 60_000, 600_000])(
  'an unconfirmed post is posted again only after doubtSeconds in this process, even if the writer’s clock differs by %i ms',
  async (writerAhead) => {
    const { clock, resolve } = createProcess(writerAhead)
    expect(await resolve()).toMatchObject({ kind: 'wait', until: start + doubtMs })
    clock.steady += doubtMs - 1
    expect(await resolve()).toMatchObject({ kind: 'wait', until: start + doubtMs })
    clock.steady += 1
    expect(await resolve()).toMatchObject({ kind: 'not-posted', isCertain: true })
  },
)

const hour = 3_600_000

it.each([-48 * hour, -hour, -1000, 1000, hour, 720 * hour])(
  'an unconfirmed post waits for doubtSeconds, no longer and no shorter, if the clock is set by %i ms meanwhile',
  async (setBy) => {
    const { clock, resolve } = createProcess(0)
    await resolve()
    clock.steady += 10_000
    clock.ahead += setBy
    expect(await resolve()).toMatchObject({ kind: 'wait', until: start + setBy + doubtMs })
    clock.steady += doubtMs - 10_001
    expect(await resolve()).toMatchObject({ kind: 'wait' })
    clock.steady += 1
    expect(await resolve()).toMatchObject({ kind: 'not-posted' })
  },
)

it('a search for an unconfirmed post uses pages only from after Slack’s answer, or now, and the last one only from after the wait', async () => {
  const { clock, resolve, ranges } = createProcess(0)
  for (const at of [0, 4999, 5001, doubtMs - 1, doubtMs, doubtMs + 60_000]) {
    clock.steady = at
    await resolve()
  }
  expect(ranges.map(({ since }) => since)).toEqual([0, 4999, 5000, 5000, doubtMs, doubtMs])
})

describe('a search for an unconfirmed post', () => {
  const slackAt = Date.UTC(2026, 10, 28)
  it.each<[string, string | undefined, number | undefined, string | undefined]>([
    ['goes back to the last message of the sender', '1764300000.000100', slackAt, '1764300000.000100'],
    [
      'goes back to a day before the post by Slack’s clock if there is no such message',
      undefined,
      slackAt,
      `${slackAt / 1000 - 86_400}.000000`,
    ],
    ['reads the whole channel if an older version stored only its own time', undefined, undefined, undefined],
  ])('%s, however wrong our clocks are', async (_where, lastTs, known, oldest) => {
    for (const ahead of [-720 * hour, -hour, 0, hour, 720 * hour]) {
      const { clock, resolve, ranges } = createProcess(ahead)
      clock.ahead -= ahead
      await resolve(lastTs, known)
      expect(ranges[0]?.oldest).toBe(oldest)
    }
  })
})

describe('a history search that was cut short', () => {
  const day = 86_400
  it.each<[string, { backTo?: string }, boolean]>([
    ['does not prove that a post is missing', {}, false],
    [
      'does not prove it if it ended less than a day before the post, because Slack’s servers may disagree',
      { backTo: `${start / 1000 - day}.000000` },
      false,
    ],
    [
      'proves it if it ended more than a day before the post',
      { backTo: `${start / 1000 - day - 1}.000000` },
      true,
    ],
  ])('%s', async (_what, backTo, isCertain) => {
    const { clock, resolve } = createProcess(0, { kind: 'seen', messages: [], bounded: true, ...backTo })
    await resolve(undefined, start)
    clock.steady += doubtMs
    expect(await resolve(undefined, start)).toMatchObject({ kind: 'not-posted', isCertain })
  })
})

describe('an unconfirmed post', () => {
  it('is confirmed without a search if Slack announces it by an event', async () => {
    const { resolve, announce, searches } = createProcess(0)
    announce('6.0')
    expect(await resolve('5.0')).toEqual({ kind: 'posted', ts: '6.0' })
    expect(searches).toEqual([])
  })

  it('is confirmed without a search if Slack announces it a moment later', async () => {
    const { resolve, announce, searches } = createProcess(0)
    announce('5.0', '0')
    const resolved = resolve('5.0')
    announce('6.0')
    expect(await resolved).toEqual({ kind: 'posted', ts: '6.0' })
    expect(searches).toEqual([])
  })

  it('is confirmed by a later poll if Slack announces it late', async () => {
    const { resolve, announce, searches } = createProcess(0)
    expect(await resolve('5.0')).toMatchObject({ kind: 'wait' })
    announce('6.0')
    expect(await resolve('5.0')).toEqual({ kind: 'posted', ts: '6.0' })
    expect(searches).toHaveLength(1)
  })

  it('is searched for only two seconds later if Slack announced earlier messages, because the announcement may still come', async () => {
    const { resolve, announce, searches } = createProcess(0)
    announce('5.0', '0')
    expect(await resolve('5.0')).toMatchObject({ kind: 'wait' })
    expect(searches).toEqual([2000])
  })

  it('is searched for at once if Slack has never announced a message', async () => {
    const { resolve, searches } = createProcess(0)
    await resolve('5.0')
    expect(searches).toEqual([0])
  })

  it.each([
    ['an earlier message with the same receipt', '5.0', '1', 'C1'],
    ['a message with another receipt', '6.0', '2', 'C1'],
    ['a message in another channel', '6.0', '1', 'C2'],
  ])('is not confirmed by an announcement of %s', async (_what, ts, id, channel) => {
    const { resolve, announce, searches } = createProcess(0)
    announce(ts, id, channel)
    expect(await resolve('5.0')).toMatchObject({ kind: 'wait' })
    expect(searches).toHaveLength(1)
  })

  it('is not confirmed by an announcement that came before its pending post, if the last message is unknown', async () => {
    const { clock, resolve, announce } = createProcess(0)
    announce('4.0')
    clock.steady += 1
    expect(await resolve()).toMatchObject({ kind: 'wait' })
  })

  it('is confirmed by an announcement that comes within the same millisecond, even if the last message is unknown', async () => {
    const { resolve, announce, searches } = createProcess(0)
    announce('4.0')
    expect(await resolve()).toEqual({ kind: 'posted', ts: '4.0' })
    expect(searches).toEqual([])
  })
})
