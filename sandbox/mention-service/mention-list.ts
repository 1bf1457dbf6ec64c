import { createHash } from 'node:crypto'
import { z } from 'zod'
import { compareIds, type Id, isId } from '../../src/model/id.ts'
import {
  type AlertRequest,
  alertHead,
  type Deployment,
  idParameter,
  integer,
  invalidParameter,
  list,
  natural,
  type Parameters,
  readParameters,
} from './protocol.ts'
import { compareBy, firstIndexWhere, type SortKeys, type StoredMention } from './store.ts'

/** The parameters of the first page, and the sort keys of the last mention served. */
type ListRequest = Omit<TokenContent, 'after'> & Partial<Pick<TokenContent, 'after'>>

/** The request for a page. With a paging token, the filters and the sorting come from the token; only `limit` may differ on each page. */
function listRequestOf(alertId: string, { next, ...given }: Parameters): ListRequest {
  const named = Object.entries(given).filter(([name]) => mentionQueryNames.includes(name))
  if (next === undefined) return { alert: alertId, parameters: Object.fromEntries(named) }
  const token = readToken(next)
  if (token.alert !== alertId) throw invalidParameter('next')
  const { limit } = given
  return { ...token, parameters: { ...token.parameters, ...(limit !== undefined && { limit }) } }
}

function applyDeployment(query: MentionQuery, { sorting, sinceId }: Deployment): MentionQuery {
  if (sorting === 'id refused' && query.sort_by === 'id') throw invalidParameter('sort_by')
  const { since_id, ...rest } = query
  return {
    ...rest,
    ...(sinceId === 'honoured' && since_id !== undefined && { since_id }),
    ...(sorting === 'ignored' && { sort_by: 'date', sort_order: 'desc' }),
  }
}

/** The `alert_data` of the mentions list (interface 4.2). `mentions_count` ignores the filters. */
export function answerMentions(request: AlertRequest): object {
  const { mentionStore, alert, deployment } = request
  const { parameters, after } = listRequestOf(alert.alert_id, request.parameters)
  const query = applyDeployment(readParameters(mentionQuery, parameters), deployment)
  const list = mentionStore.mentions(alert.alert_id, query.sort_by)
  const page = cutPage(list, query, after)
  const next = page.last && writeToken({ alert: alert.alert_id, parameters, after: sortKeysOf(page.last) })
  return {
    ...alertHead(alert),
    mentions_count: list.length,
    mentions: page.mentions.map(({ body }) => body),
    ...(next && { next }),
  }
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
  limit: integer.refine((size) => size >= 1 && size <= maxPageSize).default(maxPageSize),
})
type MentionQuery = z.infer<typeof mentionQuery>

const mentionQueryNames = Object.keys(mentionQuery.shape)

/** A page in the requested order. `last` is absent on the last page. */
type Page = { mentions: StoredMention[]; last?: SortKeys }

/** Positions in an ascending list, from `low` to before `high`. */
type IndexRange = { low: number; high: number }

/** The first position that the filters allow. It is found by binary search if a filter bounds the sort field. */
function firstAllowed(
  list: readonly SortKeys[],
  { sort_by, since_id, date_from, reach_from }: MentionQuery,
): number {
  if (sort_by === 'id' && since_id !== undefined)
    return firstIndexWhere(list, ({ id }) => compareIds(id, since_id) > 0)
  if (sort_by === 'date' && date_from !== undefined)
    return firstIndexWhere(list, ({ date }) => date >= date_from)
  if (sort_by === 'reach' && reach_from !== undefined)
    return firstIndexWhere(list, ({ reach }) => reach >= reach_from)
  return 0
}

/** The end of the range that the date and id filters allow: the index after its last mention. */
function endOfAllowed(list: readonly SortKeys[], { sort_by, date_to, reach_to }: MentionQuery): number {
  if (sort_by === 'date' && date_to !== undefined) return firstIndexWhere(list, ({ date }) => date > date_to)
  if (sort_by === 'reach' && reach_to !== undefined)
    return firstIndexWhere(list, ({ reach }) => reach > reach_to)
  return list.length
}

