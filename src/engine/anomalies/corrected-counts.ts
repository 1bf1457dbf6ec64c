import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { Sentiment } from '@overheard/mention-client/mention'
import { type CountedCorrection, sentimentAfter } from '../../model/correction.ts'
import type { Corrections } from '../progress/corrections.ts'
import type { AlertVolume, Timelines } from './alert-volume.ts'
import { addCount, countAt, dayMs, hourMs, maxDays, maxHours, maxMinutes, minuteMs } from './volume-counts.ts'

/** The counts of days keep their corrections for this time, in ms. */
const keptMs = maxDays * dayMs

/**
 * Counts each corrected mention with the sentiment that people gave it. The volume keeps what it counts, so the same correction changes
 * nothing the second time.
 */
export function withCorrectedCounts(volume: AlertVolume, corrections: Corrections, now: Time): AlertVolume {
  const young = [...corrections.values()].filter(({ countsAt }) => countsAt > now - keptMs)
  const after = young.reduce(withOne, volume)
  if (after === volume) return volume
  return { ...after, corrected: (after.corrected ?? []).filter(({ at }) => at > now - keptMs) }
}

function withOne(volume: AlertVolume, correction: CountedCorrection): AlertVolume {
  const { mention: id, was, isOwn } = correction
  const known = volume.corrected?.find((one) => one.id === id)
  const before = known === undefined ? was : known.sentiment
  const sentiment = sentimentAfter(correction)
  if (before === sentiment) return volume
  const at = known?.at ?? correction.countsAt
  const move = (tally: Timelines, length: number, most: number) =>
    moved(tally, { period: Math.floor(at / length), most, from: before, to: sentiment })
  const { counts } = volume
  const others = (volume.corrected ?? []).filter((one) => one !== known)
  return {
    ...volume,
    counts: {
      ...counts,
      ...(isOwn
        ? {}
        : {
            minutes: move(counts.minutes, minuteMs, maxMinutes),
            hours: move(counts.hours, hourMs, maxHours),
          }),
      days: move(counts.days, dayMs, maxDays),
    },
    corrected: [...others, { id, at, ...defined({ sentiment }) }],
  }
}

type Move = { period: number; most: number; from: Sentiment | undefined; to: Sentiment | undefined }

/**
 * The post may be in the period after that in which the mention was counted, so the mention is looked for in both. A mention that was never
 * counted, such as one of the initial sync, is in neither.
 */
function moved(tally: Timelines, { period, most, from, to }: Move): Timelines {
  const at = [period, period - 1].find((one) => has(tally, one, from))
  if (at === undefined) return tally
  const add = (timeline: 'rated' | 'negative', by: number) =>
    by === 0 ? tally[timeline] : addCount(tally[timeline], at, by, most)
  const rated = Number(to !== undefined) - Number(from !== undefined)
  const negative = Number(to === 'negative') - Number(from === 'negative')
  return { total: tally.total, rated: add('rated', rated), negative: add('negative', negative) }
}

function has(
  { total, rated, negative }: Timelines,
  period: number,
  sentiment: Sentiment | undefined,
): boolean {
  const count = {
    total: countAt(total, period),
    rated: countAt(rated, period),
    negative: countAt(negative, period),
  }
  if (sentiment === 'negative') return count.negative > 0
  return sentiment === undefined ? count.total > count.rated : count.rated > count.negative
}
