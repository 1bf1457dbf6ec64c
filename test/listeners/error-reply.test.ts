import { describe, expect, it } from 'vitest'
import { createErrorReply } from '../../src/listeners/events/error-reply.ts'

const url = 'https://hooks.example/1'

/** The messages and log lines after a listener failed on this payload. */
async function saidAfter(payload: unknown): Promise<string[]> {
  const said: string[] = []
  const replyToError = createErrorReply({
    reply: async ({ user, channel, thread, responseUrl }, { text }, place) =>
      void said.push(
        `${place} to ${user} in ${channel}${thread ? `, thread ${thread}` : ''} by ${responseUrl}: ${text}`,
      ),
    async post({ channel, content: { text } }) {
      said.push(`to ${channel}: ${text}`)
      return { kind: 'delivered', ts: '1', receiptKept: true }
    },
    reasonFor: () => 'the disk is full',
    log: { error: ({ err }: { err?: unknown }) => void said.push(`log: ${err}`) },
  })
  await replyToError(payload, new Error('ENOSPC'))
  return said
}

const sentence =
  "That didn't fully work: the disk is full. Check the current state with /mentions list and /mentions mutes."

describe('if a listener throws an error,', () => {
  it.each([
    [
      'the user of a command gets an error message below it',
      { user_id: 'U1', channel_id: 'C1', response_url: url, text: 'pause' },
      ['log: Error: ENOSPC', `beside to U1 in C1 by ${url}: ${sentence}`],
    ],
    [
      'the user who pressed a button gets an error message below the message',
      { user: { id: 'U1' }, channel: { id: 'C1' }, response_url: url },
      ['log: Error: ENOSPC', `beside to U1 in C1 by ${url}: ${sentence}`],
    ],
    [
      'the user who pressed a button in a thread gets an error message there',
      {
        ...{ user: { id: 'U1' }, channel: { id: 'C1' }, response_url: url },
        container: { message_ts: '2.0', thread_ts: '1.0' },
      },
      ['log: Error: ENOSPC', `beside to U1 in C1, thread 1.0 by ${url}: ${sentence}`],
    ],
    [
      'the user who submitted a modal gets a direct message',
      { user: { id: 'U1' }, view: {} },
      ['log: Error: ENOSPC', `to U1: ${sentence}`],
    ],
    [
      'the failure of an event is only logged',
      { event: { type: 'app_home_opened' } },
      ['log: Error: ENOSPC'],
    ],
  ])('%s', async (_who, payload, expected) => expect(await saidAfter(payload)).toEqual(expected))
})
