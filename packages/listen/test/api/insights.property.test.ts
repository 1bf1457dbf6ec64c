import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { runs } from '../../../../test/tools/runs.ts'
import { mentionOf, randomMentions } from './random-mentions.ts'
import { archiveOf, idsOf, noon, type Started, startService } from './start-service.ts'

const range = fc
  .tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 }))
  .map(([a, b]) => [Math.max(a, b), Math.min(a, b)].map((days) => dayBefore(days)))

function dayBefore(days: number): string {
  return new Date(noon - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}

const periods = z.array(
  z.object({
    start_date: z.string(),
    end_date: z.string(),
    incomplete_period: z.boolean(),
    value: z.record(z.string(), z.number()),
  }),
)

/** Counts the mentions of the list for a range of dates and a source. */
async function listed(
  { get }: Started,
  from: string,
  to: string,
  more: Record<string, string>,
): Promise<number> {
  const parameters = { date_from: Date.parse(from), date_to: Date.parse(`${to}T23:59:59.999Z`), ...more }
  return idsOf(await get('/v1.0/alerts/1/mentions', parameters)).length
}

async function total({ get }: Started, type: string, parameters: Record<string, string>) {
  const { body } = await get(`/v1.0/alerts/1/insights/total/${type}`, parameters)
  return z.record(z.string(), z.number()).parse(body.alert_data?.insights?.value)
}

async function series({ get }: Started, type: string, parameters: Record<string, string>) {
  const { body } = await get(`/v1.0/alerts/1/insights/time_series/${type}`, parameters)
  return periods.parse(body.alert_data?.insights?.values)
}

const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0)

const granularity = fc.constantFrom('day', 'week', 'month')
const source = fc.constantFrom<Record<string, string>>({}, { source: 'web' }, { source: 'web,reddit' })

it('totals, time series and lists of mentions of the mention service agree for the same range of dates', async () => {
  await fc.assert(
    fc.asyncProperty(randomMentions, range, source, granularity, async (given, dates, sources, by) => {
      const [from = '', to = ''] = dates
      const service = await startService(
        { mentionStore: archiveOf(given.map(({ id, ...rest }) => mentionOf(id, rest))) },
        () => undefined,
      )
      const parameters = { date_from: from, date_to: to, ...sources }
      const count = await listed(service, from, to, sources)
      expect(await total(service, 'mentions', parameters)).toEqual({ mentions: count })
      expect(sum(Object.values(await total(service, 'sources', parameters)))).toBe(count)
      for (const country of ['US', 'DE'])
        expect((await total(service, 'countries', parameters))[country] ?? 0).toBe(
          await listed(service, from, to, { ...sources, country }),
        )

      for (const type of ['mentions', 'sentiment', 'reach']) {
        const points = await series(service, type, { ...parameters, granularity: by })
        const whole = await total(service, type, parameters)
        for (const [name, value] of Object.entries(whole))
          expect(sum(points.map((point) => point.value[name] ?? 0))).toBe(value)
      }

      const points = await series(service, 'mentions', { ...parameters, granularity: by })
      const starts = points.map(({ start_date }) => start_date)
      expect(starts).toEqual([...new Set(starts)].sort())
      for (const { start_date, end_date, value } of points) {
        expect(start_date >= from && end_date <= to).toBe(true)
        expect(value.mentions).toBe(await listed(service, start_date, end_date, sources))
      }
      await service.server.close()
    }),
    { numRuns: runs(30) },
  )
})
