import type { Mention } from '@overheard/mention-client/mention'
import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { type DigestedAlert, digestMessages } from '../../../src/digests/content/message.ts'
import { digestMail, maxMailHtml, maxMailText } from '../../../src/features/webhooks/digest-mail.ts'
import {
  bold,
  bullets,
  context,
  mrkdwn,
  plainText,
  richLine,
  richText,
  section,
  words,
} from '../../../src/messages/kit/block-kit.ts'
import { slackDate } from '../../../src/messages/kit/dates.ts'
import { webAddress } from '../../../src/messages/kit/text.ts'
import type { Block, Content } from '../../../src/model/message.ts'
import type { StatsQuestion } from '../../../src/stats/question.ts'
import { arbitraryMentions, foreignText } from '../../tools/arbitrary-mention.ts'
import { summaryOf, total } from '../../tools/period-summaries.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { honest } from '../../tools/sample-statistics.ts'

const range = { from: '2026-11-09', to: '2026-11-15' }
const question: StatsQuestion = { choice: { kind: 'dates', ...range }, sources: [], more: false }

const alert = (name: string, loudest: Mention[]): DigestedAlert => ({
  kind: 'summary',
  summary: summaryOf(
    {
      ...honest,
      now: { ...honest.now, mentions: total(loudest.length) },
      loudest,
      loudestNegative: loudest,
      alert: { name },
    },
    question,
    'digest',
  ),
})

function digestOf(...alerts: DigestedAlert[]): Content[] {
  const digest = digestMessages({
    ...{ name: 'weekly', channel: 'C1', period: { key: '2026-W46', range } },
    ...{ whenEmpty: 'line', audience: 'channel', alerts },
  })
  return digest.kind === 'nothing' ? [] : [digest.parent, ...digest.thread]
}

/** What a reader of mail makes of a page: its elements with their attributes, and the texts of its links and cells. */
function readHtml(html: string) {
  const elements: string[] = []
  const shown: string[] = []
  const open: string[] = []
  const odd: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      elements.push([name, ...Object.keys(attributes)].join(' '))
      open.push(name)
      if (name === 'a') shown.push(`${attributes.href} `)
      else if (name === 'td' || name === 'th') shown.push('')
    },
    ontext(text) {
      const place = open.findLast((name) => name !== 'b' && name !== 'br')
      if (place === 'a' || place === 'td' || place === 'th') shown.push(`${shown.pop()}${text}`)
    },
    onclosetag(name, isImplied) {
      if (isImplied && name !== 'meta' && name !== 'br') odd.push(`</${name}> is missing`)
      open.splice(open.lastIndexOf(name), 1)
    },
    oncomment: (text) => void odd.push(`<!--${text}`),
    oncdatastart: () => void odd.push('CDATA'),
    onprocessinginstruction: (name) => name === '!doctype' || odd.push(name),
  })
  parser.end(html)
  return { elements: new Set(elements), shown, odd }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The links and the cells of tables in blocks, in their order. */
function linksAndCells(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(linksAndCells)
  if (!isRecord(value) || value.type === 'actions') return []
  if (value.type === 'raw_text') return [String(value.text)]
  if (value.type !== 'link') return Object.values(value).flatMap(linksAndCells)
  const url = webAddress(String(value.url))
  return url === undefined ? [] : [`${url} ${value.text ?? value.url}`]
}

/** Those that HTML has, but for characters that no page can have. */
const expected = (messages: Content[]) =>
  linksAndCells(messages.map(({ blocks }) => blocks)).map((text) =>
    text.toWellFormed().replaceAll(/[\0\r]/g, ' '),
  )

const allowed = [
  'html',
  'head',
  'meta charset',
  'body',
  'p',
  'b',
  'small',
  'ul',
  'li',
  'table',
  'tr',
  'th',
  'td',
  'a href',
  'br',
]

describe('the mail of a digest', () => {
  it('has the heading, the numbers, the details of the thread and every link, as text and as HTML', () => {
    const mentions = [
      sampleMention({ title: 'Acme <b>is</b> down & out', url: 'https://example.com/?a=1&b="2"' }),
    ]
    const messages = digestOf(alert('Acme', mentions), alert('Rival', []))
    expect(messages.length).toBeGreaterThan(1)
    const { subject, text, html } = digestMail(messages)
    expect(subject).toBe('Weekly digest, Nov 9 – 15, 2026')
    expect(text).toMatch(/^Weekly digest, Nov 9 – 15, 2026\n/)
    expect(text).toContain('Alert | Mentions | Negative')
    expect(text).toContain('Acme <b>is</b> down & out (https://example.com/?a=1&b="2")')
    expect(html).toContain('<p><b>Weekly digest, Nov 9 – 15, 2026</b><br>')
    expect(html).toContain(
      '<a href="https://example.com/?a=1&amp;b=&quot;2&quot;"><b>Acme &lt;b&gt;is&lt;/b&gt; down &amp; out</b></a>',
    )
    expect(html).toContain('<th>Negative</th>')
    expect(html).not.toContain('All numbers')
  })

  it('turns no text of a mention, an alert or a source into markup, and shows each as Slack does', () => {
    const mentions = arbitraryMentions(0, 8)
    fc.assert(
      fc.property(mentions, mentions, foreignText, foreignText, (some, others, name, other) => {
        const messages = digestOf(alert(name, some), alert(other, others))
        const { html, text, subject } = digestMail(messages)
        const { elements, shown, odd } = readHtml(html)
        expect(odd).toEqual([])
        expect([...elements].filter((element) => !allowed.includes(element))).toEqual([])
        expect(shown).toEqual(expected(messages))
        expect(subject).not.toMatch(/\p{Cc}/u)
        for (const written of [html, text, subject]) expect(written.isWellFormed()).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('links only addresses of the web, and loads nothing', () => {
    const link = (url: string): Block =>
      richText(
        richLine([
          { type: 'link', url, text: 'a link' },
          words(' '),
          bold('<img src="https://spy.example/1.png">'),
        ]),
      )
    const addresses = ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'https://ok.example/']
    const { html } = digestMail([{ text: '', blocks: addresses.map(link) }])
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://ok.example/"'])
    expect(html).not.toMatch(/<(?:img|style|link|script|iframe)/)
  })

  it('writes a time that Slack would show in the time zone of the reader, in UTC', () => {
    const date = mrkdwn(slackDate(Date.UTC(2026, 10, 9, 14, 2)) ?? '')
    const { text, html } = digestMail([{ text: '', blocks: [context(plainText('Since'), date)] }])
    expect(text).toBe('Since Nov 9, 2026, 14:02 UTC')
    expect(html).toContain('<small>Since Nov 9, 2026, 14:02 UTC</small>')
  })

  it('stays within its limits however long the digest is, and ends with an ellipsis', () => {
    const blocks = Array.from({ length: 400 }, () => richText(bullets([richLine([words('<'.repeat(500))])])))
    const { text, html } = digestMail([{ text: '', blocks: [section('Weekly digest'), ...blocks] }])
    expect(text.length).toBeLessThanOrEqual(maxMailText)
    expect(html.length).toBeLessThanOrEqual(maxMailHtml)
    expect(text).toMatch(/\n…$/)
    expect(readHtml(html).odd).toEqual([])
  })
})
