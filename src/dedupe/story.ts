import type { Duplicate, Fingerprint, OriginalCard } from '../model/card.ts'
import { canonicalUrl } from './canonical-url.ts'
import { addressKey } from './original-index.ts'

/** A story as its card shows it: "at 12 places, 1.3M reach". */
export type StorySummary = { sites: number; reach: number }

/** So many mentions fold into one story; the next begins it anew, because each one more is written together with all before it. */
const mostInStory = 1000

/** A story comes up again at this many times the reach it was shown with, which is taken as at least 1,000. */
const resurfaceFactor = 10
const leastReach = 1000

/**
 * Counted anew from the mentions that stand in it, in whatever order and however often each is named. One page is one place and
 * reaches nobody twice: of several figures for it the greatest counts. An address that is none of the web is a place of its own.
 */
export function summarizeStory(members: Duplicate[]): StorySummary {
  const reachOf = new Map<string, number>()
  for (const { id, url, reach = 0 } of members) {
    const place = canonicalUrl(url) ?? id
    reachOf.set(place, Math.max(reach, reachOf.get(place) ?? 0))
  }
  return { sites: reachOf.size, reach: sumOf([...reachOf.values()]) }
}

/** Everything that stands in a card: its own mention, what its story had before, what joined it. */
export function storyMembers({ mention, story, duplicates: also }: OriginalCard): Duplicate[] {
  if (story === undefined) return also
  return [{ id: mention, url: story.url, reach: story.reach }, ...story.earlier, ...also]
}

/**
 * The story of a card with one more mention, where that makes it stand new in the channel once more: its reach is tenfold of what it
 * was shown with last. Undefined where the mention simply joins.
 */
export function resurfacedStory(first: OriginalCard, more: Duplicate): StorySummary | undefined {
  if (first.story === undefined) return undefined
  const members = [...storyMembers(first), more]
  const enough = resurfaceFactor * Math.max(leastReach, first.story.shownReach)
  // Pages that are told twice can only make it less: mostly this settles it without a look at the addresses.
  if (sumOf(members.map(({ reach = 0 }) => reach)) < enough) return undefined
  const story = summarizeStory(members)
  return story.reach >= enough ? story : undefined
}

/** The card with one more mention that has joined it, once however often it is said; a story is known by that one's address, too. */
export function withDuplicate(first: OriginalCard, duplicate: Duplicate): OriginalCard {
  const { duplicates: also, story, keys } = first
  if ([...also, ...(story?.earlier ?? [])].some(({ id }) => id === duplicate.id)) return first
  const key = story === undefined ? undefined : addressKey(duplicate.url)
  const isNew = key !== undefined && !keys.includes(key)
  return { ...first, duplicates: [...also, duplicate], keys: isNew ? [...keys, key] : keys }
}

/** Whether others may still join a card. */
export function acceptsDuplicates({ successor: next, duplicates: also, story }: OriginalCard): boolean {
  return next === undefined && also.length + (story?.earlier.length ?? 0) < mostInStory
}

/** The reason of a mention with which the story of `first` comes up again. */
export function resurfacedReason(
  first: string,
  { sites: places, reach }: StorySummary,
): { reason: string; detail: string } {
  const count = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
  return {
    reason: 'story.again',
    detail: `${first}, now at ${count.format(places)} places, reach ${count.format(reach)}`,
  }
}

/** The card of a mention that went up by itself; with the story of the card `from`, where that one has come up again with it. */
export function originalCardOf(
  place: Pick<OriginalCard, 'subscription' | 'alert' | 'mention' | 'channel' | 'ts' | 'at'>,
  { url, reach, keys, title, resurfaces: again }: Fingerprint,
  from?: OriginalCard,
): OriginalCard {
  if (title === undefined) return { ...place, keys, duplicates: [] }
  const before = from === undefined ? [] : storyMembers(from)
  const { reach: shown } = summarizeStory([{ id: place.mention, url, reach }, ...before])
  const link = again?.link === undefined ? {} : { link: again.link }
  return {
    ...place,
    keys: [...new Set([...keys, ...(from?.keys ?? [])])],
    duplicates: [],
    story: { url, reach, title: from?.story?.title ?? title, shownReach: shown, earlier: before, ...link },
  }
}

const sumOf = (reaches: number[]) => reaches.reduce((sum, reach) => sum + reach, 0)
