/** The answers of the mention service as they come over the wire. Unknown fields pass; numbers have the interface's units. */
import { z } from 'zod'
import { isId } from '../model/id.ts'

/** Ids are integers on the wire; the client reads those beyond 2^53 as strings of digits. */
const idSchema = z.union([z.int().nonnegative(), z.string().refine(isId)])

/** The greatest distance from the epoch, in ms, that a Date can hold: ECMA-262, 21.4.1.1. */
export const maxTimestamp = 8_640_000_000_000_000
const timestampSchema = z.int().min(-maxTimestamp).max(maxTimestamp)

/** An element of `limits`, interface 2.1. The renewal date is UTC ms, and there only where the limit is reached. */
export const limitSchema = z.object({
  limit_name: z.string(),
  limit_reached: z.boolean(),
  limit_renewal_date: timestampSchema.nullish(),
})

/** An alert as the list of alerts and the head of an answer name it, interface 2.2. */
export const alertSchema = z.object({
  alert_id: idSchema,
  alert_type: z.string(),
  alert_name: z.string(),
  project_id: idSchema,
  project_name: z.string(),
})

/** Who published a mention. The audience is zero or greater. */
export const authorSchema = z.object({
  name: z.string(),
  avatar: z.string(),
  audience: z.number().nonnegative(),
  url: z.string(),
  description: z.string().nullish(),
  written_by: z.string().nullish(),
})

/** Where a mention was published, as far as the service knows. */
export const locationSchema = z.object({
  latitude: z.number().nullish(),
  longitude: z.number().nullish(),
  country: z.string().nullish(),
})

/** A matched term within a snippet. The offsets are UTF-16 units, and may be wrong. */
export const highlightSchema = z.object({
  text: z.string(),
  start_index: z.int(),
  end_index: z.int(),
})

/** A mention, field by field; `date` is UTC ms. What is not as it says here is salvaged (salvage.ts), not lost. */
export const mentionSchema = z.object({
  id: idSchema,
  date: timestampSchema,
  reach: z.number().nonnegative(),
  language: z.string(),
  url: z.string(),
  snippet: z.string(),
  title: z.string(),
  done: z.boolean(),
  starred: z.boolean(),
  /** The shape of an element is not shown in the interface. */
  tags: z.array(z.unknown()),
  author: authorSchema,
  sentiment: z.enum(['positive', 'negative', 'neutral']).nullish(),
  source: z.string(),
  location: locationSchema.nullish(),
  entities: z.object({
    snippet: z.object({ highlighted_text: z.array(highlightSchema).nullish() }).nullish(),
  }),
})
export type RawMention = z.infer<typeof mentionSchema>

/** The elements are read one by one: one bad element must not cost the others. Loose objects keep the alert's fields. */
const uncheckedList = z.array(z.unknown())
const limits = uncheckedList.nullish()

/** The answer of the list of alerts. */
export const alertListSchema = z.object({ limits, alerts: uncheckedList })

/** The answer of the list of mentions: one page, and the token of the next where there is one. */
export const pageSchema = z.object({
  limits,
  alert_data: z.looseObject({
    mentions_count: z.int().nonnegative().nullish().catch(undefined),
    mentions: uncheckedList,
    next: z.string().nullish(),
  }),
})

/** The interface shows an object for `value`; what else a deployment may send is settled in count.ts. */
export const totalSchema = z.object({
  limits,
  alert_data: z.looseObject({ insights: z.object({ value: z.unknown().optional() }) }),
})

/** The answer of a time series: periods with their first and last UTC date. */
export const seriesSchema = z.object({
  limits,
  alert_data: z.looseObject({
    insights: z.object({
      values: z.array(
        z.object({
          start_date: z.iso.date(),
          end_date: z.iso.date(),
          incomplete_period: z.boolean().nullish(),
          value: z.unknown().optional(),
        }),
      ),
    }),
  }),
})

/** `{error: {code, message}}`, and a bare text where a deployment sends only that. */
export const errorBodySchema = z.object({ error: z.unknown() }).transform(({ error }) => {
  const read = z.object({ code: z.unknown(), message: z.unknown() }).partial().safeParse(error)
  const { code, message } = read.success ? read.data : { code: undefined, message: error }
  return {
    ...(/^\d{1,6}$/.test(String(code)) ? { code: Number(code) } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  }
})
