import { expect, it } from 'vitest'
import type { MentionInput } from '../../../sandbox/mention-service/records.ts'
import type { AddOptions } from '../../../sandbox/mention-service/store.ts'
import { archiveOf, mention, startService } from './start-service.ts'

const at = (date: string) => Date.parse(`${date}Z`)

/**
 * The insights of an alert with these mentions; ids are assigned in order. `now` is noon on 18 November 2026, a
 * Wednesday.
 */
async function insightsOf(
  fields: Partial<MentionInput>[],
  path: string,
  parameters: Record<string, string> = {},
  options: AddOptions = {},
): Promise<unknown> {
  const mentionStore = archiveOf([])
  for (const [index, given] of fields.entries()) mentionStore.add('1', mention(index + 1, given), options)
  const { get } = await startService({ mentionStore })
  const { body } = await get(`/v1.0/alerts/1/insights/${path}`, parameters)
  return body.alert_data?.insights ?? body.error
}

const inCountry = (country: string) => ({ location: { country } })
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item)

type Row = [rule: string, type: string, fields: Partial<MentionInput>[], value: unknown]

it.each<Row>([
  ['2.8 name and value', 'mentions', [{}, {}], { mentions: 2 }],
  ['mentions: none is zero', 'mentions', [], { mentions: 0 }],
  [
    'sentiment: all three, also at zero',
    'sentiment',
    [{ sentiment: 'negative' }],
    { positive: 0, negative: 1, neutral: 0 },
  ],
  [
    'sentiment: a mention without one counts in none',
    'sentiment',
    [{}],
    { positive: 0, negative: 0, neutral: 0 },
  ],
  ['reach: the sum', 'reach', [{ reach: 40 }, { reach: 2 }], { reach: 42 }],
  [
    'countries: uppercase codes, most first',
    'countries',
    [inCountry('us'), inCountry('DE'), inCountry('DE')],
    { DE: 2, US: 1 },
  ],
  ['countries: unknown is excluded', 'countries', [{}, inCountry('unknown'), inCountry('DE')], { DE: 1 }],
  [
    'countries: Instagram and Reddit are unknown',
    'countries',
    [
      { ...inCountry('US'), source: 'reddit' },
      { ...inCountry('US'), source: 'instagram' },
    ],
    {},
  ],
  [
    'languages: unknown is excluded',
    'languages',
    [{ language: '' }, { language: 'unknown' }, { language: 'en' }],
    { en: 1 },
  ],
  [
    'sources: number per source, those that no filter accepts too',
    'sources',
    [{ source: 'youtube' }, { source: 'web' }, { source: 'web' }],
    { web: 2, youtube: 1 },
  ],
  [
    'topic_cloud: a score per term, greatest first',
    'topic_cloud',
    [{ title: 'Refund late' }, { title: 'refund' }],
    { refund: 2, late: 1 },
  ],
])('documentation § 4.3, totals: %s', async (_rule, type, fields, value) => {
  expect(await insightsOf(fields, `total/${type}`)).toEqual({ name: type, value })
})

it('documentation § 8: countries and languages are the top five, descending', async () => {
  const countries = ['AT', 'BE', 'CH', 'DE', 'ES', 'FR', 'GB'].flatMap((code, index) =>
    times(index + 1, { ...inCountry(code), language: code.toLowerCase() }),
  )
  const top: [string, number][] = [
    ['GB', 7],
    ['FR', 6],
    ['ES', 5],
    ['DE', 4],
    ['CH', 3],
  ]
  const inOrder = async (type: string) =>
    Object.entries(Object(await insightsOf(countries, `total/${type}`)).value)
  expect(await inOrder('countries')).toEqual(top)
  expect(await inOrder('languages')).toEqual(top.map(([code, count]) => [code.toLowerCase(), count]))
})

it('documentation § 8: the topic cloud has fifty records, descending by score', async () => {
  const term = (index: number) => `term${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}`
  const posts = Array.from({ length: 60 }, (_, index) =>
    times(1 + (index % 7), { title: term(index) }),
  ).flat()
  const insights = Object(await insightsOf(posts, 'total/topic_cloud'))
  const scores = Object.values(insights.value).map(Number)
  expect(scores).toHaveLength(50)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
})

it('documentation § 4.3: gender and age count the mentions whose author has a profile', async () => {
  const profile = { gender: 'female', age: '25-34' }
  expect(await insightsOf([{}, {}], 'total/gender', {}, { profile })).toEqual({
    name: 'gender',
    value: { female: 2 },
  })
  expect(await insightsOf([{}], 'total/age', {}, { profile })).toEqual({ name: 'age', value: { '25-34': 1 } })
  expect(await insightsOf([{}], 'total/age')).toEqual({ name: 'age', value: {} })
})

const edges = [
  { date: at('2026-10-18T23:59:59.999'), source: 'web' },
  { date: at('2026-10-19T00:00:00'), source: 'web' },
  { date: at('2026-11-17T12:00:00'), source: 'reddit' },
  { date: at('2026-11-18T23:59:59.999'), source: 'youtube' },
  { date: at('2026-11-19T00:00:00'), source: 'web' },
]

it.each<[rule: string, parameters: Record<string, string>, mentions: number]>([
  ['by default from 30 days before the UTC date until it, both included', {}, 3],
  ['date_from: equal or later', { date_from: '2026-11-18' }, 1],
  ['date_to: equal or earlier', { date_to: '2026-10-19' }, 1],
  ['both, a single day', { date_from: '2026-11-17', date_to: '2026-11-17' }, 1],
  ['a range beyond the default', { date_from: '2026-01-01', date_to: '2026-12-31' }, 5],
  ['a range that ends before it begins is empty', { date_from: '2026-11-18', date_to: '2026-11-17' }, 0],
  ['source: one', { source: 'reddit' }, 1],
  ['source: several', { source: 'reddit,web' }, 2],
  ['source: every accepted value', { source: 'facebook,instagram,twitter,reddit,news-blogs,web' }, 2],
])('documentation § 4.3, parameters of totals: %s', async (_rule, parameters, mentions) => {
  expect(await insightsOf(edges, 'total/mentions', parameters)).toEqual({
    name: 'mentions',
    value: { mentions },
  })
})
