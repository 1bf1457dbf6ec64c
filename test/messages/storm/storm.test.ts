import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planOutlook } from '../../../src/messages/notices/plan-forecast.ts'
import { type Check, tooQuiet } from '../../../src/messages/notices/too-quiet.ts'
import { type LiveStorm, stormCard, stormNotice } from '../../../src/messages/storm/storm.ts'
import { lengthWords, stormSummary } from '../../../src/messages/storm/summary.ts'
import type { Silence } from '../../../src/model/silence.ts'
import type { Sign } from '../../../src/model/storm.ts'
import { arbitraryMention, foreignText } from '../arbitrary-mention.ts'
import { sampleMention } from '../sample-mention.ts'
import { sketch, sketches } from '../sketch.ts'
import { faultsOfForeign, linksIn } from '../valid-message.ts'

const at = Date.UTC(2026, 10, 20, 14, 0)
const minute = 60_000
const loudest = [
  sampleMention({
    id: '3',
    title: 'Acme down?',
    reach: 212_000,
    author: { ...sampleMention().author, name: 'TechNews' },
  }),
  sampleMention({ id: '2' }),
  sampleMention({ id: '1', sentiment: 'neutral', reach: 900_000, title: 'Acme says it knows of the fault' }),
]
const [mostNegative, earliest, mostSeen] = loudest
if (!mostNegative || !earliest || !mostSeen) throw new Error('there are three')

const storm: LiveStorm = {
  alertName: 'Acme brand',
  tale: {
    startedAt: at,
    total: 143,
    judged: 120,
    negative: 85,
    reach: 1_243_000,
    peak: { count: 96, at: at + 60 * minute },
    sources: [
      { name: 'reddit', count: 90 },
      { name: 'web', count: 40 },
      { name: 'youtube', count: 8 },
      { name: 'tiktok', count: 5 },
    ],
    countries: [{ name: 'US', count: 50 }],
    loudest,
    earliest,
    mostSeen,
  },
  signs: [
    {
      rule: 'quarter',
      count: 31,
      usual: 2.94,
      threshold: { least: 10, times: 3.5 },
      chance: 3e-9,
      leastChance: 1e-4,
    },
    { rule: 'mood', least: 20, judged: 48, negative: 31, share: 31 / 48, usualShare: 0.2, points: 0.15 },
    { rule: 'bursts', count: 3, least: 3, inLastHour: 44, usual: 11.8, times: 3 },
  ],
  inLastHour: 96,
  usualPerHour: 12,
  hours: [10, 12, 9, 14, 47, 96],
  claims: [
    { by: 'Bo', count: 1 },
    { by: 'Ana', count: 3 },
  ],
  permalinks: new Map([['3', 'https://acme.slack.example/archives/C1/p3']]),
}
const summary = { ...storm, endedAt: at + 84 * minute, handled: 54 }
const silence: Silence = {
  what: { kind: 'alert' },
  since: at,
  perDay: 41.3,
  expected: 22.4,
  chance: 1.4e-5,
  leastChance: 1e-3,
  usuallyMissed: 6.2,
  times: 1.5,
}
const checks: Check[] = [
  { what: 'service', found: 'sound' },
  { what: 'token', found: 'sound' },
  { what: 'plan-limit', found: 'faulty' },
  { what: 'ids-moving', found: 'unknown' },
  { what: 'schedule', found: 'sound' },
]
const quiet = { alertName: 'Acme brand', silence, checks }

