import { describe, expect, it } from 'vitest'
import { digestDetails } from '../../src/digests/content/details.ts'
import {
  type DigestedAlert,
  type DigestMessages,
  type DigestView,
  digestMessages,
  handledExplained,
} from '../../src/digests/content/message.ts'
import type { WholePeriod } from '../../src/digests/content/period.ts'
import type { OpenLine } from '../../src/messages/open-line.ts'
import type { StatsQuestion } from '../../src/stats/question.ts'
import { faultsOf, shownText } from '../tools/message-checks.ts'
import { readableMessage } from '../tools/message-sketch.ts'
import { type Known, summaryOf, total } from '../tools/period-summaries.ts'
import { nothingFound, weekFound } from '../tools/sample-accounting.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { empty, honest, huge, tiny } from '../tools/sample-statistics.ts'

const range = { from: '2026-11-09', to: '2026-11-15' }
const week: WholePeriod = { key: '2026-W46', range }
const question: StatsQuestion = { choice: { kind: 'dates', ...range }, sources: [], more: false }
const alert = (known: Known, name = 'Acme brand'): DigestedAlert => ({
  kind: 'summary',
  summary: summaryOf({ ...known, alert: { name } }, question, 'digest'),
})
const view = (some: Partial<DigestView> = {}): DigestView => ({
  name: 'weekly',
  channel: 'C1',
  period: week,
  whenEmpty: 'line',
  audience: 'channel',
  alerts: [alert(honest)],
  accounting: { kind: 'known', value: weekFound },
  ...some,
})

function read(digest: DigestMessages): string {
  if (digest.kind === 'nothing') return 'nothing'
  return [digest.parent, ...digest.thread].map(readableMessage).join('════ in the thread\n')
}
const snapshot = (name: string) => `./snapshots/${name}.txt`

describe('the message of a digest', () => {
  it('shows one alert and how its mentions were handled', () => {
    const handling = new Map([
      ['1', { kind: 'open', forMs: 2 * 86_400_000 } as const],
      ['5', { kind: 'done', by: 'Ana', afterMs: 22 * 60_000 } as const],
    ])
    const known = alert(honest)
    const handled = { done: 64, of: 92, claimMs: 22 * 60_000, closeMs: 3 * 3_600_000 }
    const tickets = new Map([['5', 'https://github.com/acme/app/issues/12']])
    const alerts = known.kind === 'summary' ? [{ ...known, handling, tickets }] : []
    return expect(read(digestMessages(view({ alerts, handled })))).toMatchFileSnapshot(snapshot('one-alert'))
  })

  it('shows the compared alerts side by side, with one alert in its first message, and else at the beginning of the thread', () => {
    const compared = [alert(honest), alert(tiny, 'Rival')]
    const one = digestMessages(view({ compared }))
    const two = digestMessages(view({ compared, alerts: compared }))
    const shown = [
      one.kind === 'post' ? one.parent : undefined,
      two.kind === 'post' ? two.thread[0] : undefined,
    ]
    for (const message of shown) {
      expect(message && readableMessage(message)).toMatch(/Acme brand vs Rival.*\| Rival \|.*Shares are of/s)
      expect(message && faultsOf(message)).toEqual([])
    }
  })

  it('shows three alerts, of which one is for leads and one has no mentions', () => {
    const leads: DigestedAlert = {
      kind: 'unavailable',
      name: 'Acme leads',
      reason: 'leads_alert',
    }
    const alerts = [alert(honest), alert(empty, 'Rivals'), leads]
    return expect(read(digestMessages(view({ alerts })))).toMatchFileSnapshot(snapshot('three-alerts'))
  })

  it('does not show percentages of very small counts', () =>
    expect(read(digestMessages(view({ alerts: [alert(tiny)] })))).toMatchFileSnapshot(snapshot('tiny')))

  it('says that the mention service does not answer and that the decision log cannot be read', () => {
    const failed = { kind: 'missing', reason: 'log-unreadable' } as const
    const alerts = [alert({ reason: 'timeout' })]
    return expect(read(digestMessages(view({ alerts, accounting: failed })))).toMatchFileSnapshot(
      snapshot('failing'),
    )
  })
})

