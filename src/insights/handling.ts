import type { CardRecord } from '../model/card-record.ts'
import type { Id } from '../model/id.ts'
import type { VerdictEntry } from '../model/verdict.ts'

/** How many of the negative mentions that were posted are handled, and the median time until somebody first took care (ms). */
export type Response = { done: number; of: number; medianMs?: number }

/** How far people got with one posted mention. Times in ms. */
export type Progress =
  | { kind: 'open'; forMs: number }
  | { kind: 'claimed'; by: string }
  | { kind: 'done'; by: string; afterMs: number }

/**
 * The response to what was posted: `posted` are the entries of the verdict log for a period, `records` what people made of them. A
 * mention that is done or not relevant is handled.
 */
export function responseTo(posted: VerdictEntry[], records: CardRecord[]): Response {
  const negatives = posted.filter(({ became, sentiment }) => sentiment === 'negative' && isShown(became))
  const touched = negatives.flatMap((entry) => {
    const record = recordOf(entry, records)
    return record === undefined ? [] : [{ record, tookMs: Math.max(0, record.firstAt - entry.at) }]
  })
  const done = touched.filter(({ record }) => record.state !== 'claimed').length
  const medianMs = median(touched.map(({ tookMs }) => tookMs))
  return { done, of: negatives.length, ...(medianMs === undefined ? {} : { medianMs }) }
}

/** How far people got with a mention at `now` (UTC, ms); undefined where it was not posted. */
export function progressOf(
  alert: Id,
  mention: Id,
  { posted, records, now }: { posted: VerdictEntry[]; records: CardRecord[]; now: number },
): Progress | undefined {
  const entry = posted.find((one) => one.alert === alert && one.id === mention && isShown(one.became))
  if (entry === undefined) return undefined
  const record = recordOf(entry, records)
  if (record === undefined) return { kind: 'open', forMs: Math.max(0, now - entry.at) }
  if (record.state === 'claimed') return { kind: 'claimed', by: record.by }
  return { kind: 'done', by: record.by, afterMs: Math.max(0, record.at - entry.at) }
}

const isShown = (became: VerdictEntry['became']) => became === 'posted' || became === 'burst'

function recordOf({ channel, ts, id }: VerdictEntry, records: CardRecord[]): CardRecord | undefined {
  return records.find((record) => record.channel === channel && record.ts === ts && record.mention === id)
}

function median(values: number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2
}
