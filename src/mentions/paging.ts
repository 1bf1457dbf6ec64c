import type { Id } from '../model/id.ts'
import type { ApiCall } from './call.ts'
import { MentionServiceError } from './error.ts'
import { malformedResponse } from './field.ts'
import { type MentionPage, readPage } from './page.ts'
import type { Now, RequestOptions, WarningLog } from './ports.ts'
import { encodePageToken, encodeQuery, type MentionQuery } from './query.ts'

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