describe('the open mentions in a digest', () => {
  const line = (title: string, changes: Partial<OpenLine> = {}): OpenLine => ({
    ...{ channel: 'C1', ts: '1', alert: '7', mention: sampleMention({ title }) },
    reasons: { sentiment: 'negative', reach: 41_000, asksQuestion: true, sites: 12, since: 0 },
    permalink: 'https://acme.slack.example/archives/C1/p1',
    ...changes,
  })

  it('come after the sentence with the numbers, with their number and the reasons why they are urgent', () => {
    const open = { lines: [line('Acme is down')], total: 8, now: 3 * 3_600_000 }
    const digest = read(digestMessages(view({ open })))
    const sentence = 'All that is still open here: 8. The most urgent:'
    expect(digest).toContain(sentence)
    expect(digest).toMatch(/negative, 41k reach, 3.hr old, asks a question, on 12 sites/u)
    expect(digest.lastIndexOf(sentence)).toBeGreaterThan(digest.lastIndexOf('Acme brand** is'))
  })

  it('make up the whole digest if nothing else happened; with whenEmpty: skip, nothing is posted then', () => {
    const quiet = { alerts: [alert(empty)], accounting: { kind: 'known' as const, value: nothingFound } }
    const open = { lines: [line('Acme is down')], total: 1, now: 0 }
    expect(read(digestMessages(view({ ...quiet, whenEmpty: 'skip', open })))).toBe('nothing')
    expect(read(digestMessages(view({ ...quiet, open })))).toContain('All that is still open here: 1')
  })

  it('leave every message of the digest within the limits of Slack, even with very long titles and names', () => {
    const alerts = Array.from({ length: 20 }, (_, index) => alert(huge, `${'W'.repeat(200)} ${index}`))
    const holder = { user: 'U1', by: 'W'.repeat(300), state: 'assigned' as const }
    const lines = Array.from({ length: 5 }, () => line('W'.repeat(1000), { holder }))
    const digest = digestMessages(view({ alerts, open: { lines, total: 90_000, now: 1e12 } }))
    if (digest.kind === 'nothing') throw new Error('nothing was told')
    for (const content of [digest.parent, ...digest.thread]) expect(faultsOf(content)).toEqual([])
  })
})

describe('a digest of a period without counted mentions', () => {
  const silent = {
    alerts: [alert(empty)],
    accounting: { kind: 'known', value: nothingFound },
  } satisfies Partial<DigestView>

  it('is one line', () =>
    expect(digestMessages(view(silent))).toEqual({
      kind: 'post',
      parent: expect.objectContaining({
        text: 'Weekly digest, Nov 9 – 15, 2026: no mentions for Acme brand.',
      }),
      thread: [],
    }))

  it('is not posted if whenEmpty is “skip”', () =>
    expect(digestMessages(view({ ...silent, whenEmpty: 'skip' }))).toEqual({ kind: 'nothing' }))

  it.each<[string, Partial<DigestView>]>([
    ['a delivery report with mentions', { accounting: { kind: 'known', value: weekFound } }],
    [
      'a delivery report that could not be read',
      { accounting: { kind: 'missing', reason: 'log-unreadable' } },
    ],
    ['figures that could not be read', { alerts: [alert({})] }],
    [
      'an alert that could not be read',
      { alerts: [{ kind: 'unavailable', name: 'Acme', reason: 'alert_not_found' }] },
    ],
  ])('is posted in spite of whenEmpty: skip if it has %s, because it may not be empty', (_, some) =>
    expect(digestMessages(view({ ...silent, whenEmpty: 'skip', ...some })).kind).toBe('post'),
  )
})

describe('a digest of twenty alerts', () => {
  const names = Array.from({ length: 20 }, (_, at) => `Alert number ${at + 1}.`)
  const digest = digestMessages(view({ alerts: names.map((name) => alert(huge, name)) }))

  it('has a row for each of the five alerts with the most mentions in its first message, and the details of each alert in the thread', () => {
    if (digest.kind === 'nothing') throw new Error('nothing was told')
    const parent = shownText(digest.parent.blocks)
    const thread = digest.thread.map(({ blocks }) => shownText(blocks)).join('')
    for (const name of names) {
      // The sentence names the alert with the most.
      const times = [2, 1, 1, 1, 1][names.indexOf(name)] ?? 0
      expect(parent.split(name)).toHaveLength(times + 1)
      expect(thread.split(name)).toHaveLength(2)
    }
    expect(parent).toContain('15 more alerts are in All numbers.')
    expect(thread.split('Widest reach')).toHaveLength(21)
  })

  it('has a button for the details instead of a thread in a preview for one person', () => {
    const asked = digestMessages(view({ audience: 'asker', alerts: names.map((name) => alert(huge, name)) }))
    if (asked.kind === 'nothing') throw new Error('nothing was told')
    const shown = shownText(asked.parent.blocks)
    expect(shown).toContain("When posted, each alert's details follow in the thread.")
    expect(shown).not.toContain('in the thread ↓')
    expect(JSON.stringify(asked.parent)).toContain('digest_each_alert')
    expect(JSON.stringify(digest)).not.toContain('digest_each_alert')
    const single = digestMessages(view({ audience: 'asker' }))
    expect(JSON.stringify(single)).not.toContain('digest_each_alert')
  })

  it('has its buttons only once, near the end of its first message', () => {
    if (digest.kind === 'nothing') throw new Error('nothing was told')
    expect(digest.thread.length).toBeGreaterThan(1)
    expect(digest.parent.blocks.at(-2)?.type).toBe('actions')
    expect(JSON.stringify([digest.parent, ...digest.thread]).split('digest_held_back')).toHaveLength(2)
  })
})

