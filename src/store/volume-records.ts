import { z } from 'zod'
import type { VolumeCounts } from '../anomalies/volume-counts.ts'
import { silentPartSchema } from '../model/anomaly.ts'
import { checkpointSchema } from '../model/checkpoint.ts'
import type { AlertVolume } from '../polling/volume.ts'
import type { RecordStore, RecordType } from './records.ts'

/** What is counted of each alert. All reject where the store cannot be read or written. */
type VolumeRecords = {
  find(alert: string): Promise<AlertVolume | undefined>
  keep(alert: string, volume: AlertVolume): Promise<void>
}

const timeline = z.object({ first: z.number(), counts: z.array(z.number()) })
const tally = z.object({ total: timeline, rated: timeline, negative: timeline })
const parts = z.array(
  z.object({
    kind: z.enum(['source', 'language']),
    name: z.string(),
    hours: timeline,
    lastAt: z.number(),
  }),
)
const counts: z.ZodType<VolumeCounts> = z.object({
  since: z.number(),
  lastAt: z.number(),
  minutes: tally,
  hours: tally,
  days: tally,
  parts,
})
/** The shape of what is kept of an alert. */
const volumeSchema: z.ZodType<AlertVolume> = z.object({
  counts,
  seen: checkpointSchema.pick({ watermark: true, origin: true, done: true }),
  announced: z.array(z.object({ what: silentPartSchema, since: z.number() })),
})

/** A kind of its own for each alert: it is written at each turn with news, and must not cost more with more alerts. */
const kindOf = (alert: string): RecordType<AlertVolume> => ({ name: `weather-${alert}`, shape: volumeSchema })

/** The weather of alerts, as the records have it. */
export function volumeRecords(records: RecordStore): VolumeRecords {
  return {
    find: (alert) => records.find(kindOf(alert), alert),
    async keep(alert, volume) {
      await records.change(kindOf(alert), alert, () => volume)
    },
  }
}
