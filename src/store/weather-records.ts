import { z } from 'zod'
import { isId } from '../model/id.ts'
import type { Silent } from '../model/silence.ts'
import type { Weather } from '../turn/alert-weather.ts'
import type { HourlyCounts } from '../weather/hourly.ts'
import type { Kind, Records } from './records.ts'

/** What is counted of each alert. All reject where the store cannot be read or written. */
type WeatherRecords = {
  find(alert: string): Promise<Weather | undefined>
  keep(alert: string, weather: Weather): Promise<void>
}

const id = z.string().refine(isId)
const timeline = z.object({ first: z.number(), counts: z.array(z.number()) })
const tally = z.object({ total: timeline, judged: timeline, negative: timeline })
const parts = z.array(
  z.object({
    kind: z.enum(['source', 'language']),
    name: z.string(),
    hours: timeline,
    lastAt: z.number(),
  }),
)
const counts: z.ZodType<HourlyCounts> = z.object({
  since: z.number(),
  lastAt: z.number(),
  slots: tally,
  hours: tally,
  days: tally,
  parts,
})
const silent: z.ZodType<Silent> = z.union([
  z.object({ kind: z.literal('alert') }),
  z.object({ kind: z.enum(['source', 'language']), name: z.string() }),
])

/** The shape of what is kept of an alert. */
const weatherShape: z.ZodType<Weather> = z.object({
  counts,
  seen: z.object({
    through: id,
    start: id,
    settled: z.array(z.object({ at: z.number(), ids: z.array(id) })),
  }),
  told: z.array(z.object({ what: silent, since: z.number() })),
})

/** A kind of its own for each alert: it is written at each turn with news, and must not cost more with more alerts. */
const kindOf = (alert: string): Kind<Weather> => ({ name: `weather-${alert}`, shape: weatherShape })

/** The weather of alerts, as the records have it. */
export function weatherRecords(records: Records): WeatherRecords {
  return {
    find: (alert) => records.find(kindOf(alert), alert),
    async keep(alert, weather) {
      await records.change(kindOf(alert), alert, () => weather)
    },
  }
}
