import { expect, it } from 'vitest'
import { sendMessage } from '../../src/outbox/outbox.ts'
import { createOutboxMemory } from '../../src/outbox/outbox-memory.ts'

/** Sends a message. While its pending post is stored, the clock moves by `movedMs`. Returns what came of it, and how often it was posted. */
async function sendWhileClockMoves(movedMs: number) {
  let at = Date.UTC(2026, 10, 20)
  let posts = 0
  const { result } = await sendMessage(
    {
      now: () => at,
      sleep: async () => undefined,
      stopping: new AbortController().signal,
      async post() {
        posts += 1
        return { kind: 'delivered', ts: '1795176000.000100', receiptKept: true }
      },
      accepted: () => 0,
      readHistory: async () => ({ kind: 'seen', messages: [], bounded: true }),
      channelRate: { take: async () => 0, pause: async () => undefined },
      outboxMemory: createOutboxMemory(),
      log: { info: () => undefined, warn: () => undefined },
    },
    {
      async begin(state) {
        at += movedMs
        return state
      },
      commit: async (state) => state,
      abandon: async (state) => state,
      flush: async (state) => state,
    },
    undefined,
    {
      sender: 'acme',
      channel: 'C1',
      forms: [{ text: 'a mention', blocks: [] }],
      mark: 'acme 1',
      pending: (since) => ({ at: since }),
    },
    () => 0,
  )
  return { kind: result.kind, posts }
}

it('a message is posted if its pending post was stored at once', async () => {
  expect(await sendWhileClockMoves(5000)).toEqual({ kind: 'posted', posts: 1 })
})

it.each([
  ['took longer than five seconds', 5001],
  ['took so long that the clock was set back meanwhile', -60_000],
])(
  'a message is not posted if storing its pending post %s, because another process may have posted it',
  async (_why, movedMs) => {
    expect(await sendWhileClockMoves(movedMs)).toEqual({ kind: 'unconfirmed', posts: 0 })
  },
)
