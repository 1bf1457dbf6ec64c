import type { Count } from '@overheard/mention-client/insight'
import { addDays } from '../../src/model/calendar-date.ts'
import { days, type Known, parts, total } from './period-summaries.ts'
import { sampleMention } from './sample-mention.ts'

/** Statistics of alerts with no, few, many, and too many values for a screen. */

const aMention = (changes: Parameters<typeof sampleMention>[0]) =>
  sampleMention({ id: '1', url: 'https://example.com/1', sentiment: 'neutral', ...changes })

const split = (negative: number, positive: number, neutral: number) => parts({ negative, positive, neutral })
const history = (from: string, counts: Count[]) =>
  days(Object.fromEntries(counts.map((count, at) => [addDays(from, at), count])))

/** Their sum is the month's 1,284 mentions. */
const volume = [
  24, 36, 33, 42, 45, 37, 24, 19, 32, 41, 43, 38, 31, 23, 16, 38, 44, 41, 52, 30, 26, 61, 78, 96, 88, 71, 64,
  55, 47, 9,
]

/** The sentiments of a day: the last days are more negative. */
const moodOf = (count: number, isLate: boolean) => {
  const negative = Math.round(count * (isLate ? 0.25 : 0.1))
  const positive = Math.round(count * (isLate ? 0.2 : 0.4))
  return split(negative, positive, count - negative - positive)
}

/** An ordinary month. */
export const honest: Known = {
  now: {
    mentions: total(1_284),
    reach: total(9_400_000),
    sentiment: split(214, 402, 668),
    countries: parts({ US: 527, DE: 282, GB: 120, FR: 61, AT: 9 }),
    languages: parts({ en: 903, de: 290, fr: 70 }),
    sources: parts({ reddit: 512, web: 480, 'news-blogs': 292 }),
    topic_cloud: parts({ launch: 90, refund: 70, login: 40 }),
    gender: parts({ female: 520, male: 480 }),
    age: parts({ '25-34': 45, '35-44': 35, '18-24': 20 }),
  },
  before: {
    mentions: total(1_088),
    reach: total(9_690_000),
    sentiment: split(131, 400, 557),
    sources: parts({ reddit: 400, web: 470, 'news-blogs': 218 }),
    countries: parts({ US: 430, DE: 280, GB: 118 }),
    topic_cloud: parts({ launch: 70, refund: 60 }),
  },
  series: {
    mentions: history('2026-10-22', volume.map(total)),
    sentiment: history(
      '2026-10-22',
      volume.map((count, at) => moodOf(count, at > 20)),
    ),
    reach: history(
      '2026-10-22',
      volume.map((count) => total(count * 7_000)),
    ),
  },
  loudest: [
    aMention({ sentiment: 'negative', reach: 212_000 }),
    aMention({
      id: '2',
      title: 'Acme launches a new app',
      url: 'https://example.com/2',
      source: 'news-blogs',
      sentiment: 'positive',
      reach: 90_400,
    }),
    aMention({ id: '3', title: '', snippet: '', url: 'https://example.com/3', source: 'web', reach: 950 }),
  ],
  loudestNegative: [
    aMention({ sentiment: 'negative', reach: 212_000 }),
    aMention({
      id: '5',
      title: 'Refund still missing',
      url: 'https://example.com/5',
      sentiment: 'negative',
      reach: 12_000,
    }),
  ],
}

/** No mentions in this period and the one before. */
export const empty: Known = {
  now: {
    mentions: total(0),
    reach: total(0),
    sentiment: parts({}),
    countries: parts({}),
    languages: parts({}),
    sources: parts({}),
    topic_cloud: parts({}),
    gender: parts({}),
    age: parts({}),
  },
  before: {
    mentions: total(0),
    reach: total(0),
    sentiment: parts({}),
    sources: parts({}),
    countries: parts({}),
    topic_cloud: parts({}),
  },
  series: { mentions: [], sentiment: [], reach: [] },
  loudest: [],
  loudestNegative: [],
}

