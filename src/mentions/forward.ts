import { beforeAll, compareIds, type Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import { newInOrder, refusesSorting, type Sorting, uniqueAbove } from './order.ts'
import type { MentionPage } from './page.ts'
import { eachPage, type Pages } from './paging.ts'
import type { Ask, Log } from './ports.ts'

/** What forward reading needs. */
export type ForwardDeps = { pages: Pages; sorting: Sorting; log: Log }

/** The page size of the interface, and of the pages cut from a collected answer. */
const pageSize = 300

/**
 * Reads everything above `since` in ascending order of ids, one page at a time. Where the service refuses or ignores
 * the sorting it collects all pages instead, which takes memory for as many mentions as there are above `since`.
 */
export async function* readForward(
  deps: ForwardDeps,
  alertId: Id,
  since: Id,
  ask: Ask,
): AsyncGenerator<MentionPage> {
  if (deps.sorting.isUnusable()) return yield* cut(await collect(deps.pages, alertId, since, ask))
  let reached = since
  try {
    const next = deps.pages(alertId, { sortBy: 'id', sortOrder: 'asc', ...above(since) }, ask)
    for (let page = await next(); page !== undefined; page = await next()) {
      const fresh = newInOrder(page.mentions, since, reached)
      if (fresh === undefined) break
      reached = fresh.at(-1)?.id ?? reached
      yield { ...page, mentions: fresh }
      if (page.last) return
    }
  } catch (error) {
    if (!refusesSorting(error)) throw error
  }
  const all = await collect(deps.pages, alertId, reached, ask)
  // Only now: had the collecting failed too, the sorting was not what the service refused.
  deps.sorting.rememberUnusable()
  deps.log.warn({ alert: alertId }, 'the mention service does not sort by id: all pages are read instead')
  yield* cut(all)
}

/** All pages in the default order as one: what is above `since`, each id once, ascending. */
async function collect(pages: Pages, alertId: Id, since: Id, ask: Ask): Promise<MentionPage> {
  const mentions: Mention[] = []
  let passed = 0
  let head: MentionPage | undefined
  for await (const page of eachPage(pages(alertId, above(since), ask))) {
    mentions.push(...page.mentions.filter(({ id }) => compareIds(id, since) > 0))
    passed += page.passed
    head = page
  }
  if (head === undefined) throw new Error('Paging ended before its first page.')
  mentions.sort((a, b) => compareIds(a.id, b.id))
  return { ...head, mentions: uniqueAbove(mentions, since), passed }
}

/** Cuts a collected answer into pages of the usual size, at least one; what was passed over is told on the first. */
function* cut(all: MentionPage): Generator<MentionPage> {
  for (let start = 0; start === 0 || start < all.mentions.length; start += pageSize) {
    const mentions: Mention[] = all.mentions.slice(start, start + pageSize)
    const last = start + pageSize >= all.mentions.length
    yield { ...all, mentions, last, passed: start === 0 ? all.passed : 0 }
  }
}

function above(since: Id): { sinceId?: Id } {
  return since === beforeAll ? {} : { sinceId: since }
}
