import { defined } from '@overheard/base/defined'
import { parseExact } from '@overheard/listen/api/exact-json'
import { errorBody, jsonReply, type Reply } from '@overheard/listen/api/protocol'
import { z } from 'zod'
import { type Faults, plannedFault } from './faults.ts'
import type { Arrivals } from './generator/arrivals.ts'
import { alertRecord, mentionRecord, planLimit, profileRecord } from './records.ts'
import type { RequestLog } from './request-log.ts'
import { describe, type MentionStore, RecordError } from './store.ts'

/** The path prefix of the control interface, which is no part of the real service. */
export const controlPrefix = '/_control/'

/** The parts that the control interface works on. `arrivals` is absent if the service serves a data file. */
export type Controlled = { mentionStore: MentionStore; faults: Faults; log: RequestLog; arrivals?: Arrivals }

type Action = (body: unknown, controlled: Controlled) => unknown

const id = alertRecord.shape.alert_id

const newMentions = z.strictObject({
  alert_id: id,
  mentions: z.array(mentionRecord),
  /** UTC ms. */
  visible_from: z.int().optional(),
  profile: profileRecord.optional(),
})

/** A mention whose JSON is served unchecked. */
const uncheckedMention = z.strictObject({
  alert_id: id,
  place: z.strictObject({ id, date: z.number(), reach: z.number() }),
  source: z.string().optional(),
  body: z.unknown(),
})

const arrival = z.strictObject({
  kind: z.enum(['one', 'burst', 'crisis']),
  count: z.int().min(1).max(10_000).default(12),
  alert_id: id.optional(),
})

function addMentions(body: unknown, { mentionStore }: Controlled): unknown {
  const { alert_id, mentions, visible_from: visibleFrom, profile } = newMentions.parse(body)
  const options = { ...defined({ visibleFrom }), ...(profile && { profile }) }
  return { ids: mentions.map((mention) => mentionStore.add(alert_id, mention, options)) }
}

function addUnchecked(body: unknown, { mentionStore }: Controlled): unknown {
  const { alert_id, place, source, body: mention } = uncheckedMention.parse(body)
  mentionStore.addUnchecked(alert_id, place, mention, source)
  return { ids: [place.id] }
}

function arrive(body: unknown, { arrivals }: Controlled): unknown {
  const { kind, count, alert_id } = arrival.parse(body)
  if (!arrivals) throw new RecordError('this service serves a data file and generates no mentions')
  if (kind === 'one') return { ids: arrivals.burst(1, alert_id) }
  return { ids: kind === 'burst' ? arrivals.burst(count, alert_id) : arrivals.crisis(alert_id) }
}

/** All actions of the control interface, by method and path below the prefix. */
const actions: Record<string, Action> = {
  'GET counters': (_body, { log }) => log.counters(),
  'GET requests': (_body, { log }) => log.requests(),
  'DELETE requests': (_body, { log }) => log.clear(),
  'GET alerts': (_body, { mentionStore }) => mentionStore.alerts(),
  'POST alerts': (body, { mentionStore }) => mentionStore.addAlert(alertRecord.parse(body)),
  'DELETE alerts': (body, { mentionStore }) => ({
    deleted: mentionStore.deleteAlert(z.strictObject({ alert_id: id }).parse(body).alert_id),
  }),
  'POST mentions': addMentions,
  'POST unchecked': addUnchecked,
  'POST arrivals': arrive,
  'POST faults': (body, { faults }) => void faults.plan(plannedFault.parse(body)),
  'DELETE faults': (_body, { faults }) => faults.clear(),
  'POST limit': (body, { mentionStore }) => mentionStore.setLimit(planLimit.parse(body)),
}

/**
 * Runs a control request. Ids are strings here. Answers 400 for a bad body and 404 for an unknown path, both with the
 * reason.
 */
export function controlReply(method: string, path: string, text: string, controlled: Controlled): Reply {
  const action = actions[`${method} ${path.slice(controlPrefix.length)}`]
  if (!action) return jsonReply(404, errorBody(1, `Known are: ${Object.keys(actions).join(', ')}`))
  try {
    return jsonReply(200, action(text === '' ? undefined : parseExact(text), controlled) ?? { ok: true })
  } catch (error) {
    if (error instanceof z.ZodError) return jsonReply(400, errorBody(40, describe(error)))
    if (error instanceof RecordError || error instanceof SyntaxError)
      return jsonReply(400, errorBody(40, error.message))
    throw error
  }
}
