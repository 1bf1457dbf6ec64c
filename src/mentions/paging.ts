import type { Id } from '../model/id.ts'
import type { Call } from './call.ts'
import { MentionServiceError } from './error.ts'
import { malformed } from './field.ts'
import { type MentionPage, readPage } from './page.ts'
import type { Ask, Log, Now } from './ports.ts'
import { encodeNext, encodeQuery, type MentionQuery } from './query.ts'

/** Reads the pages of a query one by one, keeping none but the last. */
export type Pages = (alertId: Id, query: MentionQuery, ask: Ask) => NextPage

/**
 * The page that follows; undefined after the last, and never before the first. A function and no generator: those cost as much CPU
 * as the checking of a page, and the forward reading, which most polls are, is one already.
 */
type NextPage = () => Promise<MentionPage | undefined>

/** Three million mentions: nobody reads on. */
const mostPages = 10_000

/** A page may be empty although it has a `next`; this many in a row lead nowhere. */
const mostEmptyPages = 5

/**
 * Follows `next` until it is absent: no request is made to find out what is already known.
 * Throws MentionServiceError; `malformed` with the field `alert_data.next` where paging does not come to an end.
 */
export function createPages({ call, log, now }: { call: Call; log: Log; now: Now }): Pages {
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
    const follow = follower(fetch)
    const guard = createGuard()
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
export async function* eachPage(next: NextPage): AsyncGenerator<MentionPage, void, undefined> {
  for (let page = await next(); page !== undefined; page = await next()) yield page
}

/** Sends a token in the likelier form, and in the other from the moment the service has refused the first. */
function follower(fetch: (encoded: string) => Promise<MentionPage>): (next: string) => Promise<MentionPage> {
  let form = 0
  return async (next) => {
    const forms = encodeNext(next)
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
function createGuard(): (page: MentionPage, next: string) => void {
  let count = 0
  let empty = 0
  let earlier = ''
  return (page, next) => {
    count++
    empty = page.mentions.length + page.passed === 0 ? empty + 1 : 0
    if (next === earlier) throw malformed('alert_data.next: repeats itself')
    if (empty === mostEmptyPages) throw malformed('alert_data.next: leads to empty pages only')
    if (count === mostPages) throw malformed('alert_data.next: does not come to an end')
    if (Number.isInteger(Math.log2(count))) earlier = next
  }
}
