import { describe, expect, it } from 'vitest'
import { sendJson, startServer } from '../../../test/tools/http-server.ts'
import { clientOf, errorOf } from '../../../test/tools/mention-client.ts'
import { limits, wireAlert } from '../../../test/tools/mention-responses.ts'
import { totalTypes } from '../src/insight.ts'

const range = { from: '2026-01-01', to: '2026-01-31' }

function insightsOf(insights: unknown) {
  return startServer((_, response) => sendJson(response, { limits, alert_data: { ...wireAlert, insights } }))
}

describe('the totals of insights', () => {
  it.each(totalTypes)('of the type %s are requested at their own path', async (type) => {
    const server = await insightsOf({ name: type, value: { a: 1, b: 2 } })
    const { service } = clientOf(server.url)
    const total = await service.total('7', type, { ...range, sources: ['reddit', 'web'] })
    expect(total).toMatchObject({ limits: [{ reached: false }], value: { total: 3 } })
    expect(server.asked[0]?.pathname).toBe(`/v1.0/alerts/7/insights/total/${type}`)
    expect([...(server.asked[0]?.searchParams ?? [])].slice(1)).toEqual([
      ['date_from', '2026-01-01'],
      ['date_to', '2026-01-31'],
      ['source', 'reddit,web'],
    ])
  })

  it.each([
    ['alert_data.insights: expected object', undefined],
    ['alert_data.insights.value: expected number or object of numbers', { value: 'many' }],
    ['alert_data.insights.value: expected number or object of numbers', { value: [{ web: 'many' }] }],
  ])('reject an invalid response with an error that names the field: %s', async (field, insights) => {
    const server = await insightsOf(insights)
    const error = await errorOf(clientOf(server.url).service.total('7', 'reach', range))
    expect(error).toMatchObject({ kind: 'malformed', field })
  })
})

it.each([{ name: 'gender' }, {}, { value: null }, { value: [] }])(
  'a total of insights is empty if the service found nothing, however it writes that: %j',
  async (insights) => {
    const { service } = clientOf((await insightsOf(insights)).url)
    expect((await service.total('7', 'gender', range)).value).toEqual({ total: 0, parts: [] })
  },
)

describe('the time series of insights', () => {
  it('skips a period whose value is null, and reads an empty object as zero', async () => {
    const period = (day: string, value: unknown, incomplete?: boolean) => {
      const date = `2026-01-${day}`
      return { start_date: date, end_date: date, incomplete_period: incomplete, value }
    }
    const values = [
      period('01', { positive: 2, negative: 1 }, false),
      period('02', null),
      period('04', {}, true),
    ]
    const server = await insightsOf({ name: 'sentiment', values })
    const series = await clientOf(server.url).service.series('7', 'sentiment', {
      ...range,
      granularity: 'week',
    })
    expect(series.periods).toEqual([
      {
        from: '2026-01-01',
        to: '2026-01-01',
        incomplete: false,
        value: {
          total: 3,
          parts: [
            { name: 'positive', count: 2 },
            { name: 'negative', count: 1 },
          ],
        },
      },
      { from: '2026-01-04', to: '2026-01-04', incomplete: true, value: { total: 0, parts: [] } },
    ])
    expect(server.asked[0]?.pathname).toBe('/v1.0/alerts/7/insights/time_series/sentiment')
    expect(server.asked[0]?.searchParams.get('granularity')).toBe('week')
  })

  it('skip periods that cannot be read, and log how many', async () => {
    const good = { start_date: '2026-01-02', end_date: '2026-01-02', value: 4, incomplete_period: 'no' }
    const unreadable = { ...good, value: 'many' }
    const server = await insightsOf({
      values: [{ start_date: 'soon', value: 1 }, null, good, 'x', unreadable],
    })
    const { service, logged } = clientOf(server.url)
    const { periods } = await service.series('7', 'reach', { ...range, granularity: 'day' })
    expect(periods).toEqual([
      { from: '2026-01-02', to: '2026-01-02', incomplete: false, value: { total: 4, parts: [] } },
    ])
    expect(logged.map(({ fields }) => fields)).toEqual([{ alert: '7', skipped: 4 }])
  })

  it.each([{ values: null }, { name: 'reach' }])(
    'are empty if the response has no list: %j',
    async (insights) => {
      const { service } = clientOf((await insightsOf(insights)).url)
      expect((await service.series('7', 'reach', { ...range, granularity: 'day' })).periods).toEqual([])
    },
  )

  it.each([
    ['start_date: expected date', { start_date: 'soon', end_date: '2026-01-01', value: 1 }],
    [
      'value: expected number or object of numbers',
      { start_date: '2026-01-01', end_date: '2026-01-01', value: 'many' },
    ],
  ])(
    'reject a response in which no period can be read, with an error that names the first field, such as %s',
    async (field, period) => {
      const server = await insightsOf({ values: [period] })
      const call = clientOf(server.url).service.series('7', 'reach', { ...range, granularity: 'day' })
      expect((await errorOf(call)).field).toBe(`alert_data.insights.values.0.${field}`)
    },
  )

  it('know an incomplete period however the service writes that', async () => {
    const flags = [true, 1, '1', 'true', ' True ', false, 0, '0', 'false', null, undefined, 'no']
    const values = flags.map((incomplete_period, day) => {
      const date = `2026-01-${String(day + 1).padStart(2, '0')}`
      return { start_date: date, end_date: date, value: 1, incomplete_period }
    })
    const { service } = clientOf((await insightsOf({ values })).url)
    const { periods } = await service.series('7', 'reach', { ...range, granularity: 'day' })
    expect(periods.map(({ incomplete }) => incomplete)).toEqual(flags.map((_, day) => day < 5))
  })

  it('count sentiments in other spellings', async () => {
    const value = { POSITIVE: 2, Neg: 1, Neutral: 3, mixed: 4 }
    const server = await insightsOf({ values: [{ start_date: '2026-01-02', end_date: '2026-01-02', value }] })
    const call = clientOf(server.url).service.series('7', 'sentiment', { ...range, granularity: 'day' })
    expect((await call).periods[0]?.value.parts).toEqual([
      { name: 'positive', count: 2 },
      { name: 'negative', count: 1 },
      { name: 'neutral', count: 3 },
      { name: 'mixed', count: 4 },
    ])
  })
})
