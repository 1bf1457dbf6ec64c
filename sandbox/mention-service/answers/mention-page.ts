import { compareIds, type Id } from '../../../src/model/id.ts'
import { comparePlaces, type Held, type Place } from '../archive/held.ts'
import { firstWhere } from '../archive/order.ts'
import { filterFor } from './mention-filter.ts'
import type { MentionQuery } from './mention-query.ts'

/** One page in the order asked for; `last` is where the next page goes on, absent on the last page. */
type Page = { mentions: Held[]; last?: Place }

/** A stretch of an ascending list: from `low` to before `high`. */
type Stretch = { low: number; high: number }

/** The first position that the query's filters allow, found by the sort field where a filter bounds it. */
function lowest(list: readonly Place[], { sort_by, since_id, date_from, reach_from }: MentionQuery): number {
  if (sort_by === 'id' && since_id !== undefined)
    return firstWhere(list, ({ id }) => compareIds(id, since_id) > 0)
  if (sort_by === 'date' && date_from !== undefined) return firstWhere(list, ({ date }) => date >= date_from)
  if (sort_by === 'reach' && reach_from !== undefined)
    return firstWhere(list, ({ reach }) => reach >= reach_from)
  return 0
}

/** The position after the last one that the query's filters allow. */
function highest(list: readonly Place[], { sort_by, date_to, reach_to }: MentionQuery): number {
  if (sort_by === 'date' && date_to !== undefined) return firstWhere(list, ({ date }) => date > date_to)
  if (sort_by === 'reach' && reach_to !== undefined) return firstWhere(list, ({ reach }) => reach > reach_to)
  return list.length
}

/** Where to look for the page: within the filters' bounds, and beyond the last mention that was served. */
function stretchOf(list: readonly Place[], query: MentionQuery, after: Place | undefined): Stretch {
  const low = lowest(list, query)
  const high = highest(list, query)
  if (!after) return { low, high }
  const compare = comparePlaces[query.sort_by]
  return query.sort_order === 'asc'
    ? {
        low: Math.max(
          low,
          firstWhere(list, (place) => compare(place, after) > 0),
        ),
        high,
      }
    : {
        low,
        high: Math.min(
          high,
          firstWhere(list, (place) => compare(place, after) >= 0),
        ),
      }
}

function* walk(list: readonly Held[], { low, high }: Stretch, order: 'asc' | 'desc'): Generator<Held> {
  for (let step = 0; step < high - low; step += 1) {
    const mention = list[order === 'asc' ? low + step : high - 1 - step]
    if (mention) yield mention
  }
}

/**
 * Cuts one page out of a list that ascends by the query's sort field. The page begins after a place, not at an
 * offset: mentions that arrive between two pages cannot shift what is still to come.
 */
export function cutPage(list: readonly Held[], query: MentionQuery, after?: Place): Page {
  const passes = filterFor(query)
  const mentions: Held[] = []
  for (const mention of walk(list, stretchOf(list, query, after), query.sort_order)) {
    if (!passes(mention)) continue
    const last = mentions.at(-1)
    if (last && mentions.length === query.limit) return { mentions, last }
    mentions.push(mention)
  }
  return { mentions }
}

/** The id, date and reach alone, as a token carries them. */
export function placeOf({ id, date, reach }: Place): { id: Id; date: number; reach: number } {
  return { id, date, reach }
}
