import type { Mention } from '@overheard/mention-client/mention'
import { countFound } from '../../../../../src/engine/anomalies/ordinary-bursts.ts'
import { initialCounts } from '../../../../../src/engine/anomalies/volume-counts.ts'
import { sampleMention } from '../../../../tools/sample-mention.ts'
import { ours } from '../formulas.ts'
import { minute } from '../make-week.ts'
import type { Row, Series } from './read-series.ts'

/** Replays a counted series through the detector of the bot, with a poll every minute. */

export const sensitivities = ['normal', 'calm', 'alert'] as const
/** Times of alarms (UTC, ms), from the end of probation on. */
export type Alarms = Record<(typeof sensitivities)[number], number[]>

/** The detector learns from this share of a series before it is judged. */
const probation = 0.15

export function judgedFrom({ rows }: Series): number {
  return rows[Math.floor(rows.length * probation)]?.at ?? 0
}

export function endOf({ rows, intervalMs }: Series): number {
  return (rows.at(-1)?.at ?? 0) + intervalMs
}

export function replaySeries(series: Series): Alarms {
  const start = series.rows[0]?.at ?? 0
  const [first, end] = [judgedFrom(series), endOf(series)]
  const watches = sensitivities.map((sensitivity) => ({ sensitivity, watch: ours(sensitivity) }))
  const alarms: Alarms = { normal: [], calm: [], alert: [] }
  let counts = initialCounts(start, { mentions: [], sentiment: [] })
  const arrivals = arrivalsOf(series)
  let next = arrivals.next()
  for (let now = start + minute; now <= end; now += minute) {
    const found: Mention[] = []
    for (; !next.done && next.value <= now; next = arrivals.next()) found.push(mentionAt(next.value))
    counts = countFound(counts, found, now)
    for (const { sensitivity, watch } of watches)
      if (watch(counts, now, []).length > 0 && now >= first) alarms[sensitivity].push(now)
  }
  return alarms
}

/** Spreads each count evenly over its interval. A row that is missing has no mentions. */
function* arrivalsOf({ rows, intervalMs }: Series): Generator<number> {
  for (const [index, { at, count }] of rows.entries()) {
    const length = Math.min(intervalMs, lengthOf(rows, index) ?? intervalMs)
    for (let one = 0; one < count; one += 1) yield at + ((one + 0.5) * length) / count
  }
}

function lengthOf(rows: Row[], index: number): number | undefined {
  const [row, after] = [rows[index], rows[index + 1]]
  return row && after && after.at - row.at
}

/** A series says nothing about sources, languages and sentiments. */
const { sentiment: _, ...unrated } = sampleMention({ source: '', language: '' })
const mentionAt = (date: number): Mention => ({ ...unrated, date })
