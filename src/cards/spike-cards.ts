import type { KeyedMutex } from '../async/keyed-mutex.ts'
import { spikeCardOf } from '../messages/spike.ts'
import type { MessageRecords } from '../model/collection.ts'
import type { DrawnSpike, SpikeCardRecord, SpikeNote } from '../model/spike-card.ts'
import type { MessagePlace, Messages, Updated } from '../slack/posted-messages.ts'
import { withReceiptMark } from '../slack/receipt-mark.ts'

type Place = Pick<MessagePlace, 'channel' | 'ts'>

export type SpikeCards = {
  /** Keeps the responsible person and the status that people have set. */
  draw(place: Place, card: DrawnSpike): Promise<Updated>
  find(place: Place): Promise<SpikeCardRecord | undefined>
  /** Changes the responsible person or the status, and updates the card. Returns false if the card has no record. */
  setNote(place: Place, next: (note: SpikeNote) => SpikeNote): Promise<boolean>
  /** Returns the cards of running spikes, the newest first. Rejects if the store cannot be read. */
  running(): Promise<SpikeCardRecord[]>
}

/**
 * A card that was not updated for this time (ms) is not shown as running, because its subscription has probably ended.
 */
const runningForMs = 24 * 60 * 60_000
/** A spike whose card was posted longer ago than this (ms) is not found after a restart. */
const longestSpikeMs = 14 * runningForMs

type SpikeCardsDeps = {
  now: () => number
  records: Pick<MessageRecords<SpikeCardRecord>, 'find' | 'change' | 'since' | 'changes'>
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
  const live = new Map<string, SpikeCardRecord>()
  let mark: string | undefined
  let loading: Promise<void> | undefined

  function note(record: SpikeCardRecord): void {
    const key = `${record.channel} ${record.ts}`
    if (record.shown.kind === 'live') live.set(key, record)
    else live.delete(key)
  }

  async function load(): Promise<void> {
    const first = await records.changes(undefined)
    for await (const record of records.since(now() - longestSpikeMs)) note(record)
    mark = first.mark
  }

  const oneByOne = <T>({ channel, ts }: Place, task: () => Promise<T>) => withLock(`${channel} ${ts}`, task)
  return {
    draw: (place, card) =>
      oneByOne(place, async () => {
        const kept = await records
          .change(place, (current) => ({ ...card, ...place, note: current?.note ?? {}, at: now() }))
          .catch(() => undefined)
        const drawn = kept ?? { ...card, ...place, note: {}, at: now() }
        note(drawn)
        return redraw(place, drawn)
      }),
    find: (place) => records.find(place).catch(() => undefined),
    setNote: (place, next) =>
      oneByOne(place, async () => {
        const kept = await records.change(
          place,
          (current) => current && { ...current, note: next(current.note) },
        )
        if (kept === undefined) return false
        note(kept)
        await redraw(place, kept)
        return true
      }),
    async running() {
      loading ??= load()
      await loading.catch((error: unknown) => {
        loading = undefined
        throw error
      })
      const next = await records.changes(mark)
      next.changed.forEach(note)
      mark = next.mark
      return [...live.values()]
        .filter(({ at }) => at > now() - runningForMs)
        .sort((a, b) => Number(b.ts) - Number(a.ts))
    },
  }
}
