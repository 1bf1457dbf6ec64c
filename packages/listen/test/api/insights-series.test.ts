import { expect, it } from 'vitest'
import type { MentionInput } from '../../../../sandbox/mention-service/records.ts'
import { archiveOf, mention, startService } from './start-service.ts'

const at = (time: string) => ({ date: Date.parse(`${time}Z`) })

/** `now` is noon on 18 November 2026, a Wednesday. */
async function seriesOf(
  fields: Partial<MentionInput>[],
  type: string,
  parameters: Record<string, string> = {},
): Promise<unknown> {
  const mentions = fields.map((given, index) => mention(index + 1, given))
  const { get } = await startService({ mentionStore: archiveOf(mentions) })
  const { body } = await get(`/v1.0/alerts/1/insights/time_series/${type}`, parameters)
  return body.alert_data?.insights ?? body.error
}

const period = (start_date: string, end_date: string, incomplete_period: boolean, value: object) => ({
  start_date,
  end_date,
  incomplete_period,
  value,
})
const day = (date: string, value: object) => period(date, date, false, value)

const three = [
  { ...at('2026-11-18T01:00:00'), sentiment: 'negative' as const, reach: 5 },
  { ...at('2026-11-16T00:00:00'), sentiment: 'positive' as const, reach: 7, source: 'reddit' },
  { ...at('2026-11-16T23:59:59.999'), sentiment: 'negative' as const, reach: 1 },
]

it.each<[rule: string, type: string, fields: Partial<MentionInput>[], values: object[]]>([
  [
    'mentions are counted for each UTC day by default, in ascending order and without empty days',
    'mentions',
    three,
    [day('2026-11-16', { mentions: 2 }), day('2026-11-18', { mentions: 1 })],
  ],
  [
    'the sentiment of a day leaves out a key whose count is zero',
    'sentiment',
    three,
    [day('2026-11-16', { positive: 1, negative: 1 }), day('2026-11-18', { negative: 1 })],
  ],
  ['sentiment leaves out a day without any sentiment', 'sentiment', [at('2026-11-16T00:00:00')], []],
  [
    'the reach of a day is the sum of its mentions',
    'reach',
    three,
    [day('2026-11-16', { reach: 8 }), day('2026-11-18', { reach: 5 })],
  ],
  ['an alert without mentions has no periods', 'mentions', [], []],
  [
    'the default range is from 30 days before today until today, both included',
    'mentions',
    [
      at('2026-10-18T23:59:59'),
      at('2026-10-19T00:00:00'),
      at('2026-11-18T23:59:59'),
      at('2026-11-19T00:00:00'),
    ],
    [day('2026-10-19', { mentions: 1 }), day('2026-11-18', { mentions: 1 })],
  ],
])(
  'in a time series of the mention service, %s (documentation § 4.4)',
  async (_rule, name, fields, values) => {
    expect(await seriesOf(fields, name)).toEqual({ name, values })
  },
)

it('the parameter source filters a time series of the mention service (documentation § 4.4)', async () => {
  const values = [day('2026-11-16', { mentions: 1 })]
  expect(await seriesOf(three, 'mentions', { source: 'reddit' })).toEqual({ name: 'mentions', values })
})

const spread = ['2026-09-30', '2026-10-01', '2026-11-08', '2026-11-09', '2026-11-15', '2026-11-16'].map(
  (date) => at(`${date}T12:00:00`),
)

it.each(['week', 'Week'])(
  'in a time series of the mention service, a period of granularity %s is Monday to Sunday, and a week cut by the range is marked as incomplete (documentation § 4.4)',
  async (granularity) => {
    const range = { date_from: '2026-10-01', date_to: '2026-11-18' }
    expect(await seriesOf(spread, 'mentions', { ...range, granularity })).toEqual({
      name: 'mentions',
      values: [
        period('2026-10-01', '2026-10-04', true, { mentions: 1 }),
        period('2026-11-02', '2026-11-08', false, { mentions: 1 }),
        period('2026-11-09', '2026-11-15', false, { mentions: 2 }),
        period('2026-11-16', '2026-11-18', true, { mentions: 1 }),
      ],
    })
  },
)

it.each(['month', 'Month'])(
  'in a time series of the mention service, a period of granularity %s is a calendar month, and a month cut by the range is marked as incomplete (documentation § 4.4)',
  async (granularity) => {
    const range = { date_from: '2026-09-01', date_to: '2026-11-18' }
    expect(await seriesOf(spread, 'mentions', { ...range, granularity })).toEqual({
      name: 'mentions',
      values: [
        period('2026-09-01', '2026-09-30', false, { mentions: 1 }),
        period('2026-10-01', '2026-10-31', false, { mentions: 1 }),
        period('2026-11-01', '2026-11-18', true, { mentions: 4 }),
      ],
    })
  },
)

it.each(['day', 'Day'])(
  'in a time series of the mention service, a period of granularity %s has the same start_date and end_date (documentation § 4.4)',
  async (granularity) => {
    expect(await seriesOf([at('2026-11-17T12:00:00')], 'mentions', { granularity })).toEqual({
      name: 'mentions',
      values: [day('2026-11-17', { mentions: 1 })],
    })
  },
)
