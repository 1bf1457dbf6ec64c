import { isId } from '@overheard/mention-client/id'
import { z } from 'zod'

/** An id in input: an integer of any size, or decimal digits. The output is always the decimal string. */
const id = z.union([
  z.int().nonnegative().transform(String),
  z.bigint().nonnegative().transform(String).refine(isId, 'expected at most 20 digits'),
  z.string().refine(isId, 'expected decimal digits'),
])

/** The summary fields of an alert (interface 2.2). */
export const alertRecord = z.object({
  alert_id: id,
  alert_type: z.enum(['mentions', 'leads']).default('mentions'),
  alert_name: z.string().min(1),
  project_id: id.default('1'),
  project_name: z.string().default('Default project'),
})

const author = z.looseObject({
  name: z.string().default(''),
  avatar: z.string().default(''),
  audience: z.int().nonnegative().default(0),
  url: z.string().default(''),
  description: z.string().optional(),
  written_by: z.string().optional(),
})

const location = z.looseObject({
  latitude: z.number().optional(),
  longitude: z.number().optional(),
  country: z.string().optional(),
})

const highlight = z.looseObject({ text: z.string(), start_index: z.int(), end_index: z.int() })

const entities = z.looseObject({
  snippet: z.looseObject({ highlighted_text: z.array(highlight).default([]) }).prefault({}),
})

/** The interface does not show the form of a tag. Both a text and an object with a name are accepted. */
const tag = z.union([z.string(), z.looseObject({ name: z.string() })])

/**
 * A mention as input (interface 2.3 to 2.6). Fields with a neutral default may be left out, so that a hand-written
 * data file stays short. Fields beyond the interface are kept and served.
 */
export const mentionRecord = z.looseObject({
  id,
  date: z.int(),
  reach: z.int().nonnegative().default(0),
  language: z.string().default(''),
  url: z.string(),
  snippet: z.string().default(''),
  title: z.string().default(''),
  done: z.boolean().default(false),
  starred: z.boolean().default(false),
  tags: z.array(tag).default([]),
  author: author.prefault({}),
  sentiment: z.enum(['positive', 'negative', 'neutral']).optional(),
  source: z.string().min(1).default('web'),
  location: location.optional(),
  entities: entities.prefault({}),
})
export type MentionRecord = z.infer<typeof mentionRecord>

/** A mention as callers pass it: `id` as a number, bigint or digits, and fields with defaults left out. */
export type MentionInput = z.input<typeof mentionRecord>
export type AlertInput = z.input<typeof alertRecord>

/**
 * The service's guess about a mention's author, for the insights `gender` and `age`. It is never served with the
 * mention.
 */
export const profileRecord = z.object({ gender: z.string().optional(), age: z.string().optional() })
export type Profile = z.infer<typeof profileRecord>

/** The plan's monthly mentions limit. `renewsAt` is UTC ms. */
export const planLimit = z.object({ reached: z.boolean(), renewsAt: z.int().optional() })
