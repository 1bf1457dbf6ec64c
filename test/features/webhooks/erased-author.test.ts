import { expect, it } from 'vitest'
import { eventSchemas, postedEvents } from '../../../src/features/webhooks/events.ts'
import { createAuthorEraser } from '../../../src/store/erase-author.ts'
import { messagesOfFeatures } from '../../../src/stored-kinds.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

it('an author can be removed from a waiting event, which then still fits its schema and is no message in Slack', () => {
  const author = { ...sampleMention().author, name: 'Jane Doe', url: 'https://jane.example' }
  const mention = sampleMention({
    author,
    title: 'Jane Doe writes',
    url: 'https://jane.example/1',
    snippet: 'her',
  })
  const place = { channel: 'hook', ts: '1795262400.000123' }
  const key = { subscription: 'acme', alert: '7', channel: 'C1', ts: '1795262400.000100' }
  const [event] = postedEvents({ ...key, mentions: [mention] })
  const eraser = createAuthorEraser('Jane Doe', new Set(messagesOfFeatures.map(({ name }) => name)))
  const stored = { kind: 'webhook-events', value: { ts: place.ts, value: event }, place }
  eraser.learn(stored)
  const after = JSON.stringify(eraser.erase(stored))
  expect(after).not.toMatch(/jane|her/i)
  expect(eventSchemas()['mention.posted']?.safeParse(JSON.parse(after).value.event).success).toBe(true)
  expect(eraser.messages()).toEqual([])
})
