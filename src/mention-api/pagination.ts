import type { Alert, Limit } from '../model/alert.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import { MentionServiceError } from '../model/mention-service-error.ts'
import { readMention } from './mention-decoder.ts'
import { encodePageToken, encodeQuery, type MentionQuery } from './mention-query.ts'
import type { ApiCall } from './request.ts'
import type { Now, RequestOptions, WarningLog } from './request-options.ts'
import {
  malformedResponse,
  pageSchema,
  parseResponse,
  readElementId,
  readLimits,
  readRequestedAlert,
} from './response-schema.ts'

/** Reads the pages of a query one by one, keeping none but the last. */
export type OpenPages = (alertId: Id, query: MentionQuery, ask: RequestOptions) => ReadNextPage

/**
 * The page that follows; undefined after the last, and never before the first. A function and no generator: those cost as much CPU
 * as the checking of a page, and the forward reading, which most polls are, is one already.
 */
type ReadNextPage = () => Promise<MentionPage | undefined>

/** Three million mentions: nobody reads on. */
const maxPages = 10_000

/** A page may be empty although it has a `next`; this many in a row lead nowhere. */
const maxEmptyPages = 5

/**
 * Follows `next` until it is absent: no request is made to find out what is already known.
 * Throws MentionServiceError; `malformed` with the field `alert_data.next` where paging does not come to an end.
 */
export function createPageReader({
  call,
  log,
  now,
}: {
  call: ApiCall
  log: WarningLog
  now: Now
}): OpenPages {
  return (alertId, query, ask) => {
    const fetch = async (encoded: string) =>
      readPage(
        await call({ operation: `alerts/${alertId}/mentions`, query: encoded, alert: alertId }, ask),
        alertId,
        {
          log,
          now,
        },
      )
    const follow = createTokenFollower(fetch)
    const guard = createLoopGuard()
    let page: MentionPage | undefined
    return async () => {
      if (page === undefined)
        page = await (query.next === undefined ? fetch(encodeQuery(query)) : follow(query.next))
      else if (page.next === undefined) return undefined
      else {
        guard(page, page.next)
        page = await follow(page.next)
      }
      return page
    }
  }
}

/** The same pages to iterate over. */
export async function* iteratePages(next: ReadNextPage): AsyncGenerator<MentionPage, void, undefined> {
  for (let page = await next(); page !== undefined; page = await next()) yield page
}

/** Sends a token in the likelier form, and in the other from the moment the service has refused the first. */
function createTokenFollower(
  fetch: (encoded: string) => Promise<MentionPage>,
): (next: string) => Promise<MentionPage> {
  let form = 0
  return async (next) => {
    const forms = encodePageToken(next)
    const [likelier = ''] = forms
    const other = forms[1]
    if (other === undefined) return fetch(likelier)
    if (form === 1) return fetch(other)
    try {
      return await fetch(likelier)
    } catch (error) {
      if (!(error instanceof MentionServiceError) || error.kind !== 'bad_parameter') throw error
      form = 1
      return fetch(other)
    }
  }
}

/**
 * Notices paging that does not end. A token is compared with one earlier token, taken anew at pages 1, 2, 4, 8 and so
 * on: that finds every circle within twice its length and holds one token instead of all.
 */
function createLoopGuard(): (page: MentionPage, next: string) => void {
  let count = 0
  let empty = 0
  let earlier = ''
  return (page, next) => {
    count++
    empty = page.mentions.length + page.unusable === 0 ? empty + 1 : 0
    if (next === earlier) throw malformedResponse('alert_data.next: repeats itself')
    if (empty === maxEmptyPages) throw malformedResponse('alert_data.next: leads to empty pages only')
    if (count === maxPages) throw malformedResponse('alert_data.next: does not come to an end')
    if (Number.isInteger(Math.log2(count))) earlier = next
  }
}

/** One page of an alert's mentions. */
export type MentionPage = {
  alert: Alert
  limits: Limit[]
  mentions: Mention[]
  /** How many elements had no usable id and were passed over (and logged). */
  unusable: number
  /** What the service says; its meaning is not documented. */
  mentionsCount?: number
  /** Leads to the following page; absent on the last. */
  next?: string
  last: boolean
}

/**
 * Reads a page. Throws MentionServiceError `malformed`, with the field, where the envelope is wrong; a mention that is
 * wrong costs nobody but itself.
 */
function readPage(answer: unknown, alertId: Id, { log, now }: { log: WarningLog; now: Now }): MentionPage {
  const { limits, alert_data: data } = parseResponse(pageSchema, answer)
  const mentions = readMentions(data.mentions, alertId, { log, now })
  const page: MentionPage = {
    alert: readRequestedAlert(data, alertId),
    limits: readLimits(limits),
    mentions,
    unusable: data.mentions.length - mentions.length,
    last: !data.next,
  }
  if (typeof data.mentions_count === 'number') page.mentionsCount = data.mentions_count
  if (data.next) page.next = data.next
  return page
}

function readMentions(
  elements: unknown[],
  alert: Id,
  { log, now }: { log: WarningLog; now: Now },
): Mention[] {
  const nowMs = now()
  const mentions: Mention[] = []
  const positions: number[] = []
  for (const [position, element] of elements.entries()) {
    const id = readElementId(element)
    if (id === undefined) positions.push(position)
    else mentions.push(readMention(element, id, nowMs))
  }
  if (positions.length > 0) log.warn({ alert, positions }, 'mentions without a usable id were passed over')
  const flawed = mentions.filter(({ flaws }) => flaws.length > 0)
  const [first] = flawed
  if (first !== undefined)
    log.warn(
      { alert, mentions: flawed.length, id: first.id, flaws: first.flaws },
      'mentions with wrong fields',
    )
  return mentions
}
