import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Silence } from '../../src/engine/anomalies/silence.ts'
import {
  quotaForecastNotice,
  type SilenceCheck,
  silenceNotice,
} from '../../src/engine/spikes/notice-texts.ts'
import { spikeAnswer, unclaimedMentions } from '../../src/listeners/texts/spike-texts.ts'
import {
  endedSpikeCard,
  interruptedSpikeCard,
  paceWords,
  spikeCard,
} from '../../src/messages/anomalies/spike.ts'
import type { SpikeSign } from '../../src/model/anomaly.ts'
import type { LiveSpike } from '../../src/model/spike-card.ts'
import type { OfferedAction } from '../../src/model/subscription.ts'
import { arbitraryMention, foreignText } from '../tools/arbitrary-mention.ts'
import { faultsOfForeign, linksIn } from '../tools/message-checks.ts'
import { sketch, sketches } from '../tools/message-sketch.ts'
import { sampleMention } from '../tools/sample-mention.ts'

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

const spike: LiveSpike = {
  alertName: 'Acme brand',
  summary: {
    startedAt: at,
    total: 143,
    rated: 120,
    negative: 85,
    reach: 1_243_000,
    peak: 96,
    sources: [
      { name: 'reddit', count: 90 },
      { name: 'web', count: 40 },
      { name: 'youtube', count: 8 },
      { name: 'tiktok', count: 5 },
    ],
    countries: [{ name: 'US', count: 50 }],
    top: loudest,
    earliest,
    widestReach: mostSeen,
  },
  signs: [
    {
      rule: 'quarter',
      count: 31,
      baseline: 2.94,
      threshold: { least: 10, times: 3.5 },
      chance: 3e-9,
      maxChance: 1e-4,
      ordinary: { chance: 1 / 412, maxChance: 1 / 6, days: 28 },
    },
    {
      rule: 'sentiment',
      least: 20,
      rated: 48,
      negative: 31,
      share: 31 / 48,
      baselineShare: 0.2,
      points: 0.15,
    },
    { rule: 'bursts', count: 3, least: 3, inLastHour: 44, baseline: 11.8, times: 3 },
  ],
  inLastHour: 96,
  baselinePerHour: 12,
  hours: [10, 12, 9, 14, 47, 96],
  claims: [
    { by: 'Bo', count: 1 },
    { by: 'Ana', count: 3 },
  ],
  permalinks: { 3: 'https://acme.slack.example/archives/C1/p3' },
}
const note = {
  lead: { user: 'U1', by: 'Ana Lima', at },
  status: { text: 'We are rolling back 5.3', by: 'Bo', at },
}
const summary = { ...spike, endedAt: at + 84 * minute, closed: 20, claimed: 34 }
const silence: Silence = {
  what: { kind: 'alert' },
  since: at,
  perDay: 41.3,
  expected: 22.4,
  chance: 1.4e-5,
  maxChance: 1e-3,
  usualGap: 6.2,
  times: 1.5,
}
const checks: SilenceCheck[] = [
  { what: 'service', found: 'sound' },
  { what: 'plan-limit', found: 'faulty' },
  { what: 'ids-moving', found: 'unknown' },
  { what: 'schedule', found: 'sound' },
]
const quiet = { alertName: 'Acme brand', silence, checks, now: at + 13 * 60 * minute }

