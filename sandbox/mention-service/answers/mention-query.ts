import { z } from 'zod'
import { idParameter, integer, list, natural } from './parameters.ts'

/** Interface 8: mentions a page, at most and where the request does not say. */
const maximumPageSize = 300

const languages = list
  .transform((codes) => codes.map((code) => code.toLowerCase()))
  .refine((codes) => codes.every((code) => /^(unknown|[a-z]{2,3}(-[a-z0-9]{2,8})*)$/.test(code)))

const countries = list
  .refine((codes) => codes.every((code) => /^(unknown|[a-z]{2})$/i.test(code)))
  .transform((codes) => codes.map((code) => (/^unknown$/i.test(code) ? 'unknown' : code.toUpperCase())))

/** The parameters of the mentions list, interface 4.2, by their names on the wire. Dates in UTC ms. */
export const mentionQuery = z.object({
  sort_by: z.enum(['id', 'date', 'reach']).default('date'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
  date_from: integer.optional(),
  date_to: integer.optional(),
  since_id: idParameter.optional(),
  source: list.optional(),
  lang: languages.optional(),
  country: countries.optional(),
  reach_from: natural.optional(),
  reach_to: natural.optional(),
  tag: list.optional(),
  tag_match: z.enum(['any', 'all']).default('any'),
  limit: integer.refine((size) => size >= 1 && size <= maximumPageSize).default(maximumPageSize),
})
export type MentionQuery = z.infer<typeof mentionQuery>

/** The names of all parameters that a paging token carries. */
export const mentionQueryNames = Object.keys(mentionQuery.shape)
