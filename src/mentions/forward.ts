import { beforeAll, compareIds, type Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import { isSortingRefused, newMentionsInOrder, type SortSupport, uniqueAbove } from './order.ts'
import type { MentionPage } from './page.ts'
import { iteratePages, type OpenPages } from './paging.ts'
import type { RequestOptions, WarningLog } from './ports.ts'

/** What forward reading needs. */
export type OrderedReadDeps = { pages: OpenPages; sorting: SortSupport; log: WarningLog }

/** The page size of the interface, and of the pages cut from a collected answer. */
const pageSize = 300

/**
 * Reads everything above `since` in ascending order of ids, one page at a time. Where the service refuses or ignores
 * the sorting it collects all pages instead, which takes memory for as many mentions as there are above `since`.
 */
export async function* readSince(
  deps: OrderedReadDeps,
  alertId: Id,
  since: Id,
  ask: RequestOptions,
): AsyncGenerator<MentionPage> {
  if (deps.sorting.isUnusable())
    return yield* splitIntoPages(await readAllPages(deps.pages, alertId, since, ask))
  let reached = since
  try {
    const next = deps.pages(alertId, { sortBy: 'id', sortOrder: 'asc', ...sinceQuery(since) }, ask)
    for (let page = await next(); page !== undefined; page = await next()) {
      const fresh = newMentionsInOrder(page.mentions, since, reached)
      if (fresh === undefined) break
      reached = fresh.at(-1)?.id ?? reached
      yield { ...page, mentions: fresh }
      if (page.last) return
    }
  } catch (error) {
    if (!isSortingRefused(error)) throw error
  }
  const all = await readAllPages(deps.pages, alertId, reached, ask)
  // Only now: had the collecting failed too, the sorting was not what the service refused.
  deps.sorting.rememberUnusable()
  deps.log.warn({ alert: alertId }, 'the mention service does not sort by id: all pages are read instead')
  yield* splitIntoPages(all)
}

/** All pages in the default order as one: what is above `since`, each id once, ascending. */
async function readAllPages(
  pages: OpenPages,
  alertId: Id,
  since: Id,
  ask: RequestOptions,
): Promise<MentionPage> {
  const mentions: Mention[] = []
  let unusable = 0
  let head: MentionPage | undefined
  for await (const page of iteratePages(pages(alertId, sinceQuery(since), ask))) {
    mentions.push(...page.mentions.filter(({ id }) => compareIds(id, since) > 0))
    unusable += page.unusable
    head = page
  }
  if (head === undefined) throw new Error('Paging ended before its first page.')
  mentions.sort((a, b) => compareIds(a.id, b.id))
  return { ...head, mentions: uniqueAbove(mentions, since), unusable }
}

/** Cuts a collected answer into pages of the usual size, at least one; what was passed over is told on the first. */
function* splitIntoPages(all: MentionPage): Generator<MentionPage> {
  for (let start = 0; start === 0 || start < all.mentions.length; start += pageSize) {
    const mentions: Mention[] = all.mentions.slice(start, start + pageSize)
    const last = start + pageSize >= all.mentions.length
    yield { ...all, mentions, last, unusable: start === 0 ? all.unusable : 0 }
  }
}

function sinceQuery(since: Id): { sinceId?: Id } {
  return since === beforeAll ? {} : { sinceId: since }
}
