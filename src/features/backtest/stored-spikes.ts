import type { Time } from '@overheard/base/time'
import type { ReadRecords, Records } from '../../model/collection.ts'
import { spikeCardRecordSchema } from '../../model/spike-card.ts'
import { markedMs, type RecordedSpike, recordedSpikeOf } from '../../model/spike-history.ts'

/** The spikes that the bot posted. */
export type StoredSpikes = ReadRecords<RecordedSpike[]>

/** Reads the spikes that matter for the record at `now`. Rejects if the store cannot be read. */
export async function recordedSpikes({ messages }: Records, now: Time): Promise<RecordedSpike[]> {
  const spikes: RecordedSpike[] = []
  for await (const record of messages('spike-cards', spikeCardRecordSchema).since(now - markedMs))
    spikes.push(recordedSpikeOf(record))
  return spikes
}
