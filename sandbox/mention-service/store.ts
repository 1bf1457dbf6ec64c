import type { z } from 'zod'
import { compareIds, greatestId, type Id } from '../../src/model/id.ts'
import {
  type AlertInput,
  type AlertRecord,
  alertRecord,
  type MentionInput,
  type MentionRecord,
  mentionRecord,
  type PlanLimit,
  type Profile,
} from './records.ts'

/** A record that cannot be stored. The message names every wrong field. */
export class RecordError extends Error {
  override readonly name = 'RecordError'
}

export type AddOptions = {
  /** The mention becomes visible at this time (UTC ms), with the id it has. At once by default. */
  visibleFrom?: number
  profile?: Profile
}

/** All alerts and mentions, in memory only. */
export type MentionStore = ReturnType<typeof createMentionStore>

/** `now` (UTC ms) decides which mentions are visible already. */
export function createMentionStore({ now }: { now: () => number }) {
  const byAlert = new Map<Id, AlertMentions>()
  let limit: PlanLimit = { reached: false }

  /**
   * The alert's mentions, for a new one. Throws RecordError if there is no such alert, or if it has that id already.
   */
  function mentionsForNew(alertId: Id, id: Id): AlertMentions {
    const alertMentions = byAlert.get(alertId)
    if (!alertMentions) throw new RecordError(`there is no alert ${alertId}`)
    if (alertMentions.has(id)) throw new RecordError(`alert ${alertId} has a mention ${id} already`)
    return alertMentions
  }

  return {
    /** Throws RecordError if the record is invalid or the id is taken. */
    addAlert(input: AlertInput): AlertRecord {
      const alert = checked(alertRecord, input)
      if (byAlert.has(alert.alert_id)) throw new RecordError(`there is an alert ${alert.alert_id} already`)
      byAlert.set(alert.alert_id, createAlertMentions(alert))
      return alert
    },
    /** Returns false if there is no such alert. */
    deleteAlert: (id: Id): boolean => byAlert.delete(id),
    alert: (id: Id): AlertRecord | undefined => byAlert.get(id)?.alert,
    /** In the order of adding. */
    alerts: (): AlertRecord[] => [...byAlert.values()].map(({ alert }) => alert),

    /**
     * Adds a mention and returns its id. Throws RecordError if it is invalid, if its id is taken, or if there is no
     * such alert.
     */
    add(alertId: Id, input: MentionInput, { visibleFrom, profile = {} }: AddOptions = {}): Id {
      const record = checked(mentionRecord, input)
      mentionsForNew(alertId, record.id).put(
        toStored(record, profile),
        visibleFrom ?? Number.NEGATIVE_INFINITY,
      )
      return record.id
    },
    /**
     * Adds a body that is served without any check, as a careless deployment might. `place` gives its position in the
     * sort orders.
     */
    addUnchecked(alertId: Id, place: SortKeys, body: unknown, source = 'web'): void {
      mentionsForNew(alertId, place.id).put(toStoredUnchecked(place, source, body), Number.NEGATIVE_INFINITY)
    },
    /**
     * The visible mentions of an alert, ascending; none if there is no such alert. The list is live: read it at once.
     */
    mentions: (alertId: Id, sortBy: SortBy): readonly StoredMention[] =>
      byAlert.get(alertId)?.ascending(sortBy, now()) ?? [],
    /** The greatest id of all alerts, including hidden mentions; "0" if there is none. */
    greatestId: (): Id =>
      greatestId([...byAlert.values()].map((alertMentions) => alertMentions.greatestId() ?? '0')),

    limit: (): PlanLimit => limit,
    setLimit(next: PlanLimit): void {
      limit = next
    },
  }
}

function checked<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw new RecordError(describe(result.error))
}

