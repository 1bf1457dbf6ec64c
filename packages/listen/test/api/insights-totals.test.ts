import { expect, it } from 'vitest'
import type { MentionInput } from '../../../../sandbox/mention-service/records.ts'
import type { AddOptions } from '../../../../sandbox/mention-service/store.ts'
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
  ['a total has a name and a value', 'mentions', [{}, {}], { mentions: 2 }],
  ['an alert without mentions has 0 mentions', 'mentions', [], { mentions: 0 }],
  [
    'sentiment has all three keys even if a count is zero',
    'sentiment',
    [{ sentiment: 'negative' }],
    { positive: 0, negative: 1, neutral: 0 },
  ],
  [
    'a mention without a sentiment counts for none of the three keys',
    'sentiment',
    [{}],
    { positive: 0, negative: 0, neutral: 0 },
  ],
  ['the reach is the sum of all mentions', 'reach', [{ reach: 40 }, { reach: 2 }], { reach: 42 }],
  [
    'countries are uppercase codes with their counts',
    'countries',
    [inCountry('us'), inCountry('DE'), inCountry('DE')],
    { DE: 2, US: 1 },
  ],
  ['countries exclude unknown ones', 'countries', [{}, inCountry('unknown'), inCountry('DE')], { DE: 1 }],
  [
    'countries exclude mentions from Instagram and Reddit',
    'countries',
    [
      { ...inCountry('US'), source: 'reddit' },
      { ...inCountry('US'), source: 'instagram' },
    ],
    {},
  ],
  [
    'languages exclude unknown ones',
    'languages',
    [{ language: '' }, { language: 'unknown' }, { language: 'en' }],
    { en: 1 },
  ],
  [
    'sources have a count for each source, even for YouTube, which the filter of totals does not accept',
    'sources',
    [{ source: 'youtube' }, { source: 'web' }, { source: 'web' }],
    { web: 2, youtube: 1 },
  ],
  [
    'topic_cloud has a score for each term of the titles',
    'topic_cloud',
    [{ title: 'Refund late' }, { title: 'refund' }],
    { refund: 2, late: 1 },
  ],
])('in the totals of the mention service, %s (documentation § 4.3)', async (_rule, type, fields, value) => {
  expect(await insightsOf(fields, `total/${type}`)).toEqual({ name: type, value })
})

it('the totals “countries” and “languages” of the mention service list the five largest counts, largest first (documentation § 8)', async () => {
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

it('the topic cloud of the mention service has at most fifty terms, largest score first (documentation § 8)', async () => {
  const term = (index: number) => `term${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}`
  const posts = Array.from({ length: 60 }, (_, index) =>
    times(1 + (index % 7), { title: term(index) }),
  ).flat()
  const insights = Object(await insightsOf(posts, 'total/topic_cloud'))
  const scores = Object.values(insights.value).map(Number)
  expect(scores).toHaveLength(50)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
})

it('the totals “gender” and “age” of the mention service count the mentions whose author has a profile (documentation § 4.3)', async () => {
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
  ['from 30 days before today (UTC) until today by default, both included', {}, 3],
  ['of the day date_from and later days', { date_from: '2026-11-18' }, 1],
  ['of the day date_to and earlier days', { date_to: '2026-10-19' }, 1],
  ['of a single day if both dates are equal', { date_from: '2026-11-17', date_to: '2026-11-17' }, 1],
  ['of a range longer than the default', { date_from: '2026-01-01', date_to: '2026-12-31' }, 5],
  ['of no day if the range ends before it begins', { date_from: '2026-11-18', date_to: '2026-11-17' }, 0],
  ['of one source', { source: 'reddit' }, 1],
  ['of several sources', { source: 'reddit,web' }, 2],
  ['of every accepted source', { source: 'facebook,instagram,twitter,reddit,news-blogs,web' }, 2],
])(
  'the totals of the mention service count the mentions %s (documentation § 4.3)',
  async (_rule, parameters, mentions) => {
    expect(await insightsOf(edges, 'total/mentions', parameters)).toEqual({
      name: 'mentions',
      value: { mentions },
    })
  },
)
