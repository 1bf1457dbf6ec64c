import { type SpikeCardRecord, spikeCardRecordSchema } from '../model/spike-card.ts'
import type { RecordStore, RecordType } from './records.ts'

type MessageKey = { channel: string; ts: string }

/** The cards of spikes, by their messages. All methods reject if the store cannot be read or written. */
export type SpikeCardRecords = {
  find(message: MessageKey): Promise<SpikeCardRecord | undefined>
  /** Changes one in one step; resolves with what is there now. */
  change(
    message: MessageKey,
    next: (current: SpikeCardRecord | undefined) => SpikeCardRecord | undefined,
  ): Promise<SpikeCardRecord | undefined>
  /** Removes the records of cards that were last drawn long ago. */
  prune(): Promise<void>
}

/** How long the card of a spike can still be changed, in ms. */
const keptMs = 90 * 86_400_000

const spikeCardType: RecordType<SpikeCardRecord> = { name: 'spike-cards', shape: spikeCardRecordSchema }

export function spikeCardRecords(records: RecordStore, now: () => number): SpikeCardRecords {
  return {
    find: (message) => records.find(spikeCardType, keyOf(message)),
    change: (message, next) => records.change(spikeCardType, keyOf(message), next),
    async prune() {
      for (const { key, value } of await records.all(spikeCardType))
        if (value.at < now() - keptMs) await records.change(spikeCardType, key, () => undefined)
    },
  }
}

const keyOf = ({ channel, ts }: MessageKey) => `${channel} ${ts}`
