import type { CardRecord } from '../model/card.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { Id } from '../model/id.ts'

/**
 * `done` counts the handled negative mentions, and `of` all negative mentions. `medianMs` is the median time until
 * somebody first claimed or handled one.
 */
export type ResponseStats = { done: number; of: number; medianMs?: number }

export type ResponseState =
  | { kind: 'open'; forMs: number }
  | { kind: 'claimed' | 'assigned' | 'snoozed'; by: string }
  | { kind: 'done'; by: string; afterMs: number }

type FindCardRecord = (entry: DecisionRecord) => CardRecord | undefined

export function indexCardRecords(records: CardRecord[]): FindCardRecord {
  const key = (channel = '', ts = '', mention: Id) => `${channel} ${ts} ${mention}`
  const byPlace = new Map<string, CardRecord>()
  for (const record of records) {
    const place = key(record.channel, record.ts, record.mention)
    if (!byPlace.has(place)) byPlace.set(place, record)
  }
  return ({ channel, ts, id }) => byPlace.get(key(channel, ts, id))
}

/** `posted` has the decision log's entries of a period. A mention that is done or not relevant counts as handled. */
export function measureResponses(posted: DecisionRecord[], findRecord: FindCardRecord): ResponseStats {
  const negatives = posted.filter(({ outcome, sentiment }) => sentiment === 'negative' && isPosted(outcome))
  const touched = negatives.flatMap((entry) => {
    const record = findRecord(entry)
    return record === undefined ? [] : [{ record, tookMs: Math.max(0, record.firstAt - entry.at) }]
  })
  const done = touched.filter(({ record }) => isFinished(record)).length
  const medianMs = median(touched.map(({ tookMs }) => tookMs))
  return { done, of: negatives.length, ...(medianMs === undefined ? {} : { medianMs }) }
}

/** Returns the states at `now` (UTC, ms), by mention id. Ignores entries that were not posted. */
export function responseStates(
  posted: DecisionRecord[],
  findRecord: FindCardRecord,
  now: number,
): ReadonlyMap<Id, ResponseState> {
  const found = new Map<Id, ResponseState>()
  for (const entry of posted) {
    if (!isPosted(entry.outcome) || found.has(entry.id)) continue
    found.set(entry.id, responseState(entry, findRecord(entry), now))
  }
  return found
}

function responseState(entry: DecisionRecord, record: CardRecord | undefined, now: number): ResponseState {
  if (record === undefined) return { kind: 'open', forMs: Math.max(0, now - entry.at) }
  if (record.state === 'assigned') return { kind: 'assigned', by: record.by }
  if (record.state === 'snoozed') return { kind: 'snoozed', by: record.by }
  if (!isFinished(record)) return { kind: 'claimed', by: record.by }
  return { kind: 'done', by: record.by, afterMs: Math.max(0, record.at - entry.at) }
}

const isFinished = ({ state }: CardRecord) => state === 'done' || state === 'not-relevant'

const isPosted = (outcome: DecisionRecord['outcome']) => outcome === 'posted' || outcome === 'burst'

function median(values: number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2
}
