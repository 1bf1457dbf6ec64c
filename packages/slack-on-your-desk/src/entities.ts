import { z } from 'zod'

/**
 * Metadata of messages. Sources: https://docs.slack.dev/messaging/message-metadata and https://docs.slack.dev/messaging/work-objects-overview.
 */

/** The types of Work Objects. */
const entityTypes = ['content_item', 'file', 'incident', 'item', 'task'].map(
  (type) => `slack#/entities/${type}`,
)

export const entitySchema = z.object({
  entity_type: z.enum(entityTypes),
  url: z.url(),
  external_ref: z.object({ id: z.string().min(1), type: z.string().optional() }),
  entity_payload: z.looseObject({
    attributes: z.looseObject({ title: z.looseObject({ text: z.string() }) }),
    fields: z.record(z.string(), z.unknown()).optional(),
    custom_fields: z
      .array(z.looseObject({ key: z.string(), label: z.string(), type: z.string() }))
      .optional(),
    display_order: z.array(z.string()).optional(),
  }),
})

const event = z.object({
  event_type: z.string().min(1),
  event_payload: z.record(z.string(), z.unknown()),
})

/** An event with its payload, Work Objects, or both. Slack drops other fields. */
export const metadataSchema = z.union([
  event.extend({ entities: z.array(entitySchema).min(1).optional() }),
  z.object({
    event_type: z.undefined().optional(),
    event_payload: z.undefined().optional(),
    entities: z.array(entitySchema).min(1),
  }),
])
