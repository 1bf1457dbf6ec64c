import type { Id } from '../model/id.ts'
import type { OrderedReadDeps } from './forward.ts'
import { isSorted, isSortingRefused, newestFirst } from './order.ts'
import type { MentionPage } from './page.ts'
import { iteratePages, type OpenPages } from './paging.ts'
import type { RequestOptions } from './ports.ts'

/** One page: enough for every first look, and enough ids to see whether they are sorted. */
const maxNewest = 300

/**
 * The newest mentions by id, newest first, as one page: at most `count`, 1 to 300. One request, always for a whole
 * page: a single mention could not show whether the service honours the sorting. Where it does not, all pages are
 * read, and only the greatest ids are kept.
 */
export async function readNewest(
  deps: OrderedReadDeps,
  alertId: Id,
  count: number,
  ask: RequestOptions,
): Promise<MentionPage> {
  const most = Math.max(1, Math.min(maxNewest, count))
  if (deps.sorting.isUnusable()) return readGreatestIds(deps.pages, alertId, most, ask)
  const page = await readFirstPage(deps.pages, alertId, ask)
  if (page !== undefined) return { ...page, mentions: page.mentions.slice(0, most) }
  const kept = await readGreatestIds(deps.pages, alertId, most, ask)
  deps.sorting.rememberUnusable()
  return kept
}

async function readFirstPage(
  pages: OpenPages,
  alertId: Id,
  ask: RequestOptions,
): Promise<MentionPage | undefined> {
  try {
    const page = await pages(alertId, { sortBy: 'id', sortOrder: 'desc' }, ask)()
    return page !== undefined && isSorted(page.mentions, newestFirst) ? page : undefined
  } catch (error) {
    if (isSortingRefused(error)) return undefined
    throw error
  }
}

async function readGreatestIds(
  pages: OpenPages,
  alertId: Id,
  most: number,
  ask: RequestOptions,
): Promise<MentionPage> {
  let kept: MentionPage | undefined
  for await (const page of iteratePages(pages(alertId, {}, ask))) {
    const mentions = new Map(
      [...(kept?.mentions ?? []), ...page.mentions].map((mention) => [mention.id, mention]),
    )
    const sorted = [...mentions.values()].sort((a, b) => newestFirst(a.id, b.id))
    kept = { ...page, mentions: sorted.slice(0, most), unusable: page.unusable + (kept?.unusable ?? 0) }
  }
  if (kept === undefined) throw new Error('Paging ended before its first page.')
  return kept
}
