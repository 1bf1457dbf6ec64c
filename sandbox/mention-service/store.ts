import { parseExact, writeExact } from '@overheard/listen/api/exact-json'
import type { PlanLimit } from '@overheard/listen/api/protocol'
import type { Alert } from '@overheard/listen/store/alerts'
import type { MentionRow } from '@overheard/listen/store/mentions'
import type { SortField, SortKeys } from '@overheard/listen/store/page-sql'
import { openStore, type Store } from '@overheard/listen/store/store'
import type { z } from 'zod'
import {
  type AlertInput,
  alertRecord,
  type MentionInput,
  type MentionRecord,
  mentionRecord,
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

/** A mention as tests and the demo read it. `body` is the JSON of the answer, with ids beyond 2^53 as bigint. */
export type StoredMention = SortKeys & { body: unknown }

/** The store of the mention service in memory, with mentions that are given to it and not found by it. */
export type MentionStore = ReturnType<typeof createMentionStore>

/** `now` (UTC ms) decides which mentions are visible already. */
export function createMentionStore({ now }: { now: () => number }) {
  const store = openStore(':memory:')
  const { alerts, mentions } = store
  let limit: PlanLimit = { reached: false }
  /** The store's key of each alert by its id. */
  const keys = new Map<string, number>()
  let hidden: { key: number; row: MentionRow; visibleFrom: number }[] = []

  function reveal(): void {
    const visible = hidden.filter(({ visibleFrom }) => visibleFrom <= now())
    if (visible.length === 0) return
    hidden = hidden.filter(({ visibleFrom }) => visibleFrom > now())
    for (const { key, row } of visible) mentions.add(key, row, now())
  }

  function put(alertId: string, row: MentionRow, visibleFrom?: number): void {
    const key = keys.get(alertId)
    if (key === undefined) throw new RecordError(`there is no alert ${alertId}`)
    const isHidden = hidden.some((other) => other.key === key && other.row.id === row.id)
    const isTaken = isHidden || (visibleFrom !== undefined && mentions.has(key, row.id))
    if (!isTaken && visibleFrom !== undefined) hidden.push({ key, row, visibleFrom })
    else if (isTaken || !mentions.add(key, row, now()))
      throw new RecordError(`alert ${alertId} has a mention ${row.id} already`)
  }

  /** The visible mentions of an alert, ascending, with their JSON. */
  function texts(alertId: string, sortBy: SortField): (SortKeys & { body: string })[] {
    reveal()
    const key = keys.get(alertId)
    const query = { sortBy, ascending: true, limit: Number.MAX_SAFE_INTEGER - 1 }
    return key === undefined ? [] : mentions.page(key, query).rows
  }

  return {
    /** What the interface reads. It shows hidden mentions from their time on. */
    shown(): Store {
      reveal()
      return store
    },
    /** Throws RecordError if the record is invalid or the id is taken. */
    addAlert(input: AlertInput): Alert {
      const alert = checked(alertRecord, input)
      const added = alerts.add(alert)
      if (added === undefined) throw new RecordError(`there is an alert ${alert.alert_id} already`)
      keys.set(alert.alert_id, added.key)
      return alert
    },
    /** Returns false if there is no such alert. */
    deleteAlert(id: string): boolean {
      hidden = hidden.filter(({ key }) => key !== keys.get(id))
      keys.delete(id)
      return alerts.remove(id)
    },
    hasAlert: (id: string): boolean => keys.has(id),
    /** In the order of adding. */
    alerts: (): Alert[] =>
      alerts.all().map(({ alert_id, alert_type, alert_name, project_id, project_name }) => ({
        alert_id,
        alert_type,
        alert_name,
        project_id,
        project_name,
      })),
    /** Runs `work`, which adds many mentions, in one transaction. */
    together: store.database.transaction,

    /**
     * Adds a mention and returns its id. Throws RecordError if it is invalid, if its id is taken, or if there is no
     * such alert.
     */
    add(alertId: string, input: MentionInput, { visibleFrom, profile = {} }: AddOptions = {}): string {
      const record = checked(mentionRecord, input)
      put(alertId, toRow(record, profile), visibleFrom)
      return record.id
    },
    /**
     * Adds a body that is served without any check, as a careless deployment might. `place` gives its position in the
     * sort orders.
     */
    addUnchecked(alertId: string, place: SortKeys, body: unknown, source = 'web'): void {
      put(alertId, { ...unknown, ...place, source, body: writeExact(body) })
    },
    texts,
    /** The ids of the visible mentions of an alert, ascending. */
    ids(alertId: string): string[] {
      reveal()
      const key = keys.get(alertId)
      return key === undefined ? [] : mentions.ids(key)
    },
    /** The visible mentions of an alert, ascending; none if there is no such alert. */
    mentions: (alertId: string, sortBy: SortField): StoredMention[] =>
      texts(alertId, sortBy).map(({ body, ...keys }) => ({ ...keys, body: parseExact(body) })),
    /** The greatest id of all alerts, including hidden mentions; "0" if there is none. */
    largestId: (): string =>
      [mentions.largestId(), ...hidden.map(({ row }) => row.id)].reduce((a, b) =>
        BigInt(a) > BigInt(b) ? a : b,
      ),

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

/** Sources whose country is always unknown (interface 4.2, `country`). */
const sourcesWithoutCountry = new Set(['instagram', 'reddit'])

const unknown = { language: 'unknown', country: 'unknown', tags: [] }

/** Converts a checked record. A location that the source cannot have is removed from the body, too. */
function toRow(record: MentionRecord, { gender, age }: Profile): MentionRow {
  const { location, ...rest } = record
  const placed = sourcesWithoutCountry.has(record.source) ? undefined : location
  return {
    id: record.id,
    date: record.date,
    reach: record.reach,
    source: record.source,
    language: record.language.toLowerCase() || 'unknown',
    country: placed?.country?.toUpperCase().replace(/^UNKNOWN$/, 'unknown') || 'unknown',
    sentiment: record.sentiment,
    tags: record.tags.map((tag) => (typeof tag === 'string' ? tag : tag.name)),
    gender,
    age,
    body: writeExact({ ...rest, ...(placed && { location: placed }), id: BigInt(record.id) }),
  }
}
