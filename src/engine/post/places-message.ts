import { defined } from '@overheard/base/defined'
import type { Ms, Time } from '@overheard/base/time'
import type { Mention } from '@overheard/mention-client/mention'
import { maxEntries } from '../../messages/mention/burst.ts'
import { placesReply } from '../../messages/mention/places.ts'
import type { Duplicate, OriginalCard, PostedCard } from '../../model/card.ts'
import { isSameMention, pageOf, storyMembers } from '../dedupe/story.ts'
import { threadParts } from './burst-parts.ts'
import { defaultWindowMs } from './burst-window.ts'
import type { NextMessage } from './next-message.ts'

/**
 * With `dedupe: coverage`, the card of a story counts its places, and replies to the card have their addresses. A reply is a message with a
 * receipt, so that a place is found again as surely as a card.
 */
export type JoinedPlace = { mention: Mention; place: Duplicate }

/** Returns the places whose address no message has yet. A page that several mentions have is told once. */
export function placesToTell(card: OriginalCard, joined: readonly JoinedPlace[]): JoinedPlace[] {
  const told = new Set(storyMembers(card).flatMap((one) => (one.shownIn === undefined ? [] : pageOf(one))))
  return joined.filter(({ place }) => {
    const page = pageOf(place)
    const isNew = place.shownIn === undefined && !told.has(page)
    told.add(page)
    return isNew
  })
}

/** Returns until when `count` places wait for more of them (UTC, ms), so that places that come fast share a reply. Undefined if the reply is due. */
export function placesWaitUntil(
  { story }: OriginalCard,
  count: number,
  { now, windowMs = defaultWindowMs }: { now: Time; windowMs: Ms | undefined },
): Time | undefined {
  const { repliedAt } = story ?? {}
  // A clock that was set back must not make places wait.
  if (repliedAt === undefined || now < repliedAt || count >= maxEntries) return undefined
  const until = repliedAt + windowMs
  return now < until ? until : undefined
}

/** Returns the next reply, with as many of the places as fit. */
export function placesMessage(
  { ts, mention: of }: OriginalCard,
  places: readonly JoinedPlace[],
): NextMessage {
  const [mentions = []] = threadParts(places.map(({ mention }) => mention))
  const joined = places.slice(0, mentions.length).map(({ place }) => place)
  const told = { news: joined.map(({ news = [] }) => news) }
  return {
    content: placesReply({ mentions, places: told }),
    mentions,
    place: { kind: 'thread', parent: ts },
    shows: { kind: 'thread', mentions, firstNumber: 1, places: told, offers: [] },
    places: { of, joined },
  }
}

/** Returns the card with the message that has the addresses of places. Adds the places if the record of the card does not know them. */
export function withPlacesShown(
  card: OriginalCard,
  { joined }: { joined: readonly Duplicate[] },
  shown: { shownIn: string; repliedAt?: Time },
): OriginalCard {
  const { shownIn, repliedAt } = shown
  const { story, duplicates } = card
  const isJoined = (one: Duplicate) => joined.some(isSameMention(one))
  const known = [...duplicates, ...(story?.earlier ?? [])]
  const unknown = joined.filter((one) => !known.some(isSameMention(one)))
  if (unknown.length === 0 && !known.some((one) => isJoined(one) && one.shownIn !== shownIn)) return card
  const mark = (places: Duplicate[]) => places.map((one) => (isJoined(one) ? { ...one, shownIn } : one))
  return {
    ...card,
    duplicates: mark([...duplicates, ...unknown]),
    ...(story && { story: { ...story, earlier: mark(story.earlier), ...defined({ repliedAt }) } }),
  }
}

/** Returns a change of a card that changes only its story. */
export const withOriginal =
  (next: (original: OriginalCard) => OriginalCard) =>
  (card: PostedCard): PostedCard => {
    const original = card.original && next(card.original)
    return original === undefined || original === card.original ? card : { ...card, original }
  }