it.each([
  [0, 1, '0 of 1 negative post are closed (done or not relevant) now.'],
  [1, 8, '1 of 8 negative posts is closed (done or not relevant) now.'],
])('the explanation for %i of %i handled posts is “%s”', (done, of, explained) =>
  expect(handledExplained({ done, of })).toEqual([explained]),
)

it.each([
  [100, 105, '105 mentions, 5% more than the week before'],
  [100, 100, '100 mentions (no change)'],
  [1000, 999, '999 mentions ('],
  [100, 95, '95 mentions, 5% fewer than the week before'],
  [1, 2, '2 mentions (was 1)'],
])('a digest says of %i mentions, and %i a week later: %s', (before, now, words) => {
  const known = {
    ...honest,
    now: { ...honest.now, mentions: total(now) },
    before: { ...honest.before, mentions: total(before) },
  }
  const shown = read(digestMessages(view({ alerts: [alert(known)] })))
  expect(shown).toContain(`Acme brand: ${words}`)
})

describe('a preview before the last day is over in UTC', () => {
  /** Friday, 20 November 2026, 14:02 UTC. */
  const before = (from: string, known: Known = honest) => {
    const range = { from, to: '2026-11-20' }
    const asked: StatsQuestion = { choice: { kind: 'dates', ...range }, sources: [], more: false }
    const summary = summaryOf({ ...known, alert: { name: 'Acme brand' } }, asked, 'digest')
    const alerts: DigestedAlert[] = [{ kind: 'summary', summary }]
    return read(digestMessages(view({ alerts, period: { key: 'now', range }, audience: 'asker' })))
  }
  const fewer = {
    ...honest,
    now: { ...honest.now, mentions: total(41) },
    before: { ...honest.before, mentions: total(105) },
  }

  it.each([
    ['day', '2026-11-20', 'a whole day', 'Nov 20, 2026 compared with the previous day.'],
    ['week', '2026-11-14', '7 whole days', 'Nov 14 – 20, 2026 compared with the previous 7 days.'],
  ])('of a %s says that it is compared with what is over', (_, from, whole, compared) => {
    const shown = before(from, fewer)
    expect(shown).toContain(`Acme brand: 41 mentions (▼ 61% vs ${whole})`)
    expect(shown).toContain(`${compared} Days are in UTC; today is incomplete.`)
    expect(shown).not.toMatch(/fewer than|busiest day|Biggest change|By country/i)
  })

  it('says it of the numbers of each alert, too', () => {
    const range = { from: '2026-11-20', to: '2026-11-20' }
    const asked: StatsQuestion = { choice: { kind: 'dates', ...range }, sources: [], more: false }
    const alerts: DigestedAlert[] = [{ kind: 'summary', summary: summaryOf(fewer, asked, 'digest') }]
    const ask = { digest: 'daily', channel: 'C1', range, page: 0 }
    expect(readableMessage(digestDetails({ ask, pages: 1, alerts }))).toContain(
      'Mentions 41 ▼ 61% vs a whole day (was 105)',
    )
  })

  it('without mentions says that more may come', () => {
    const range = { from: '2026-11-20', to: '2026-11-20' }
    const asked: StatsQuestion = { choice: { kind: 'dates', ...range }, sources: [], more: false }
    const alerts: DigestedAlert[] = [{ kind: 'summary', summary: summaryOf(empty, asked, 'digest') }]
    const quiet = { accounting: { kind: 'known' as const, value: nothingFound } }
    expect(
      read(digestMessages(view({ ...quiet, alerts, period: { key: 'now', range }, audience: 'asker' }))),
    ).toContain(
      'no mentions for Acme brand. Nov 20, 2026 compared with the previous day. Days are in UTC; today',
    )
  })
})
