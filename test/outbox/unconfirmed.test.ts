import { expect, it } from 'vitest'
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
  const pending = { ids: ['1'], at: start + writerAhead }
  const ports = {
    now: () => clock.at,
    sleep: async () => undefined,
    stopping: new AbortController().signal,
    post: async () => ({ kind: 'unknown' as const, reason: 'not expected' }),
    accepted: () => 0,
    readHistory: async () => history,
    channelRate: { take: async () => 0, pause: async () => undefined },
    outboxMemory: createOutboxMemory(),
    log: { info: () => undefined, warn: () => undefined },
    doubtMs,
  }
  const resolve = () =>
    resolveUnconfirmed(ports, {
      sender: '7 acme',
      pending,
      sentAt: pending.at,
      channel: 'C1',
      isProof: () => false,
    })
  return { clock, resolve }
}

it.each([-600_000, -60_000, 0, 60_000, 600_000])(
  'M8: a post is not repeated before doubtSeconds have passed in this process, although the clock of its writer differs by %i ms',
  async (writerAhead) => {
    const { clock, resolve } = createProcess(writerAhead)
    expect(await resolve()).toMatchObject({ kind: 'wait', until: start + doubtMs })
    clock.at += doubtMs - 1
    expect(await resolve()).toMatchObject({ kind: 'wait', until: start + doubtMs })
    clock.at += 1
    expect(await resolve()).toMatchObject({ kind: 'not-posted', isCertain: true })
  },
)

it('a wait is no longer if the clock is set back meanwhile', async () => {
  const { clock, resolve } = createProcess(0)
  await resolve()
  clock.at -= 3_600_000
  expect(await resolve()).toMatchObject({ kind: 'wait', until: clock.at + doubtMs })
})

it('a search that was cut short before the time of the post proves nothing', async () => {
  const { clock, resolve } = createProcess(0, { kind: 'seen', messages: [], bounded: true })
  await resolve()
  clock.at += doubtMs
  expect(await resolve()).toMatchObject({ kind: 'not-posted', isCertain: false })
})