/** All issues as `field: reason`, joined. */
export function describe(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join('.') || 'record'}: ${message}`).join('; ')
}

type AlertMentions = ReturnType<typeof createAlertMentions>

/** Creates the mentions of one alert, in three sort orders. */
function createAlertMentions(alert: AlertRecord) {
  const orders = {
    id: createSortedMentions('id'),
    date: createSortedMentions('date'),
    reach: createSortedMentions('reach'),
  }
  const ids = new Set<Id>()
  let greatest: Id | undefined
  let hidden: { mention: StoredMention; visibleFrom: number }[] = []

  function show(mention: StoredMention): void {
    for (const order of Object.values(orders)) order.add(mention)
  }

  function reveal(now: number): void {
    for (const { mention, visibleFrom } of hidden) if (visibleFrom <= now) show(mention)
    hidden = hidden.filter(({ visibleFrom }) => visibleFrom > now)
  }

  return {
    alert,
    has: (id: Id): boolean => ids.has(id),
    /** The mention is in no order before `visibleFrom` (UTC ms). */
    put(mention: StoredMention, visibleFrom: number): void {
      ids.add(mention.id)
      if (greatest === undefined || compareIds(mention.id, greatest) > 0) greatest = mention.id
      if (visibleFrom === Number.NEGATIVE_INFINITY) show(mention)
      else hidden.push({ mention, visibleFrom })
    },
    /** The mentions visible at `now`, ascending. */
    ascending(sortBy: SortBy, now: number): readonly StoredMention[] {
      if (hidden.length > 0) reveal(now)
      return orders[sortBy].ascending()
    },
    /** The greatest id, including hidden mentions; undefined if there is none. */
    greatestId: () => greatest,
  }
}

/**
 * Keeps mentions sorted. Most are added at the end and cost nothing. After any other the next read sorts once, which
 * is cheap for a nearly sorted list.
 */
function createSortedMentions(sortBy: SortBy) {
  const mentions: StoredMention[] = []
  const compare = compareBy[sortBy]
  let sorted = true
  return {
    add(mention: StoredMention): void {
      const last = mentions.at(-1)
      if (last && compare(last, mention) > 0) sorted = false
      mentions.push(mention)
    },
    /** A live list: it changes with the next `add`. */
    ascending(): readonly StoredMention[] {
      if (!sorted) mentions.sort(compare)
      sorted = true
      return mentions
    },
  }
}

/**
 * Binary search: the position of the first item for which `holds` is true. All items before it must be false, all
 * after it true.
 */
export function firstIndexWhere(list: readonly SortKeys[], holds: (place: SortKeys) => boolean): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const place = list[middle]
    if (place && holds(place)) high = middle
    else low = middle + 1
  }
  return low
}

/** The fields that mentions are sorted by. `date` is UTC ms. */
export type SortKeys = { id: Id; date: number; reach: number }

/** A stored mention: the fields for filters and insights, and the body that is served. */
export type StoredMention = SortKeys & {
  source: string
  /** Lower case; absent if unknown. */
  language?: string
  /** Upper case; absent if unknown. */
  country?: string
  sentiment?: string
  tags: string[]
  text: string
  profile: Profile
  /** The JSON of the answer, with ids as bigint. */
  body: unknown
}

/** Sort fields (interface 4.2). */
type SortBy = 'id' | 'date' | 'reach'

/** Ascending. Equal dates and reaches are ordered by id, so that every order is total. */
export const compareBy: Record<SortBy, (a: SortKeys, b: SortKeys) => number> = {
  id: (a, b) => compareIds(a.id, b.id),
  date: (a, b) => a.date - b.date || compareIds(a.id, b.id),
  reach: (a, b) => a.reach - b.reach || compareIds(a.id, b.id),
}

/** Sources whose country is always unknown (interface 4.2, `country`). */
const sourcesWithoutCountry = new Set(['instagram', 'reddit'])

function knownValue(value: string | undefined): string | undefined {
  return value === undefined || value === '' || value.toLowerCase() === 'unknown' ? undefined : value
}

/** Converts a checked record. A location that the source cannot have is removed from the body, too. */
function toStored(record: MentionRecord, profile: Profile): StoredMention {
  const { location, ...rest } = record
  const placed = sourcesWithoutCountry.has(record.source) ? undefined : location
  const language = knownValue(record.language)?.toLowerCase()
  const country = knownValue(placed?.country)?.toUpperCase()
  return {
    id: record.id,
    date: record.date,
    reach: record.reach,
    source: record.source,
    ...(language && { language }),
    ...(country && { country }),
    ...(record.sentiment && { sentiment: record.sentiment }),
    tags: record.tags.map((tag) => (typeof tag === 'string' ? tag : tag.name)),
    text: `${record.title} ${record.snippet}`,
    profile,
    body: { ...rest, ...(placed && { location: placed }), id: BigInt(record.id) },
  }
}

/** Converts any body. Only its sort keys and its source are known. */
function toStoredUnchecked(place: SortKeys, source: string, body: unknown): StoredMention {
  return { ...place, source, tags: [], text: '', profile: {}, body }
}
