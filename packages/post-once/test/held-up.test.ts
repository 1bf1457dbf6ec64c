import { expect, it } from 'vitest'
import { sendMessage } from '../src/outbox.ts'
import { createOutboxMemory } from '../src/outbox-memory.ts'

/**
 * Sends a message. Storing its pending post takes `tookMs`, and meanwhile the machine's clock is set by `setByMs`. Returns what came of it,
 * and how often it was posted.
 */
async function send({ tookMs = 0, setByMs = 0 }) {
  let [at, steady] = [Date.UTC(2026, 10, 20), 0]
  let posts = 0
  const { result } = await sendMessage(
    {
      now: () => at,
      steady: () => steady,
      slackTime: () => undefined,
      sleep: async () => undefined,
      stopping: new AbortController().signal,
      async post() {
        posts += 1
        return { kind: 'delivered', ts: '1795176000.000100', receiptKept: true }
      },
      channelRate: { take: async () => 0, pause: async () => undefined },
      outboxMemory: createOutboxMemory(),
    },
    {
      async begin(state) {
        steady += tookMs
        at += tookMs + setByMs
        return state
      },
      commit: async (state) => state,
      abandon: async (state) => state,
      flush: async (state) => state,
    },
    undefined,
    {
      sender: 'acme',
      draft: { channel: 'C1' },
      forms: [{ text: 'a mention', blocks: [] }],
      mark: 'acme 1',
      pending: (sent) => sent,
    },
    () => 0,
  )
  return { kind: result.kind, posts }
}

it('a message is posted if its pending post was stored at once', async () => {
  expect(await send({ tookMs: 5000 })).toEqual({ kind: 'posted', posts: 1 })
})

it.each([
  ['took longer than five seconds', { tookMs: 5001 }],
  [
    'took longer than five seconds, and the clock was set back by as much',
    { tookMs: 60_000, setByMs: -60_000 },
  ],
  ['took so long that the clock was set back meanwhile', { setByMs: -60_000 }],
  ['took long while the machine slept, which its steady clock does not count', { setByMs: 60_000 }],
])(
  'a message is not posted if storing its pending post %s, because another process may have posted it',
  async (_why, how) => {
    expect(await send(how)).toEqual({ kind: 'unconfirmed', posts: 0 })
  },
)
