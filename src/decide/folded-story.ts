import type { CardPrints, FirstCard, Joined } from '../model/first-card.ts'
import { addressKey } from './duplicate.ts'
import { plainAddress } from './plain-address.ts'

/** A story as its card shows it: "at 12 places, 1.3M reach". */
export type FoldedStory = { places: number; reach: number }

/** So many mentions fold into one story; the next begins it anew, because each one more is written together with all before it. */
const mostFolded = 1000

/** A story comes up again at this many times the reach it was shown with, which is taken as at least 1,000. */
const tenfold = 10
const leastShown = 1000

/**
 * Counted anew from the mentions that stand in it, in whatever order and however often each is named. One page is one place and
 * reaches nobody twice: of several figures for it the greatest counts. An address that is none of the web is a place of its own.
 */
export function foldStory(members: Joined[]): FoldedStory {
  const reachOf = new Map<string, number>()
  for (const { id, url, reach = 0 } of members) {
    const place = plainAddress(url) ?? id
    reachOf.set(place, Math.max(reach, reachOf.get(place) ?? 0))
  }
  return { places: reachOf.size, reach: sumOf([...reachOf.values()]) }
}

/** Everything that stands in a card: its own mention, what its story had before, what joined it. */
export function membersOf({ mention, story, also }: FirstCard): Joined[] {
  if (story === undefined) return also
  return [{ id: mention, url: story.url, reach: story.reach }, ...story.before, ...also]
}

/**
 * The story of a card with one more mention, where that makes it stand new in the channel once more: its reach is tenfold of what it
 * was shown with last. Undefined where the mention simply joins.
 */
export function comesUp(first: FirstCard, more: Joined): FoldedStory | undefined {
  if (first.story === undefined) return undefined
  const members = [...membersOf(first), more]
  const enough = tenfold * Math.max(leastShown, first.story.shown)
  // Pages that are told twice can only make it less: mostly this settles it without a look at the addresses.
  if (sumOf(members.map(({ reach = 0 }) => reach)) < enough) return undefined
  const folded = foldStory(members)
  return folded.reach >= enough ? folded : undefined
}

/** The card with one more mention that has joined it, once however often it is said; a story is known by that one's address, too. */
export function joinedTo(first: FirstCard, joined: Joined): FirstCard {
  const { also, story, keys } = first
  if ([...also, ...(story?.before ?? [])].some(({ id }) => id === joined.id)) return first
  const key = story === undefined ? undefined : addressKey(joined.url)
  const isNew = key !== undefined && !keys.includes(key)
  return { ...first, also: [...also, joined], keys: isNew ? [...keys, key] : keys }
}

/** Whether others may still join a card. */
export function takesMore({ next, also, story }: FirstCard): boolean {
  return next === undefined && also.length + (story?.before.length ?? 0) < mostFolded
}

/** The reason of a mention with which the story of `first` comes up again. */
export function againReason(
  first: string,
  { places, reach }: FoldedStory,
): { reason: string; detail: string } {
  const count = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
  return {
    reason: 'story.again',
    detail: `${first}, now at ${count.format(places)} places, reach ${count.format(reach)}`,
  }
}

/** The card of a mention that went up by itself; with the story of the card `from`, where that one has come up again with it. */
export function firstCardOf(
  place: Pick<FirstCard, 'subscription' | 'alert' | 'mention' | 'channel' | 'ts' | 'at'>,
  { url, reach, keys, title, again }: CardPrints,
  from?: FirstCard,
): FirstCard {
  if (title === undefined) return { ...place, keys, also: [] }
  const before = from === undefined ? [] : membersOf(from)
  const { reach: shown } = foldStory([{ id: place.mention, url, reach }, ...before])
  const link = again?.link === undefined ? {} : { link: again.link }
  return {
    ...place,
    keys: [...new Set([...keys, ...(from?.keys ?? [])])],
    also: [],
    story: { url, reach, title: from?.story?.title ?? title, shown, before, ...link },
  }
}

const sumOf = (reaches: number[]) => reaches.reduce((sum, reach) => sum + reach, 0)
