import { defined } from '@overheard/base/defined'
import type { Ms, Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import { type ClosedState, type Handling, isClosed, isHeld } from '../../model/card.ts'
import type { DecisionRecord } from '../../model/decision.ts'
import { median } from '../../model/quantiles.ts'

/**
 * `done` counts the closed negative mentions (done or not relevant), and `of` all negative mentions. `claimMs` and `closeMs` are the median
 * times (ms) from the post to the first claim or assignment, and to the close. `people` is sorted by `closed`, then by `holding`, both
 * descending.
 */
export type ResponseStats = {
  done: number
  of: number
  claimMs?: Ms
  closeMs?: Ms
  people?: PersonResponses[]
}

/** `closed` and `holding` count the negative mentions that a person closed, and those that the person has. */
type PersonResponses = { by: string; closed: number; holding: number }

export type ResponseState =
  | { kind: 'open'; forMs: Ms }
  | { kind: Exclude<Handling['state'], ClosedState>; by: string }
  | { kind: 'done'; by: string; afterMs: Ms }

type FindCardRecord = (entry: DecisionRecord) => Handling | undefined

export function indexCardRecords(records: Handling[]): FindCardRecord {
  const key = (channel = '', ts = '', mention: Id) => `${channel} ${ts} ${mention}`
  const byPlace = new Map<string, Handling>()
  for (const record of records) {
    const place = key(record.channel, record.ts, record.mention)
    if (!byPlace.has(place)) byPlace.set(place, record)
  }
  return ({ channel, ts, id }) => byPlace.get(key(channel, ts, id))
}

export function measureResponses(
  posted: DecisionRecord[],
  findRecord: FindCardRecord,
  withPeople = false,
): ResponseStats {
  const negatives = posted.filter(
    ({ outcome, sentiment, reason }) => sentiment === 'negative' && isPosted(outcome) && reason !== 'own',
  )
  const touched = negatives.flatMap((entry) => {
    const record = findRecord(entry)
    return record === undefined ? [] : [{ record, postedAt: entry.at }]
  })
  const closed = touched.filter(({ record }) => isClosed(record.state))
  const claimMs = median(
    touched.flatMap(({ record: { claimedAt }, postedAt }) =>
      claimedAt === undefined ? [] : [Math.max(0, claimedAt - postedAt)],
    ),
  )
  const closeMs = median(closed.map(({ record, postedAt }) => Math.max(0, record.at - postedAt)))
  return {
    done: closed.length,
    of: negatives.length,
    ...defined({ claimMs, closeMs }),
    ...(withPeople && { people: responsesByPerson(touched.map(({ record }) => record)) }),
  }
}

function responsesByPerson(records: Handling[]): PersonResponses[] {
  const ofPerson = [...Map.groupBy(records, ({ user }) => user).values()].map((own) => ({
    by: own[0]?.by ?? '',
    closed: own.filter(({ state }) => isClosed(state)).length,
    holding: own.filter(({ state }) => isHeld(state)).length,
  }))
  return ofPerson
    .filter(({ closed, holding }) => closed + holding > 0)
    .sort((a, b) => b.closed - a.closed || b.holding - a.holding || a.by.localeCompare(b.by))
}

/** Returns the states at `now`, by mention id. Ignores entries that were not posted. */
export function responseStates(
  posted: DecisionRecord[],
  findRecord: FindCardRecord,
  now: Time,
): ReadonlyMap<Id, ResponseState> {
  const found = new Map<Id, ResponseState>()
  for (const entry of posted) {
    if (!isPosted(entry.outcome) || found.has(entry.id)) continue
    found.set(entry.id, responseState(entry, findRecord(entry), now))
  }
  return found
}

function responseState(entry: DecisionRecord, record: Handling | undefined, now: Time): ResponseState {
  if (record === undefined) return { kind: 'open', forMs: Math.max(0, now - entry.at) }
  if (!isClosed(record.state)) return { kind: record.state, by: record.by }
  return { kind: 'done', by: record.by, afterMs: Math.max(0, record.at - entry.at) }
}

const isPosted = (outcome: DecisionRecord['outcome']) => outcome === 'posted' || outcome === 'burst'
