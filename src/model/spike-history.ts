import type { Time } from '@overheard/base/time'
import type { CheckpointKey } from './checkpoint.ts'
import { recordedDays, type SpikeCardRecord, type SpikeHistory, type SpikeNote } from './spike-card.ts'

export const recordedMs = recordedDays * 24 * 60 * 60_000
/** A mark on the oldest spike that can be marked counts until then (ms after the spike). */
export const markedMs = 2 * recordedMs

export type RecordedSpike = CheckpointKey & { postedAt: Time; note: SpikeNote }

export const recordedSpikeOf = ({ subscription, alert, ts, note }: SpikeCardRecord): RecordedSpike => ({
  subscription,
  alert,
  postedAt: Number(ts) * 1000,
  note,
})

/** `recorded` are the spikes of the last `markedMs`, also those of other subscriptions and alerts. */
export function spikeHistoryOf(
  recorded: Iterable<RecordedSpike>,
  { subscription, alert }: CheckpointKey,
  now: Time,
): SpikeHistory {
  const ofAlert = [...recorded].filter((one) => one.subscription === subscription && one.alert === alert)
  const recent = ofAlert.filter(({ postedAt }) => postedAt > now - recordedMs)
  const ends = ofAlert.flatMap(({ note: { falseAlarm } }) =>
    falseAlarm !== undefined && falseAlarm.until > now ? [falseAlarm.until] : [],
  )
  return {
    spikes: recent.length,
    led: recent.filter(({ note: { lead } }) => lead !== undefined).length,
    falseAlarms: recent.filter(({ note: { falseAlarm } }) => falseAlarm !== undefined).length,
    ...(ends.length > 0 && { strict: { falseAlarms: ends.length, until: Math.min(...ends) } }),
  }
}
