import { defined } from '@overheard/base/defined'
import type { KeyedMutex } from '@overheard/base/serial'
import type { Ms, Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import { withReceiptMark } from '@overheard/post-once/mark'
import { type SpikeCardAddition, spikeCardOf } from '../messages/anomalies/spike.ts'
import type { CheckpointKey } from '../model/checkpoint.ts'
import type { MessageKey, MessageRecords } from '../model/collection.ts'
import { FencedError } from '../model/fenced-error.ts'
import type { DrawnSpike, SpikeCardRecord, SpikeHistory, SpikeNote, Strictness } from '../model/spike-card.ts'
import {
  markedMs,
  type RecordedSpike,
  recordedMs,
  recordedSpikeOf,
  spikeHistoryOf,
} from '../model/spike-history.ts'
import type { SpeakTo } from '../people/speak-to.ts'
import type { Messages, Updated } from '../slack/posted-messages.ts'
import { followRecords } from './follow-records.ts'
import type { Undrawn } from './posted-cards.ts'

export type SpikeCards = {
  /** Keeps the responsible person and the status that people have set. */
  draw(place: MessageKey, card: DrawnSpike): Promise<Updated>
  find(place: MessageKey): Promise<SpikeCardRecord | undefined>
  /** Changes what people have set, and updates the card. Returns false if the card has no record. The user is told if the card stays as it is. */
  setNote(place: MessageKey, next: (note: SpikeNote) => SpikeNote, user?: string): Promise<boolean>
  /** Returns the cards of running spikes, the newest first. Rejects if the store cannot be read. */
  running(): Promise<SpikeCardRecord[]>
  /** Reads the store once for any number of subscriptions. Rejects if it cannot be read. */
  histories(): Promise<(key: CheckpointKey) => SpikeHistory>
  /** Rejects if the store cannot be read. */
  history(key: CheckpointKey): Promise<SpikeHistory>
  /** Marks a spike as a false alarm, or removes the mark if `person` is undefined. Rejects if the store cannot be read. */
  judge(place: MessageKey, person: { user: string; by: string } | undefined): Promise<Judged>
}

/** `old`: the spike was too long ago to make the alert stricter. */
export type Judged =
  | { kind: 'judged'; alert: Id; alertName: string; strict?: Strictness }
  | { kind: 'unknown' }
  | { kind: 'old' }

/**
 * A card that was not updated for this time (ms) is not shown as running, because its subscription has probably ended.
 */
const runningForMs = 24 * 60 * 60_000
/** A spike whose card was posted longer ago than this (ms) is not found after a restart. */
const longestSpikeMs = 14 * runningForMs
type SpikeCardsDeps = {
  now: () => Time
  /** The records of older messages are deleted. */
  keptMs: Ms
  records: Pick<MessageRecords<SpikeCardRecord>, 'find' | 'change' | 'since' | 'changes'>
  /** Polls draw with these. */
  ledRecords: Pick<MessageRecords<SpikeCardRecord>, 'change'>
  messages: Pick<Messages, 'update'>
  withLock: KeyedMutex
  speakTo: Pick<SpeakTo, 'subscription'>
  undrawn?: (undrawn: Undrawn) => Promise<unknown>
  /** What features add to the card of a spike. */
  additions?: (place: MessageKey) => Promise<SpikeCardAddition[]>
}

/**
 * Updates of one card run one after the other, and each update reads the newest record. So the last update shows the
 * latest state.
 */
export function createSpikeCards({
  now,
  keptMs,
  records,
  ledRecords,
  messages,
  withLock,
  speakTo,
  undrawn = async () => undefined,
  additions = async () => [],
}: SpikeCardsDeps): SpikeCards {
  const redraw = async (place: MessageKey, record: SpikeCardRecord) =>
    speakTo.subscription(record.subscription, async () =>
      messages.update(place, withReceiptMark(spikeCardOf(record, await additions(place)), record.mark)),
    )
  const live = new Map<string, SpikeCardRecord>()
  const recorded = new Map<string, RecordedSpike>()
  const { refresh, update } = followRecords(records, () => now() - Math.max(longestSpikeMs, markedMs), note)

  function note(record: SpikeCardRecord): void {
    const key = `${record.channel} ${record.ts}`
    recorded.set(key, recordedSpikeOf(record))
    if (record.shown.kind === 'live') live.set(key, record)
    else live.delete(key)
  }

  const oneByOne = <T>({ channel, ts }: MessageKey, task: () => Promise<T>) =>
    withLock(`${channel} ${ts}`, task)
  async function setNote(
    place: MessageKey,
    next: (note: SpikeNote) => SpikeNote,
    user?: string,
  ): Promise<boolean> {
    return oneByOne(place, async () => {
      const kept = await records.change(
        place,
        (current) => current && { ...current, note: next(current.note) },
      )
      if (kept === undefined) return false
      update(kept)
      const drawn = await redraw(place, kept)
      const reason = drawn.kind === 'updated' ? undefined : drawn.reason
      const { channel, ts } = place
      // A poll draws the live card of a running spike again.
      const isRetried = drawn.kind === 'failed' && kept.shown.kind === 'live'
      if (user !== undefined && reason !== undefined) await undrawn({ channel, ts, user, reason, isRetried })
      return true
    })
  }

  async function histories(): Promise<(key: CheckpointKey) => SpikeHistory> {
    await refresh()
    for (const [key, { postedAt }] of recorded) if (postedAt <= now() - markedMs) recorded.delete(key)
    return (key) => spikeHistoryOf(recorded.values(), key, now())
  }
  const history = async (key: CheckpointKey) => (await histories())(key)

  const find = (place: MessageKey) => records.find(place).catch(() => undefined)
  return {
    draw: (place, card) =>
      oneByOne(place, async () => {
        const kept = await ledRecords
          .change(place, (current) => ({ ...card, ...place, note: current?.note ?? {}, at: now() }))
          .catch((error: unknown) => {
            // Another process draws the card.
            if (error instanceof FencedError) throw error
          })
        const drawn = kept ?? { ...card, ...place, note: {}, at: now() }
        update(drawn)
        return redraw(place, drawn)
      }),
    find,
    setNote,
    histories,
    history,
    async running() {
      await refresh()
      return [...live.values()]
        .filter(({ at }) => at > now() - runningForMs)
        .sort((a, b) => Number(b.ts) - Number(a.ts))
    },
    async judge(place, person) {
      const at = now()
      const postedAt = Number(place.ts) * 1000
      if (person !== undefined && postedAt <= at - recordedMs) return { kind: 'old' }
      const until = Math.min(at + recordedMs, postedAt + keptMs)
      const mark = ({ falseAlarm: _before, ...note }: SpikeNote): SpikeNote =>
        person === undefined ? note : { ...note, falseAlarm: { ...person, at, until } }
      const isKept = await setNote(place, mark, person?.user)
      const card = isKept ? await find(place) : undefined
      if (card === undefined) return { kind: 'unknown' }
      const { strict } = await history(card)
      return {
        kind: 'judged',
        alert: card.alert,
        alertName: card.shown.spike.alertName,
        ...defined({ strict }),
      }
    },
  }
}
