import { type Answer, refuse } from '../wire.ts'
import { type Args, numberArg, textArg } from './args.ts'

/** How many items may be asked for, and how many a page really has at most: Slack says nothing of it where it serves fewer. */
type PageSize = { most: number; served?: number }

/** One page of a list, and the cursor of the next one (empty on the last). */
type Page<T> = { kind: 'page'; items: T[]; nextCursor: string } | { kind: 'refused'; answer: Answer }

/** Cuts a page out of a list, by `limit` and `cursor`. A cursor names the first item it does not skip. */
export function pageOf<T>(
  items: T[],
  keyOf: (item: T) => string,
  args: Args,
  { most, served = most }: PageSize,
): Page<T> {
  const limit = numberArg(args, 'limit', 100)
  if (!(limit >= 1 && limit <= most)) return { kind: 'refused', answer: refuse('invalid_limit') }
  const cursor = textArg(args, 'cursor')
  const start = cursor === undefined ? 0 : items.findIndex((item) => cursorOf(keyOf(item)) === cursor)
  if (start < 0) return { kind: 'refused', answer: refuse('invalid_cursor') }
  const size = Math.min(limit, served)
  const next = items[start + size]
  return {
    kind: 'page',
    items: items.slice(start, start + size),
    nextCursor: next === undefined ? '' : cursorOf(keyOf(next)),
  }
}

function cursorOf(key: string): string {
  return Buffer.from(`next:${key}`).toString('base64')
}
