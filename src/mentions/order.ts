import { compareIds, type Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import { MentionServiceError } from './error.ts'
import type { Now } from './ports.ts'

/** How long it is remembered that the service does not sort by id. */
const oneHourMs = 60 * 60_000

/** Whether this service sorts by id: found out by asking, remembered for an hour, then asked again. */
export type SortSupport = { isUnusable(): boolean; rememberUnusable(): void }

/** A memory of one service, for all its alerts. */
export function createSortSupport(now: Now): SortSupport {
  let unusableUntil = 0
  return {
    // A clock that was set back must not make the hour longer.
    isUnusable: () => now() < unusableUntil && unusableUntil - now() <= oneHourMs,
    rememberUnusable: () => {
      unusableUntil = now() + oneHourMs
    },
  }
}

/** Whether an error can mean that sorting by id is refused: a bad parameter, unless it names another one. */
export function isSortingRefused(error: unknown): boolean {
  if (!(error instanceof MentionServiceError) || error.kind !== 'bad_parameter') return false
  return error.parameter === undefined || error.parameter.startsWith('sort_')
}

/**
 * The mentions of a page that are new after `reached`, if the page is what was asked for: ascending, and nothing below
 * `since`. A repeat at its start is dropped: a late arrival shifts the pages of a service that counts places. Nothing
 * where the order shows that the service does not honour `sort_by` or `since_id`.
 */
export function newMentionsInOrder(mentions: Mention[], since: Id, reached: Id): Mention[] | undefined {
  const [first] = mentions
  if (first === undefined) return mentions
  if (compareIds(first.id, since) < 0 || !isSorted(mentions, compareIds)) return undefined
  const isLaterPage = compareIds(reached, since) > 0
  const fresh = uniqueAbove(mentions, reached)
  return isLaterPage && fresh.length === 0 ? undefined : fresh
}

/** Whether each id follows the one before it, or repeats it. */
export function isSorted(mentions: Mention[], compare: (a: Id, b: Id) => number): boolean {
  return mentions.every(({ id }, place) => compare(mentions[place - 1]?.id ?? id, id) <= 0)
}

/** From sorted mentions those above an id, each once. */
export function uniqueAbove(sorted: Mention[], since: Id): Mention[] {
  return sorted.filter(({ id }, place) => compareIds(id, since) > 0 && id !== sorted[place - 1]?.id)
}

/** The opposite of compareIds, for reading from the newest. */
export function newestFirst(a: Id, b: Id): number {
  return compareIds(b, a)
}