/** The positions to search: within the filters' bounds, and after the last mention served. */
function indexRangeOf(
  list: readonly SortKeys[],
  query: MentionQuery,
  after: SortKeys | undefined,
): IndexRange {
  const low = firstAllowed(list, query)
  const high = endOfAllowed(list, query)
  if (!after) return { low, high }
  const compare = compareBy[query.sort_by]
  return query.sort_order === 'asc'
    ? {
        low: Math.max(
          low,
          firstIndexWhere(list, (place) => compare(place, after) > 0),
        ),
        high,
      }
    : {
        low,
        high: Math.min(
          high,
          firstIndexWhere(list, (place) => compare(place, after) >= 0),
        ),
      }
}

function* walk(
  list: readonly StoredMention[],
  { low, high }: IndexRange,
  order: 'asc' | 'desc',
): Generator<StoredMention> {
  for (let step = 0; step < high - low; step += 1) {
    const mention = list[order === 'asc' ? low + step : high - 1 - step]
    if (mention) yield mention
  }
}

/**
 * Cuts a page out of a list that ascends by the query's sort field. A page begins after a mention, not at an offset,
 * so that mentions added between two pages shift nothing.
 */
export function cutPage(list: readonly StoredMention[], query: MentionQuery, after?: SortKeys): Page {
  const passes = filterFor(query)
  const mentions: StoredMention[] = []
  for (const mention of walk(list, indexRangeOf(list, query, after), query.sort_order)) {
    if (!passes(mention)) continue
    const last = mentions.at(-1)
    if (last && mentions.length === query.limit) return { mentions, last }
    mentions.push(mention)
  }
  return { mentions }
}

function sortKeysOf({ id, date, reach }: SortKeys): { id: Id; date: number; reach: number } {
  return { id, date, reach }
}

type Test = (mention: StoredMention) => boolean

function oneOf(wanted: string[], fieldOf: (mention: StoredMention) => string | undefined): Test {
  const values = new Set(wanted)
  return (mention) => values.has(fieldOf(mention) ?? 'unknown')
}

function tagged(wanted: string[], match: 'any' | 'all'): Test {
  return ({ tags }) =>
    match === 'all' ? wanted.every((tag) => tags.includes(tag)) : wanted.some((tag) => tags.includes(tag))
}

/** One test for each filter of the query. */
function testsOf(query: MentionQuery): Test[] {
  const { since_id, date_from, date_to, reach_from, reach_to, source, lang, country, tag, tag_match } = query
  const tests: (Test | undefined)[] = [
    since_id === undefined ? undefined : ({ id }) => compareIds(id, since_id) > 0,
    date_from === undefined ? undefined : ({ date }) => date >= date_from,
    date_to === undefined ? undefined : ({ date }) => date <= date_to,
    reach_from === undefined ? undefined : ({ reach }) => reach >= reach_from,
    reach_to === undefined ? undefined : ({ reach }) => reach <= reach_to,
    source && oneOf(source, (mention) => mention.source),
    lang && oneOf(lang, (mention) => mention.language),
    country && oneOf(country, (mention) => mention.country),
    tag && tagged(tag, tag_match),
  ]
  return tests.filter((test) => test !== undefined)
}

/** A mention must pass all filters. */
function filterFor(query: MentionQuery): Test {
  const tests = testsOf(query)
  return (mention) => tests.every((test) => test(mention))
}

const content = z.object({
  alert: z.string(),
  /** The parameters of the first page, as the client wrote them. */
  parameters: z.record(z.string(), z.string()),
  /** The last mention served: the next page begins after it. */
  after: z.object({ id: z.string().refine(isId), date: z.number(), reach: z.number() }),
})
type TokenContent = z.infer<typeof content>

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
