import { describe, expect, it } from 'vitest'
import { createErrorReply } from '../../src/listeners/error-reply.ts'

const url = 'https://hooks.example/1'

/** What was told where, of a payload in whose handling something failed. */
async function told(payload: unknown): Promise<string[]> {
  const said: string[] = []
  const apologise = createErrorReply({
    reply: async ({ user, channel, responseUrl }, { text }, place) =>
      void said.push(`${place} to ${user} in ${channel} by ${responseUrl}: ${text}`),
    async post({ channel, content: { text } }) {
      said.push(`to ${channel}: ${text}`)
      return { kind: 'delivered', ts: '1', receiptKept: true }
    },
    reasonFor: () => 'the disk is full',
    log: { error: ({ err }: { err?: unknown }) => void said.push(`log: ${err}`) },
  })
  await apologise(payload, new Error('ENOSPC'))
  return said
}

const sentence =
  'That failed, or was done only in part: the disk is full. /mentions list and /mentions mutes tell what is so now.'

describe('of what fails hears', () => {
  it.each([
    [
      'who typed a command, beside it',
      { user_id: 'U1', channel_id: 'C1', response_url: url, text: 'pause' },
      ['log: Error: ENOSPC', `beside to U1 in C1 by ${url}: ${sentence}`],
    ],
    [
      'who pressed something in a message, beside it',
      { user: { id: 'U1' }, channel: { id: 'C1' }, response_url: url },
      ['log: Error: ENOSPC', `beside to U1 in C1 by ${url}: ${sentence}`],
    ],
    [
      'who filled in a modal, directly',
      { user: { id: 'U1' }, view: {} },
      ['log: Error: ENOSPC', `to U1: ${sentence}`],
    ],
    ['the log alone of an event', { event: { type: 'app_home_opened' } }, ['log: Error: ENOSPC']],
  ])('%s', async (_who, payload, expected) => expect(await told(payload)).toEqual(expected))
})
