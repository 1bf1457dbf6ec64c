import { describe, expect, it } from 'vitest'
import { burstThread, chooseTopMentions, drawBurst, summarizeBurst } from '../../src/messages/burst.ts'
import { card } from '../../src/messages/card.ts'
import { storySites } from '../../src/messages/card-additions.ts'
import { digestMessages } from '../../src/messages/digest-message.ts'
import { endedSpikeCard, interruptedSpikeCard, spikeCard } from '../../src/messages/spike.ts'
import { statsMessage } from '../../src/messages/stats-answer.ts'
import type { Content } from '../../src/model/message.ts'
import { notifications, sketch } from '../tools/message-sketch.ts'
import { summaryOf } from '../tools/period-summaries.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { honest } from '../tools/sample-statistics.ts'

const place = { subscription: 'acme', alert: '7', style: 'full' } as const
const at = Date.UTC(2026, 10, 20, 14, 5)
const mention = sampleMention()
const long = sampleMention({ title: 'Acme '.repeat(60), source: 'news-blogs', reach: 381_000 })
const { title } = mention
const story = storySites({ sites: 13, reach: 1_500_000 }, ['https://technews.example/a'], {
  link: 'https://acme.slack.com/archives/C1/p1',
})

const several = Array.from({ length: 20 }, (_, index) =>
  sampleMention({
    id: String(index + 1),
    url: `https://news.example/${index + 1}`,
    reach: (index + 1) * 1000,
    sentiment: index % 3 === 0 ? 'negative' : 'neutral',
  }),
)

const summary = {
  startedAt: at,
  total: 60,
  rated: 60,
  negative: 60,
  reach: 1_000_000,
  peak: { count: 60, at },
  sources: [{ name: 'reddit', count: 25 }],
  countries: [],
  top: [mention],
}
const spike = { alertName: 'Acme support', summary, permalinks: {} }

const range = { from: '2026-11-09', to: '2026-11-15' }
const digest = digestMessages({
  name: 'weekly',
  channel: 'C1',
  period: { key: '2026-W46', period: 'week', range },
  whenEmpty: 'line',
  audience: 'channel',
  alerts: ['Acme brand', 'Acme support'].map((name) => ({
    kind: 'summary',
    summary: summaryOf(
      { ...honest, alert: { name } },
      { choice: { kind: 'dates', ...range }, sources: [], more: false },
      'digest',
    ),
  })),
})
if (digest.kind === 'nothing' || digest.thread[0] === undefined) throw new Error('there is something')

/** Every kind of message that is posted to a channel or a person, and the words with which its notifications begin. */
const kinds: { kind: string; content: Content; subject: string }[] = [
  { kind: 'card', content: card(mention, place), subject: title },
  { kind: 'card with a long title', content: card(long, place), subject: 'Acme Acme' },
  { kind: 'compact card', content: card(mention, { ...place, style: 'compact' }), subject: title },
  {
    kind: 'claimed card',
    content: card(mention, place, { kind: 'claimed', by: 'Ana Lima', at }),
    subject: title,
  },
  {
    kind: 'card of a story that spreads',
    content: card(mention, place, { kind: 'open' }, story),
    subject: 'Still spreading: now on 13 sites',
  },
  {
    kind: 'burst',
    content: drawBurst(
      summarizeBurst({
        alertName: 'Acme brand',
        mentions: several,
        top: chooseTopMentions(several, 3),
      }),
      { subscription: 'acme', alert: '7' },
    ),
    subject: 'Acme brand: 20 new mentions, 7 negative',
  },
  {
    kind: "message of a burst's thread",
    content: burstThread({
      subscription: 'acme',
      alert: '7',
      mentions: several.slice(0, 2),
      firstNumber: 4,
    }),
    subject: '4. ',
  },
  {
    kind: 'spike',
    content: spikeCard(
      { ...spike, signs: [], inLastHour: 60, baselinePerHour: 1, hours: [1, 60], claims: [] },
      place,
    ),
    subject: 'Spike in negative mentions: Acme support',
  },
  { kind: 'weekly digest', content: digest.parent, subject: 'Weekly digest, Nov 9 – 15, 2026' },
  {
    kind: 'answer to /mentions-stats',
    content: statsMessage(summaryOf(honest), 'asker'),
    subject: 'Acme brand, last 30 days',
  },
  {
    kind: 'spike that is over',
    content: endedSpikeCard({ ...spike, endedAt: at + 3_600_000, handled: 54 }, place),
    subject: 'Spike over: Acme support, 60 mentions in 1 h',
  },
  {
    kind: 'spike that is no longer followed',
    content: interruptedSpikeCard({ alertName: 'Acme support', endedAt: at }),
    subject: 'Spike interrupted: Acme support',
  },
]

describe.each(kinds)('the notification text of $kind', ({ content, subject }) => {
  const { desktop, mobile } = notifications(content)

  it('begins with the subject', () => {
    expect(desktop.replace(/^\p{Extended_Pictographic}+ /u, '')).toMatch(new RegExp(`^${inRegExp(subject)}`))
    expect(mobile).toMatch(new RegExp(`^${inRegExp(subject)}`))
  })

  it('matches its snapshot', () =>
    expect(`${sketch(content)}\n\ndesktop: ${desktop}\nmobile:  ${mobile}`).toMatchSnapshot())
})

it('the first line of a card shows its sentiment, source and reach before a notification is cut', () => {
  const [line = ''] = card(long, place).text.split('\n')
  expect(line.length).toBeLessThanOrEqual(120)
  expect(line).toMatch(/… · negative, News and blogs, 381k reach$/)
})

const inRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
