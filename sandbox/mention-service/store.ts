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

/** A record that cannot be taken in. The message names every field that is wrong. */
export class RecordError extends Error {
  override readonly name = 'RecordError'
}

/** How a mention is added. */
export type AddOptions = {
  /** UTC ms: the mention becomes visible then, with the id it has; at once where absent. */
  visibleFrom?: number
  profile?: Profile
}

/** Everything the service knows. It is in memory only. */
export type MentionStore = ReturnType<typeof createMentionStore>

/** An archive without alerts. `now`: UTC ms, decides which mentions are visible already. */
export function createMentionStore({ now }: { now: () => number }) {
  const shelves = new Map<Id, AlertMentions>()
  let limit: PlanLimit = { reached: false }

  /** The shelf for a new mention. Throws RecordError where the alert does not exist or has that id already. */
  function shelfFor(alertId: Id, id: Id): AlertMentions {
    const shelf = shelves.get(alertId)
    if (!shelf) throw new RecordError(`there is no alert ${alertId}`)
    if (shelf.has(id)) throw new RecordError(`alert ${alertId} has a mention ${id} already`)
    return shelf
  }

  return {
    /** Throws RecordError where the record is not sound or the id is taken. */
    addAlert(input: AlertInput): AlertRecord {
      const alert = checked(alertRecord, input)
      if (shelves.has(alert.alert_id)) throw new RecordError(`there is an alert ${alert.alert_id} already`)
      shelves.set(alert.alert_id, createAlertMentions(alert))
      return alert
    },
    /** Whether there was one to delete. */
    deleteAlert: (id: Id): boolean => shelves.delete(id),
    alert: (id: Id): AlertRecord | undefined => shelves.get(id)?.alert,
    /** In the order in which they were added. */
    alerts: (): AlertRecord[] => [...shelves.values()].map(({ alert }) => alert),

    /** Adds one mention and tells its id. Throws RecordError where it is not sound, not new or has no alert. */
    add(alertId: Id, input: MentionInput, { visibleFrom, profile = {} }: AddOptions = {}): Id {
      const record = checked(mentionRecord, input)
      shelfFor(alertId, record.id).put(toStored(record, profile), visibleFrom ?? Number.NEGATIVE_INFINITY)
      return record.id
    },
    /** Adds any body, served as it is, at a place of the orders: for what a careless deployment may send. */
    addUnchecked(alertId: Id, place: SortKeys, body: unknown, source = 'web'): void {
      shelfFor(alertId, place.id).put(toStoredUnchecked(place, source, body), Number.NEGATIVE_INFINITY)
    },
    /** The visible mentions of an alert, ascending; none where there is no such alert. Read it at once, it is live. */
    mentions: (alertId: Id, sortBy: SortBy): readonly StoredMention[] =>
      shelves.get(alertId)?.ascending(sortBy, now()) ?? [],
    /** The greatest id of all alerts, hidden ones included; "0" where there is none. */
    greatestId: (): Id => greatestId([...shelves.values()].map((shelf) => shelf.greatestId() ?? '0')),

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

/** Every issue as `field: what was expected`, joined. */
export function describe(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join('.') || 'record'}: ${message}`).join('; ')
}

/** The mentions of one alert in their three orders. */
type AlertMentions = {
  alert: AlertRecord
  has: (id: Id) => boolean
  /** `visibleFrom`: UTC ms; the mention is in no order before. */
  put: (mention: StoredMention, visibleFrom: number) => void
  /** The mentions that are visible at `now`, ascending. */
  ascending: (sortBy: SortBy, now: number) => readonly StoredMention[]
  /** The greatest id, of hidden mentions too; undefined where there is none. */
  greatestId: () => Id | undefined
}

/** An empty shelf for one alert. */
function createAlertMentions(alert: AlertRecord): AlertMentions {
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
    has: (id) => ids.has(id),
    put(mention, visibleFrom) {
      ids.add(mention.id)
      if (greatest === undefined || compareIds(mention.id, greatest) > 0) greatest = mention.id
      if (visibleFrom === Number.NEGATIVE_INFINITY) show(mention)
      else hidden.push({ mention, visibleFrom })
    },
    ascending(sortBy, now) {
      if (hidden.length > 0) reveal(now)
      return orders[sortBy].ascending()
    },
    greatestId: () => greatest,
  }
}

/** Mentions in one ascending order. */
type SortedMentions = {
  add: (mention: StoredMention) => void
  /** The live list: read it and let it go, it changes with the next `add`. */
  ascending: () => readonly StoredMention[]
}

/**
 * Keeps mentions sorted. Most arrive at the end and cost nothing; after others the next reading sorts once, which is
 * cheap on a list that is nearly sorted.
 */
function createSortedMentions(sortBy: SortBy): SortedMentions {
  const mentions: StoredMention[] = []
  const compare = compareBy[sortBy]
  let sorted = true
  return {
    add(mention) {
      const last = mentions.at(-1)
      if (last && compare(last, mention) > 0) sorted = false
      mentions.push(mention)
    },
    ascending() {
      if (!sorted) mentions.sort(compare)
      sorted = true
      return mentions
    },
  }
}

/** The position of the first mention for which `holds` is true, given that it is false before and true after; binary search. */
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

/** Where a mention stands in each of the three orders. `date` in UTC ms. */
export type SortKeys = { id: Id; date: number; reach: number }

/** A mention as the archive holds it: what filters and insights look at, and the body that is served. */
export type StoredMention = SortKeys & {
  source: string
  /** Lower case; absent where unknown. */
  language?: string
  /** Upper case; absent where unknown. */
  country?: string
  sentiment?: string
  tags: string[]
  text: string
  profile: Profile
  /** JSON of the answer, ids as bigint. */
  body: unknown
}

/** What mentions can be sorted by, interface 4.2. */
type SortBy = 'id' | 'date' | 'reach'

/** Ascending comparisons. Equal dates and equal reaches are ordered by id, so that every order is total. */
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

/** Takes a checked record in. A location that the source cannot have is left out of the body as well. */
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

/** Takes anything in, to be served as it is: only its place in the orders and its source are known. */
function toStoredUnchecked(place: SortKeys, source: string, body: unknown): StoredMention {
  return { ...place, source, tags: [], text: '', profile: {}, body }
}
