/** The answers of the mention service as they come over the wire. Unknown fields pass; numbers have the interface's units. */
import { z } from 'zod'
import { isId } from '../model/id.ts'

/** Ids are integers on the wire; the client reads those beyond 2^53 as strings of digits. */
const wireId = z.union([z.int().nonnegative(), z.string().refine(isId)])

/** The greatest distance from the epoch, in ms, that a Date can hold: ECMA-262, 21.4.1.1. */
export const furthestMoment = 8_640_000_000_000_000
const moment = z.int().min(-furthestMoment).max(furthestMoment)

/** An element of `limits`, interface 2.1. The renewal date is UTC ms, and there only where the limit is reached. */
export const wireLimit = z.object({
  limit_name: z.string(),
  limit_reached: z.boolean(),
  limit_renewal_date: moment.nullish(),
})

/** An alert as the list of alerts and the head of an answer name it, interface 2.2. */
export const wireAlert = z.object({
  alert_id: wireId,
  alert_type: z.string(),
  alert_name: z.string(),
  project_id: wireId,
  project_name: z.string(),
})

/** Who published a mention. The audience is zero or greater. */
export const wireAuthor = z.object({
  name: z.string(),
  avatar: z.string(),
  audience: z.number().nonnegative(),
  url: z.string(),
  description: z.string().nullish(),
  written_by: z.string().nullish(),
})

/** Where a mention was published, as far as the service knows. */
export const wireLocation = z.object({
  latitude: z.number().nullish(),
  longitude: z.number().nullish(),
  country: z.string().nullish(),
})

/** A matched term within a snippet. The offsets are UTF-16 units, and may be wrong. */
export const wireHighlight = z.object({
  text: z.string(),
  start_index: z.int(),
  end_index: z.int(),
})

/** A mention, field by field; `date` is UTC ms. What is not as it says here is salvaged (salvage.ts), not lost. */
export const wireMention = z.object({
  id: wireId,
  date: moment,
  reach: z.number().nonnegative(),
  language: z.string(),
  url: z.string(),
  snippet: z.string(),
  title: z.string(),
  done: z.boolean(),
  starred: z.boolean(),
  /** The shape of an element is not shown in the interface. */
  tags: z.array(z.unknown()),
  author: wireAuthor,
  sentiment: z.enum(['positive', 'negative', 'neutral']).nullish(),
  source: z.string(),
  location: wireLocation.nullish(),
  entities: z.object({
    snippet: z.object({ highlighted_text: z.array(wireHighlight).nullish() }).nullish(),
  }),
})
export type WireMention = z.infer<typeof wireMention>

/** The elements are read one by one: one bad element must not cost the others. Loose objects keep the alert's fields. */
const elements = z.array(z.unknown())
const limits = elements.nullish()

/** The answer of the list of alerts. */
export const wireAlertList = z.object({ limits, alerts: elements })

/** The answer of the list of mentions: one page, and the token of the next where there is one. */
export const wirePage = z.object({
  limits,
  alert_data: z.looseObject({
    mentions_count: z.int().nonnegative().nullish().catch(undefined),
    mentions: elements,
    next: z.string().nullish(),
  }),
})

/** The interface shows an object for `value`; what else a deployment may send is settled in count.ts. */
export const wireTotal = z.object({
  limits,
  alert_data: z.looseObject({ insights: z.object({ value: z.unknown().optional() }) }),
})

/** The answer of a time series: periods with their first and last UTC date. */
export const wireSeries = z.object({
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
export const wireError = z.object({ error: z.unknown() }).transform(({ error }) => {
  const read = z.object({ code: z.unknown(), message: z.unknown() }).partial().safeParse(error)
  const { code, message } = read.success ? read.data : { code: undefined, message: error }
  return {
    ...(/^\d{1,6}$/.test(String(code)) ? { code: Number(code) } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  }
})