describe('the card of a spike', () => {
  it('shows the cause, the start, the number, the sites and the responsible person', () =>
    expect(sketches([spikeCard(spike), spikeCard(spike, note)])).toMatchSnapshot())

  it('is valid before any details are known', () => {
    const nothing = { total: 0, rated: 0, negative: 0, reach: 0, sources: [], countries: [], top: [] }
    const tale = { startedAt: at, peak: 0, ...nothing }
    expect(
      sketch(spikeCard({ ...spike, summary: tale, claims: [], baselinePerHour: undefined })),
    ).toMatchSnapshot()
  })

  it('says “mostly negative” only if at least half of the rated mentions are negative', () => {
    const line = (negative: number) =>
      paceWords({ ...spike, summary: { ...spike.summary, rated: 10, negative } })
    expect([line(5), line(4)]).toEqual([
      '96 mentions in the last hour, usually 12 an hour · mostly negative',
      '96 mentions in the last hour, usually 12 an hour',
    ])
  })

  it('explains the count, the rule and how rare it is on demand', () => {
    const volume = { baseline: 2.94, threshold: { least: 10, times: 3.5 }, chance: 3e-5, maxChance: 1e-4 }
    const signs: SpikeSign[] = [
      { ...volume, rule: 'hour', count: 60 },
      { ...volume, rule: 'quarter', count: 31 },
      { ...volume, rule: 'half-hour', count: 40 },
    ]
    expect(
      sketches([
        spikeAnswer(spike),
        spikeAnswer({ ...spike, signs }),
        spikeAnswer({ ...spike, signs: [{ ...volume, rule: 'hour', count: 60, baseline: 0.2 }] }),
        spikeAnswer({ ...spike, signs: [] }),
        spikeAnswer(spike, { spikes: 5, led: 3, falseAlarms: 0 }),
        spikeAnswer(spike, {
          spikes: 5,
          led: 3,
          falseAlarms: 2,
          strict: { falseAlarms: 2, until: at + 30 * 24 * 60 * minute },
        }),
      ]),
    ).toMatchSnapshot()
  })

  it('says that nobody took the lead, if nobody did', () => {
    const { text } = spikeAnswer(spike, { spikes: 2, led: 0, falseAlarms: 0 })
    expect(text).toContain('announced 2 spikes of this alert here. Nobody took the lead.')
  })

  it('says who marked it as a false alarm, and offers to undo that', () => {
    const falseAlarm = { user: 'U1', by: 'Kim', at, until: at + 30 * 24 * 60 * minute }
    const marked = [spikeCard(spike, { falseAlarm }), endedSpikeCard(summary, { falseAlarm })]
    for (const { text } of marked) expect(text).toContain('False alarm: marked by Kim')
    expect(sketches(marked)).toMatchSnapshot()
    expect(JSON.stringify(spikeCard(spike).blocks)).toContain('"False alarm"')
    for (const { blocks } of marked) expect(JSON.stringify(blocks)).toContain('"Not a false alarm"')
  })

  it('offers to mark it as a false alarm only if the subscription offers to mark mentions as not relevant', () => {
    const shown = (offers: OfferedAction[]) => JSON.stringify(spikeCard(spike, {}, offers).blocks)
    expect(shown(['claim', 'why'])).not.toContain('False alarm')
    expect(shown(['not-relevant'])).toContain('False alarm')
    expect(shown(['not-relevant'])).not.toContain('overflow')
  })

  it('becomes a summary at the end of the spike: number, duration, peak, handled mentions and first mention', () =>
    expect(
      sketches([
        endedSpikeCard(summary, note),
        endedSpikeCard({ ...summary, summary: { ...spike.summary, widestReach: earliest } }),
        endedSpikeCard({ ...summary, closed: summary.summary.total, claimed: 0 }),
        interruptedSpikeCard({ alertName: 'Acme brand', endedAt: at }),
      ]),
    ).toMatchSnapshot())

  it('has an answer to “Show unclaimed” that lists the messages with unclaimed mentions', () => {
    const places = Array.from({ length: 12 }, (_, index) => ({
      count: index + 1,
      link: `https://acme.slack.example/p${index}`,
    }))
    expect(sketches([unclaimedMentions(places), unclaimedMentions([])])).toMatchSnapshot()
  })

  it('links to its thread, because only that has the address of every mention', () => {
    const thread = ['https://acme.slack.example/archives/C1/p3']
    for (const { blocks, text } of [spikeCard(spike), spikeAnswer(spike)]) {
      expect(linksIn(blocks)).toEqual(thread)
      expect(text).not.toContain(mostNegative.url)
    }
    expect(linksIn(endedSpikeCard(summary).blocks)).toEqual([])
  })

  it('repeats no address of a mention that the title, the snippet or the author has, too', () => {
    const { url, author } = sampleMention()
    const says = `Details: ${url}`
    const named = sampleMention({ title: says, author: { ...author, name: says } })
    const untitled = sampleMention({ title: '', snippet: says })
    for (const mention of [named, untitled]) {
      const told = { ...spike.summary, top: [mention], earliest: mention, widestReach: mention }
      const live = { ...spike, summary: told, permalinks: {} }
      const contents = [spikeCard(live), spikeAnswer(live), endedSpikeCard({ ...summary, summary: told })]
      for (const { text, blocks } of contents) expect(`${text} ${JSON.stringify(blocks)}`).not.toContain(url)
    }
  })

  it('has a chart of the hours only if they have a shape', () => {
    const chartOf = (hours: number[]) => /[▁-█]+/.exec(spikeCard({ ...spike, hours }).text)?.[0]
    expect(chartOf([10, 12, 9, 14, 47, 96])).toBe('▂▂▂▃▅█')
    expect(chartOf([40, 42, 41, 42, 41, 40])).toBeUndefined()
    expect(chartOf([1, 40, 96])).toBeUndefined()
  })

  it('has each number once, and four lines if nobody has set a status', () => {
    const { text } = spikeCard(spike)
    expect(text.split('\n')).toHaveLength(4)
    for (const number of ['96', '143', '71%', '1.2M']) expect(text.split(number)).toHaveLength(2)
  })
})

