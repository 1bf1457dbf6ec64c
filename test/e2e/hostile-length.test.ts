import { readMention } from '@overheard/mention-client'
import { it } from 'vitest'
import { fingerprintOf } from '../../src/engine/dedupe/original-index.ts'
import { decideFor } from '../../src/engine/rules/rules.ts'
import { expectLinear } from '../tools/growth.ts'
import { wireMention } from '../tools/mention-responses.ts'
import { burstThread, card } from '../tools/sample-menu.ts'
import { subscriptionOf } from '../tools/story-world.ts'

/** Processes one mention with very long text in each field; the time must grow linearly with the text. */

const place = { subscription: 'acme', alert: '7', style: 'full' } as const
const patterns = ['*i', 'a*b*c', '東*', ' - ', 'x']
const everything = { text: patterns, author: patterns, tag: patterns, domain: patterns, source: patterns }
const decide = decideFor(subscriptionOf({ except: everything, dedupe: 'story' }), {
  mutes: () => [
    { channel: 'C1', kind: 'author', name: 'Spam King', by: 'U1', at: 0 },
    { channel: 'C1', kind: 'domain', name: 'spam.example', by: 'U1', at: 0 },
  ],
})

function goThrough(raw: Record<string, unknown>): void {
  const mention = readMention(raw, '1', 0)
  decide(mention, 0, 'C1')
  fingerprintOf(mention, 'story')
  card(mention, place)
  burstThread({ ...place, mentions: [mention], firstNumber: 1 })
}

it.each([
  ...[
    'i',
    ' ',
    '\n',
    '-',
    ' - ',
    '-  |  ',
    'ix ',
    '"',
    '“’',
    'a.',
    'm.',
    '/',
    '/amp',
    '&a=b',
    '%',
    '\u0000',
    '\u202eא',
  ],
  ...[
    'e\u0301',
    '\u0301',
    '👩\u200d',
    '\u200d',
    '🇩',
    '\u{e0061}',
    'ﷺ',
    '東',
    'กา',
    '\u1100',
    '\ud800',
    '<@U1>',
  ],
])('a mention whose fields repeat %j is processed in time that grows linearly with its length', (unit) => {
  expectLinear((length) => {
    const text = unit.repeat(length / unit.length)
    const marks = Array.from({ length: length / 20 }, (_, at) => ({
      text: text.slice(at, at + 2),
      start_index: at,
      end_index: at + 2,
    }))
    const raw = wireMention(1, {
      title: text,
      snippet: text,
      url: `https://${text}`,
      language: text,
      source: text,
      tags: [text, text],
      author: { name: text, avatar: text, audience: 1, url: text, description: text },
      entities: { snippet: { highlighted_text: marks } },
    })
    const untitled = { ...raw, title: '', url: text }
    return () => {
      goThrough(raw)
      goThrough(untitled)
    }
  }, 1000)
})
