import type { z } from 'zod'
import { greatestId, type Id } from '../../../src/model/id.ts'
import { type Held, hold, holdUnchecked, type Place, type SortBy } from './held.ts'
import {
  type AlertInput,
  type AlertRecord,
  alertRecord,
  type MentionInput,
  mentionRecord,
  type PlanLimit,
  type Profile,
} from './records.ts'
import { createShelf, type Shelf } from './shelf.ts'

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
export type Archive = ReturnType<typeof createArchive>

/** An archive without alerts. `now`: UTC ms, decides which mentions are visible already. */
export function createArchive({ now }: { now: () => number }) {
  const shelves = new Map<Id, Shelf>()
  let limit: PlanLimit = { reached: false }

  /** The shelf for a new mention. Throws RecordError where the alert does not exist or has that id already. */
  function shelfFor(alertId: Id, id: Id): Shelf {
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
      shelves.set(alert.alert_id, createShelf(alert))
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
      shelfFor(alertId, record.id).put(hold(record, profile), visibleFrom ?? Number.NEGATIVE_INFINITY)
      return record.id
    },
    /** Adds any body, served as it is, at a place of the orders: for what a careless deployment may send. */
    addUnchecked(alertId: Id, place: Place, body: unknown, source = 'web'): void {
      shelfFor(alertId, place.id).put(holdUnchecked(place, source, body), Number.NEGATIVE_INFINITY)
    },
    /** The visible mentions of an alert, ascending; none where there is no such alert. Read it at once, it is live. */
    mentions: (alertId: Id, sortBy: SortBy): readonly Held[] =>
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