describe('a storm', () => {
  it('tells the shortest of several windows, with its numbers and its formula', () => {
    const volume = { usual: 2.94, threshold: { least: 10, times: 3.5 }, chance: 3e-5, leastChance: 1e-4 }
    const signs: Sign[] = [
      { ...volume, rule: 'hour', count: 60 },
      { ...volume, rule: 'quarter', count: 31 },
      { ...volume, rule: 'half-hour', count: 40 },
    ]
    expect(stormCard({ ...storm, signs }).text).toContain(
      'Why: 31 in 15 minutes (usually 2.9)\nRule: at least 10 and 3.5 × the usual, by chance rarer than 1 in 10,000 (here 1 in 33,000)',
    )
  })

  it('has a card that tells it at a glance, with the rules and their numbers', () =>
    expect(sketch(stormCard(storm))).toMatchSnapshot())

  it('has a card before anything of it is known', () => {
    const nothing = { total: 0, judged: 0, negative: 0, reach: 0, sources: [], countries: [], loudest: [] }
    const tale = { startedAt: at, peak: { count: 0, at }, ...nothing }
    expect(sketch(stormCard({ ...storm, tale, claims: [], usualPerHour: undefined }))).toMatchSnapshot()
  })

  it('calls people in one line', () => expect(sketch(stormNotice(storm))).toMatchSnapshot())

  it('ends in a summary of how much, how long, how strong, what was handled and what started it', () =>
    expect(
      sketches([
        stormSummary(summary),
        stormSummary({ ...summary, tale: { ...storm.tale, mostSeen: earliest } }),
      ]),
    ).toMatchSnapshot())

  it("links to its own thread alone: a mention's address stands there, once", () => {
    const links = linksIn([stormCard(storm).blocks, stormSummary(summary).blocks])
    expect(links).toEqual(['https://acme.slack.example/archives/C1/p3'])
    expect(stormCard(storm).text).not.toContain(mostNegative.url)
  })

  it.each([
    [0, '0 min'],
    [59 * minute, '59 min'],
    [60 * minute, '1 h'],
    [84 * minute, '1 h 24 min'],
    [27 * 60 * minute, '27 h'],
  ])('of %d ms lasts %s', (length, words) => expect(lengthWords(length)).toBe(words))
})

it('too quiet says what is silent, what is usual, what was checked and by what rule', () =>
  expect(
    sketches([
      tooQuiet(quiet),
      tooQuiet({ ...quiet, silence: { ...silence, what: { kind: 'source', name: 'reddit' } } }),
      tooQuiet({ ...quiet, silence: { ...silence, what: { kind: 'language', name: 'de' } }, checks: [] }),
    ]),
  ).toMatchSnapshot())

it('the plan says how much is used, when it runs out, and what silence means then', () => {
  const forecast = { used: 8_012, share: 0.8012, perDay: 412.3, runsOutAt: Date.UTC(2026, 10, 24, 20) }
  const plan = { forecast, monthlyMentions: 10_000, renewsAt: Date.UTC(2026, 11, 1) }
  expect(
    sketches([planOutlook(plan), planOutlook({ ...plan, forecast: { ...forecast, runsOutAt: undefined } })]),
  ).toMatchSnapshot()
})

it('whatever strangers write, these messages are within all limits and nothing in them is active', () => {
  const tops = fc.array(fc.record({ name: foreignText, count: fc.nat() }), { maxLength: 20 })
  fc.assert(
    fc.property(
      fc.array(arbitraryMention, { maxLength: 3 }),
      foreignText,
      tops,
      tops,
      fc.integer(),
      (mentions, name, sources, countries, startedAt) => {
        const [first, second] = mentions
        const tale = {
          ...storm.tale,
          startedAt,
          sources,
          countries,
          loudest: mentions,
          ...(first && { earliest: first }),
          ...(second && { mostSeen: second }),
        }
        const some = { ...storm, alertName: name, tale, claims: [{ by: name, count: 1 }] }
        const contents = [
          stormCard(some),
          stormNotice(some),
          stormSummary({ ...summary, alertName: name, tale }),
          tooQuiet({ ...quiet, alertName: name, silence: { ...silence, what: { kind: 'source', name } } }),
          tooQuiet({ ...quiet, alertName: name, silence: { ...silence, what: { kind: 'language', name } } }),
        ]
        for (const { text, blocks } of contents) {
          const foreign = faultsOfForeign({ text, blocks })
          const ours = /^foreign markup: (Since |Nothing since |Last hours `[▁-█]+` peak [\d,]+ an hour)$/
          expect(foreign.filter((fault) => !ours.test(fault))).toEqual([])
        }
      },
    ),
    { numRuns: 200 },
  )
})
