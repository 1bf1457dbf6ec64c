import { type AlertVolume, alertVolumeSchema } from '../model/alert-volume.ts'
import type { RecordStore, RecordType } from './records.ts'

/** What is counted of each alert. All reject where the store cannot be read or written. */
type VolumeRecords = {
  find(alert: string): Promise<AlertVolume | undefined>
  keep(alert: string, volume: AlertVolume): Promise<void>
}

/** A kind of its own for each alert: it is written at each turn with news, and must not cost more with more alerts. */
const kindOf = (alert: string): RecordType<AlertVolume> => ({
  name: `weather-${alert}`,
  shape: alertVolumeSchema,
})

/** The weather of alerts, as the records have it. */
export function volumeRecords(records: RecordStore): VolumeRecords {
  return {
    find: (alert) => records.find(kindOf(alert), alert),
    async keep(alert, volume) {
      await records.change(kindOf(alert), alert, () => volume)
    },
  }
}
