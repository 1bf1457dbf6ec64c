import { describe, expect, it } from 'vitest'
import type { HistoryResult } from '../../src/model/history.ts'
import { createOutboxMemory } from '../../src/outbox/outbox-memory.ts'
import { resolveUnconfirmed } from '../../src/outbox/unconfirmed.ts'

const doubtMs = 30_000
const start = 1e12

/** A process that finds a pending post which another process stored. `writerAhead`: how far that one's clock is ahead, in ms. */
function createProcess(
  writerAhead: number,
  history: HistoryResult = { kind: 'seen', messages: [], bounded: false },
) {
  const clock = { at: start }
  const searches: number[] = []
  /** How recent the pages of each search must be, in ms after the process first saw the post. */
  const since: number[] = []
  const outboxMemory = createOutboxMemory()
  const pending = { ids: ['1'], at: start + writerAhead }
  const deps = {
    now: () => clock.at,
    async sleep(ms: number) {
      clock.at += ms
    },
    stopping: new AbortController().signal,
    post: async () => ({ kind: 'unknown' as const, reason: 'not expected' }),
    accepted: () => 0,
    async readHistory(range: { since?: number }) {
      searches.push(clock.at)
      since.push((range.since ?? Number.NaN) - start)
      return history
    },
    channelRate: { take: async () => 0, pause: async () => undefined },
    outboxMemory,
    log: { info: () => undefined, warn: () => undefined },
    doubtMs,
  }
  const resolve = (lastTs?: string) =>
    resolveUnconfirmed(deps, {
      ...(lastTs === undefined ? {} : { lastTs }),
      sender: '7 acme',
      pending,
      sentAt: pending.at,
      channel: 'C1',
      isProof: ({ receipt }) => receipt?.ids.join() === '1',
    })
  /** Slack announces a message with a receipt. */
  const announce = (ts: string, id = '1', channel = 'C1') => {
    const receipt = { subscription: 'acme', alert: '7', through: '1', ids: [id] }
    outboxMemory.addAnnounced({ channel, message: { ts, replies: 0, receipt }, at: clock.at })
  }
  return { clock, resolve, announce, searches, since }
}

it.each([-600_000, -60_000, 0, 60_000, 600_000])(
  'an unconfirmed post is posted again only after doubtSeconds in this process, even if the writer’s clock differs by %i ms',
  async (writerAhead) => {
    const { clock, resolve } = createProcess(writerAhead)
    expect(await resolve()).toMatchObject({ kind: 'wait', until: start + doubtMs })
    clock.at += doubtMs - 1
    expect(await resolve()).toMatchObject({ kind: 'wait', until: start + doubtMs })
    clock.at += 1
    expect(await resolve()).toMatchObject({ kind: 'not-posted', isCertain: true })
  },
)

it('an unconfirmed post does not wait longer if the clock is set back', async () => {
  const { clock, resolve } = createProcess(0)
  await resolve()
  clock.at -= 3_600_000
  expect(await resolve()).toMatchObject({ kind: 'wait', until: clock.at + doubtMs })
})

it('a search for an unconfirmed post uses pages only from after Slack’s answer, or now, and the last one only from after the wait', async () => {
  const { clock, resolve, since } = createProcess(0)
  for (const at of [0, 4999, 5001, doubtMs - 1, doubtMs, doubtMs + 60_000]) {
    clock.at = start + at
    await resolve()
  }
  expect(since).toEqual([0, 4999, 5000, 5000, doubtMs, doubtMs])
})

describe('a history search that was cut short', () => {
  const day = 86_400
  it.each<[string, { backTo?: string }, boolean]>([
    ['does not prove that a post is missing', {}, false],
    [
      'does not prove it if it ended less than a day before the post, because our clock may be wrong',
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
    await resolve()
    clock.at += doubtMs
    expect(await resolve()).toMatchObject({ kind: 'not-posted', isCertain })
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
    expect(searches).toEqual([start + 2000])
  })

  it('is searched for at once if Slack has never announced a message', async () => {
    const { resolve, searches } = createProcess(0)
    await resolve('5.0')
    expect(searches).toEqual([start])
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
    clock.at += 1
    expect(await resolve()).toMatchObject({ kind: 'wait' })
  })
  it('is confirmed by an announcement that comes within the same millisecond, even if the last message is unknown', async () => {
    const { resolve, announce, searches } = createProcess(0)
    announce('4.0')
    expect(await resolve()).toEqual({ kind: 'posted', ts: '4.0' })
    expect(searches).toEqual([])
  })
})