/** So few mentions that percentages would mislead. */
export const tiny: Known = {
  ...empty,
  now: {
    ...empty.now,
    mentions: total(5),
    reach: total(950),
    sentiment: split(1, 0, 2),
    countries: parts({ US: 1 }),
    sources: parts({ web: 5 }),
  },
  before: { ...empty.before, mentions: total(2), reach: total(0), sentiment: split(1, 1, 0) },
  series: {
    mentions: days({ '2026-11-14': total(5) }),
    sentiment: days({ '2026-11-14': split(1, 0, 2) }),
    reach: days({ '2026-11-14': total(950) }),
  },
  loudest: [aMention({ reach: 800 })],
}

/** More values than a screen shows, and names that look like markup. */
export const huge: Known = {
  now: {
    mentions: total(12_345_678),
    reach: total(987_654_321_000),
    sentiment: split(12_000_000, 3, 1),
    countries: parts({ US: 9_000_000, XX: 5, unknown: 1 }),
    languages: parts({ en: 9_000_000, '<!channel>': 2 }),
    sources: parts(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`source-${at}`, 400 - at]))),
    topic_cloud: parts(
      Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`*topic ${at}* ${'x'.repeat(60)}`, 50 - at])),
    ),
    gender: parts({ female: 1, male: 999_999 }),
    age: parts(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at * 5}-${at * 5 + 4}`, 1]))),
  },
  before: { ...honest.before, mentions: total(12), reach: total(1) },
  series: {
    mentions: history(
      '2025-10-17',
      Array.from({ length: 400 }, (_, at) => total(at * 1_000)),
    ),
    sentiment: history(
      '2025-10-17',
      Array.from({ length: 400 }, (_, at) => split(at, 1, 1)),
    ),
    reach: history(
      '2025-10-17',
      Array.from({ length: 400 }, (_, at) => total(at * 1e6)),
    ),
  },
  loudest: [1, 2, 3].map((at) =>
    aMention({
      id: String(at),
      title: `<!channel> & <b>${'very long title '.repeat(30)}`,
      url: `https://example.com/${at}?${'q'.repeat(2_900)}`,
      reach: 1e9,
    }),
  ),
  loudestNegative: [],
  alert: { name: `<@U123> *${'long name '.repeat(30)}*` },
}

/** An ordinary week from November 9 on, in which all figures agree. `scale` is its size. */
export function week(scale: number): Known {
  const counts = volume.slice(18, 25).map((count) => Math.round(count * scale))
  const moods = counts.map((count, at) => moodOf(count, at > 2))
  const sum = (all: number[]) => all.reduce((total, count) => total + count, 0)
  const all = sum(counts)
  const ofMood = (name: string) =>
    sum(moods.flatMap((mood) => mood.parts.filter((part) => part.name === name).map(({ count }) => count)))
  const shared = (shares: Record<string, number>) =>
    parts(Object.fromEntries(Object.entries(shares).map(([name, share]) => [name, Math.round(all * share)])))
  const from = '2026-11-09'
  return {
    ...honest,
    now: {
      mentions: total(all),
      reach: total(all * 7000),
      sentiment: split(ofMood('negative'), ofMood('positive'), ofMood('neutral')),
      sources: shared({ reddit: 0.42, web: 0.36, 'news-blogs': 0.22 }),
      countries: shared({ US: 0.5, DE: 0.3, GB: 0.1 }),
      topic_cloud: parts({ launch: 90, refund: 70, login: 40 }),
    },
    before: {
      mentions: total(Math.round(all / 1.18)),
      reach: total(all * 7200),
      sentiment: split(Math.round(all * 0.13), Math.round(all * 0.3), Math.round(all * 0.41)),
      sources: shared({ reddit: 0.3, web: 0.35, 'news-blogs': 0.2 }),
      countries: shared({ US: 0.4, DE: 0.28, GB: 0.1 }),
      topic_cloud: parts({ launch: 70, refund: 60 }),
    },
    series: {
      mentions: history(from, counts.map(total)),
      sentiment: history(from, moods),
      reach: history(
        from,
        counts.map((count) => total(count * 7000)),
      ),
    },
  }
}
