import { createHash } from 'node:crypto'
import { defined } from '@overheard/base/defined'
import { z } from 'zod'
import { sharesAddress } from '../fields/own-address.ts'
import { titleOf } from '../fields/snippet.ts'
import { type IdentifiedItem, identitiesOf } from '../store/mention-identity.ts'
import type { Page } from '../store/mentions.ts'
import type { SortKeys } from '../store/page-sql.ts'
import { writeExact } from './exact-json.ts'
import {
  type AlertRequest,
  alertHead,
  idParameter,
  integer,
  invalidParameter,
  list,
  natural,
  type Parameters,
  readParameters,
} from './protocol.ts'

/**
 * The text of `alert_data` of the mentions list (interface 4.2). `mentions_count` ignores the filters. The mentions are stored as JSON, so
 * they are put into the text as they are.
 */
export function answerMentions({ store, alert, parameters: given, clientHasRead }: AlertRequest): string {
  const { parameters, after } = listRequestOf(alert.alert_id, given)
  const query = readParameters(mentionQuery, parameters)
  if (query.since_id !== undefined) clientHasRead(query.since_id)
  const page = store.mentions.page(alert.key, {
    sortBy: query.sort_by,
    ascending: query.sort_order === 'asc',
    limit: query.limit,
    after,
    sinceId: query.since_id,
    dateFrom: query.date_from,
    dateTo: query.date_to,
    reachFrom: query.reach_from,
    reachTo: query.reach_to,
    sources: query.source,
    languages: query.lang,
    countries: query.country,
    tags: query.tag,
    allTags: query.tag_match === 'all',
  })
  const isById = query.sort_by === 'id'
  const gaps = isById ? store.mentions.idGaps() : []
  const removals = isById ? store.removals.last() : 0
  const head = writeExact({
    ...alertHead(alert),
    mentions_count: alert.mentions,
    ...(gaps.length > 0 && { overheard_id_gaps: gaps.map(({ first, last }) => [first, last]) }),
    // An added field: the client can ask at listening/removed what has gone since it last did.
    ...(removals > 0 && { overheard_removals: removals }),
    ...(page.last && { next: writeToken({ alert: alert.alert_id, parameters, after: page.last }) }),
  })
  const bodies = page.rows.map(isById ? identifiedBody : ({ body }) => body)
  return `${head.slice(0, -1)},"mentions":[${bodies.join(',')}]}`
}

/** As many links of a mention are told. */
const maxLinks = 5

/**
 * Added fields: what identifies a mention that this service found, whatever its id is, the pages that it links to, and what others have, too: its
 * address, and its title if that is the title of a thread. Only clients that read by id need them.
 */
function identifiedBody({ body, item }: Page['rows'][number]): string {
  if (item === null) return body
  const found: FoundItem = JSON.parse(item)
  const links = found.links?.slice(0, maxLinks) ?? []
  const added = JSON.stringify({
    overheard_identities: identitiesOf(found),
    ...(links.length > 0 && { overheard_links: links }),
    ...(sharesAddress(found.address) && { overheard_shares_address: true }),
    ...(isOfThread(found) && { overheard_title_borrowed: true }),
  })
  return `${added.slice(0, -1)},${body.slice(1)}`
}

type FoundItem = IdentifiedItem & { links: string[] | null; isBorrowed: true | null }

/** The beginning of the item's own text also serves as its title. */
const isOfThread = ({ isBorrowed, title, text }: FoundItem) =>
  isBorrowed === true && text !== null && title !== titleOf(text)

/** The parameters of the first page, and the sort keys of the last mention served. */
type ListRequest = Omit<TokenContent, 'after'> & Partial<Pick<TokenContent, 'after'>>

/** The request for a page. With a paging token, the filters and the sorting come from the token; only `limit` may differ on each page. */
function listRequestOf(alertId: string, { next, ...given }: Parameters): ListRequest {
  const named = Object.entries(given).filter(([name]) => mentionQueryNames.includes(name))
  if (next === undefined) return { alert: alertId, parameters: Object.fromEntries(named) }
  const token = readToken(next)
  if (token.alert !== alertId) throw invalidParameter('next')
  const { limit } = given
  return { ...token, parameters: { ...token.parameters, ...defined({ limit }) } }
}

/** Mentions on a page, at most and by default (interface 8). */
const maxPageSize = 300

const languages = list
  .transform((codes) => codes.map((code) => code.toLowerCase()))
  .refine((codes) => codes.every((code) => /^(unknown|[a-z]{2,3}(-[a-z0-9]{2,8})*)$/.test(code)))

const countries = list
  .refine((codes) => codes.every((code) => /^(unknown|[a-z]{2})$/i.test(code)))
  .transform((codes) => codes.map((code) => (/^unknown$/i.test(code) ? 'unknown' : code.toUpperCase())))

/** The parameters of the mentions list (interface 4.2). Dates are UTC ms. */
const mentionQuery = z.object({
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
  limit: integer.refine((size) => size >= 1 && size <= maxPageSize).default(maxPageSize),
})
const mentionQueryNames = Object.keys(mentionQuery.shape)

const content = z.object({
  alert: z.string(),
  /** The parameters of the first page, as the client wrote them. */
  parameters: z.record(z.string(), z.string()),
  /** The last mention served: the next page begins after it. */
  after: z.object({ id: z.string().regex(/^\d{1,20}$/), date: z.number(), reach: z.number() }),
})
type TokenContent = z.infer<typeof content> & { after: SortKeys }

/** Detects a damaged or edited token. It is no secret: a client with a token may read the alert anyway. */
function checksum(text: string): string {
  return createHash('sha256').update(text).digest('base64').slice(0, 12)
}

/** The token for `next`: URL-encoded (interface 2.7), ready for a query string. */
function writeToken(tokenContent: TokenContent): string {
  const text = JSON.stringify(tokenContent)
  return encodeURIComponent(Buffer.from(checksum(text) + text).toString('base64'))
}

/**
 * Reads a token from a query string that was decoded once. The interface does not say whether clients encode the
 * token again, send it as it is, or decode it. All three are accepted. Throws ApiError 40.
 */
function readToken(value: string): TokenContent {
  try {
    const base64 = decodeURIComponent(value).replaceAll(' ', '+')
    const whole = Buffer.from(base64, 'base64').toString()
    const text = whole.slice(12)
    if (checksum(text) === whole.slice(0, 12)) return content.parse(JSON.parse(text))
  } catch (error) {
    if (!(error instanceof URIError || error instanceof SyntaxError || error instanceof z.ZodError))
      throw error
  }
  throw invalidParameter('next')
}
