import { canonicalAddress } from '@overheard/base/address'
import { defined } from '@overheard/base/defined'
import type { Duplicate, OriginalCard } from '../../model/card.ts'
import { joinedCoverage } from './coverage.ts'
import { addressKeysOf, type Fingerprint } from './original-index.ts'

export type StorySummary = { sites: number; reach: number }

/**
 * A story has at most this many mentions; the next mention starts a new story. Each addition writes the whole story, so its size must be
 * bounded.
 */
const maxInStory = 1000

/** The keys of more mentions are not kept: an address, a voice and a title for each of them, and some links. */
const maxKeys = 4 * maxInStory

/** A story gets a new card when its reach is this many times the reach of its last new card. */
const resurfaceFactor = 10

/** A smaller reach of the last new card counts as this reach. */
const minReach = 1000

/**
 * Sums up the sites and the reach of a story. A page counts once, with its largest reach. A mention without a web address of its own counts as
 * its own site.
 */
export function summarizeStory(members: Duplicate[]): StorySummary {
  const reachOf = new Map<string, number>()
  for (const member of members) {
    const { reach = 0 } = member
    const place = pageOf(member)
    reachOf.set(place, Math.max(reach, reachOf.get(place) ?? 0))
  }
  return { sites: reachOf.size, reach: sumOf([...reachOf.values()]) }
}

/**
 * Returns what is the same for all mentions of one page: its address, or the item if the address belongs to others, too, or the id if neither
 * is known.
 */
export const pageOf = ({
  id,
  url,
  sharesAddress,
  item,
}: Pick<Duplicate, 'id' | 'url' | 'sharesAddress' | 'item'>): string =>
  (sharesAddress ? item : canonicalAddress(url)) ?? id

export function storyMembers({ mention, ts, story, duplicates: also }: OriginalCard): Duplicate[] {
  if (story === undefined) return also
  const { url, reach, sharesAddress, item } = story
  const first = { id: mention, url, reach, shownIn: ts, ...defined({ sharesAddress, item }) }
  return [first, ...story.earlier, ...also]
}

/** Returns the story including `more` if the story now needs a new card, or undefined if `more` only joins the card. */
export function resurfacedStory(first: OriginalCard, more: Duplicate): StorySummary | undefined {
  if (first.story === undefined) return undefined
  const members = [...storyMembers(first), more]
  const enough = resurfaceFactor * Math.max(minReach, first.story.shownReach)
  // Repeated pages only reduce the reach, so this cheap sum is usually enough to decide.
  if (sumOf(members.map(({ reach = 0 }) => reach)) < enough) return undefined
  const story = summarizeStory(members)
  return story.reach >= enough ? story : undefined
}

/** `says` is the fingerprint of the duplicate. With `dedupe: coverage`, the story grows by its words and links. */
export function withDuplicate(
  first: OriginalCard,
  duplicate: Duplicate,
  says: Pick<Fingerprint, 'keys' | 'coverage'> = { keys: [] },
): OriginalCard {
  const { duplicates: also, story, keys } = first
  if ([...also, ...(story?.earlier ?? [])].some(isSameMention(duplicate))) return first
  const joined = {
    ...first,
    duplicates: [...also, duplicate],
    keys: story === undefined ? keys : added(keys, addressKeysOf(duplicate, says)),
  }
  const grown = grownBy({ keys: joined.keys, ...defined({ coverage: story?.coverage }) }, says)
  if (story === undefined || grown === undefined) return joined
  return { ...joined, keys: grown.keys, story: { ...story, coverage: grown.coverage } }
}

/** Returns how a story is found when it has one place more; undefined if one of them is not compared by what it says. */
export function grownBy(
  { keys, coverage }: Pick<Fingerprint, 'keys' | 'coverage'>,
  says: Pick<Fingerprint, 'keys' | 'coverage'>,
) {
  if (coverage === undefined || says.coverage === undefined) return undefined
  return { keys: added(keys, says.keys).slice(0, maxKeys), coverage: joinedCoverage(coverage, says.coverage) }
}

const added = (keys: string[], more: string[]) => [...new Set([...keys, ...more])]

/** With `dedupe: coverage`, titles are not compared. */
const noTitle = { words: [], numbers: [] }

/** By these, later mentions are compared with a story. */
export function wordsOf({ story }: Pick<OriginalCard, 'story'>): Pick<Fingerprint, 'title' | 'coverage'> {
  if (story === undefined) return {}
  const { title, coverage } = story
  return coverage === undefined ? { title } : { coverage }
}

/** Ids are unique within an alert. */
export const isSameMention =
  ({ id, alert }: Pick<Duplicate, 'id' | 'alert'>) =>
  (other: Pick<Duplicate, 'id' | 'alert'>) =>
    other.id === id && other.alert === alert

export function acceptsDuplicates({ successor: next, duplicates: also, story }: OriginalCard): boolean {
  return next === undefined && also.length + (story?.earlier.length ?? 0) < maxInStory
}

/**
 * Returns the reason in the decision log for a mention that gives the story of `first` a new card. The detail contains the id of `first`,
 * the number of sites and the reach.
 */
export function resurfacedReason(
  first: string,
  { sites, reach }: StorySummary,
): { reason: string; detail: string } {
  return { reason: 'story.again', detail: `${first}, ${sites}, ${reach}` }
}

export function originalCardOf(
  place: Pick<OriginalCard, 'subscription' | 'alert' | 'mention' | 'channel' | 'ts' | 'at'>,
  { url, sharesAddress, item, reach, keys, title, coverage: says, resurfaces: again }: Fingerprint,
  from?: OriginalCard,
): OriginalCard {
  if (title === undefined && says === undefined) return { ...place, keys, duplicates: [] }
  const before = from === undefined ? [] : storyMembers(from)
  const { reach: shown } = summarizeStory([
    { id: place.mention, url, reach, ...defined({ sharesAddress, item }) },
    ...before,
  ])
  const link = again?.link === undefined ? {} : { link: again.link }
  const told = from?.story?.coverage
  const coverage = told && says ? joinedCoverage(told, says) : says
  return {
    ...place,
    keys: added(keys, from?.keys ?? []),
    duplicates: [],
    story: {
      ...{ url, reach, title: from?.story?.title ?? title ?? noTitle, shownReach: shown, earlier: before },
      ...link,
      ...defined({ coverage, sharesAddress, item }),
    },
  }
}

const sumOf = (reaches: number[]) => reaches.reduce((sum, reach) => sum + reach, 0)
