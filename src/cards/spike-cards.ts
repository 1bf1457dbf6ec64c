import type { KeyedMutex } from '../async/keyed-mutex.ts'
import { spikeCardOf } from '../messages/spike.ts'
import type { MessageRecords } from '../model/collection.ts'
import type { SpikeCardRecord, SpikeNote } from '../model/spike-card.ts'
import type { MessagePlace, Messages, Updated } from '../slack/posted-messages.ts'
import { withReceiptMark } from '../slack/receipt-mark.ts'

type Place = Pick<MessagePlace, 'channel' | 'ts'>

export type SpikeCards = {
  /** Keeps the responsible person and the status that people have set. */
  draw(place: Place, card: Omit<SpikeCardRecord, 'note' | 'at'>): Promise<Updated>
  find(place: Place): Promise<SpikeCardRecord | undefined>
  /** Changes the responsible person or the status, and updates the card. Returns false if the card has no record. */
  setNote(place: Place, next: (note: SpikeNote) => SpikeNote): Promise<boolean>
}

type SpikeCardsDeps = {
  now: () => number
  records: Pick<MessageRecords<SpikeCardRecord>, 'find' | 'change'>
  messages: Pick<Messages, 'update'>
  withLock: KeyedMutex
}

/**
 * Updates of one card run one after the other, and each update reads the newest record. So the last update shows the
 * latest state.
 */
export function createSpikeCards({ now, records, messages, withLock }: SpikeCardsDeps): SpikeCards {
  const redraw = (place: Place, record: SpikeCardRecord) =>
    messages.update(place, withReceiptMark(spikeCardOf(record), record.mark))
  const oneByOne = <T>({ channel, ts }: Place, task: () => Promise<T>) => withLock(`${channel} ${ts}`, task)
  return {
    draw: (place, card) =>
      oneByOne(place, async () => {
        const kept = await records
          .change(place, (current) => ({ ...card, note: current?.note ?? {}, at: now() }))
          .catch(() => undefined)
        return redraw(place, kept ?? { ...card, note: {}, at: now() })
      }),
    find: (place) => records.find(place).catch(() => undefined),
    setNote: (place, next) =>
      oneByOne(place, async () => {
        const kept = await records.change(
          place,
          (current) => current && { ...current, note: next(current.note) },
        )
        if (kept === undefined) return false
        await redraw(place, kept)
        return true
      }),
  }
}