it('the message about a silence names the silent part, how long it lasts, the usual number, and what is faulty', () =>
  expect(
    sketches([
      silenceNotice(quiet),
      silenceNotice({ ...quiet, silence: { ...silence, what: { kind: 'source', name: 'reddit' } } }),
      silenceNotice({
        ...quiet,
        silence: { ...silence, what: { kind: 'language', name: 'de' } },
        checks: [],
      }),
    ]),
  ).toMatchSnapshot())

it('the message about the plan names the used share, the day when it is used up, and the effect', () => {
  const forecast = { used: 8_012, share: 0.8012, perDay: 412.3, runsOutAt: Date.UTC(2026, 10, 24, 20) }
  const plan = { forecast, monthlyMentions: 10_000, renewsAt: Date.UTC(2026, 11, 1) }
  expect(
    sketches([
      quotaForecastNotice(plan),
      quotaForecastNotice({ ...plan, forecast: { ...forecast, runsOutAt: undefined } }),
    ]),
  ).toMatchSnapshot()
})

it('messages about anomalies stay within all limits and contain no active markup, with any text from strangers', () => {
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
          ...spike.summary,
          startedAt,
          sources,
          countries,
          top: mentions,
          ...(first && { earliest: first }),
          ...(second && { widestReach: second }),
        }
        const some = { ...spike, alertName: name, summary: tale, claims: [{ by: name, count: 1 }] }
        const contents = [
          spikeCard(some, {
            lead: { user: 'U1', by: name, at },
            status: { text: name.slice(0, 200), by: name, at },
          }),
          spikeAnswer(some),
          endedSpikeCard({ ...summary, alertName: name, summary: tale }),
          silenceNotice({
            ...quiet,
            alertName: name,
            silence: { ...silence, what: { kind: 'source', name } },
          }),
          silenceNotice({
            ...quiet,
            alertName: name,
            silence: { ...silence, what: { kind: 'language', name } },
          }),
        ]
        for (const { text, blocks } of contents) {
          const foreign = faultsOfForeign({ text, blocks })
          const ours = /^foreign markup: No new mention since $/
          expect(foreign.filter((fault) => !ours.test(fault))).toEqual([])
        }
      },
    ),
    { numRuns: 200 },
  )
})
