import type { Ms, Time } from '@overheard/base/time'
import type { MentionService } from '@overheard/mention-client'
import type { Id } from '@overheard/mention-client/id'
import type { ListeningClient, RemovedMention } from '@overheard/mention-client/listening-client'
import type { Mention } from '@overheard/mention-client/mention'
import { messages } from '../../messages/kit/say.ts'
import { mentionsOf, type PostedCard, type ShownMentions } from '../../model/card.ts'
import type { MessageKey } from '../../model/collection.ts'
import type { SpeakTo } from '../../people/speak-to.ts'
import { en } from './texts.en.ts'

type DeletionDeps = {
  now: () => Time
  /** The number of the latest removal; undefined if the mention service is not our own. */
  lastRemoval: MentionService['lastRemoval']
  removed: ListeningClient['removed']
  postedSince: (at: Time) => AsyncIterable<PostedCard>
  speakTo: Pick<SpeakTo, 'subscription'>
  changeShown: (place: MessageKey, next: (card: PostedCard) => PostedCard) => Promise<void>
}

/** What a card shows instead of a post that was deleted. */
const say = messages(en, (language) => import(`./texts.${language}.ts`))

/** The clocks of the service and of Slack may differ by this, in ms. */
const clocksDifferMs: Ms = 60 * 60_000
/** A post that waits for Slack gets its card late, so its removal is remembered this long, in ms. */
const rememberedMs: Ms = 24 * 60 * 60_000
const lookAgainMs: Ms = 60_000
/** The record of a message may be stored this long (ms) after the message was posted. */
const recordedAfterMs: Ms = 10 * 60_000
const mostRemembered = 5000

/**
 * Takes the content of posts that were deleted at their source from the cards of their mentions. Each process asks for all removals that the
 * service still knows when it begins, so nothing is stored here: a card that is marked already in its language does not change.
 */
export function createDeletions({
  now,
  lastRemoval,
  removed,
  postedSince,
  speakTo,
  changeShown,
}: DeletionDeps) {
  let marked = 0
  let lookedAt = now()
  /** Removed lately, and on no card yet. By mention, with the time (UTC, ms) at which we heard of it. */
  const waiting = new Map<Id, Time>()

  async function newRemovals(last: number): Promise<{ mentions: RemovedMention[]; last: number }> {
    const mentions: RemovedMention[] = []
    // The number is smaller than before if an older copy of the service's file came back.
    for (let after = last < marked ? 0 : marked; ; ) {
      const page = await removed(after)
      mentions.push(...page.removed)
      if (page.removed.length === 0 || page.last >= last || page.last <= after)
        return { mentions, last: page.last }
      after = page.last
    }
  }

  /** Marks the cards that were posted since a time. Returns the mentions that were on one. */
  async function mark(mentions: ReadonlySet<Id>, since: Time): Promise<Set<Id>> {
    const found = new Set<Id>()
    for await (const card of postedSince(since)) {
      const shown = mentionsOf(card.shows).filter(({ id }) => mentions.has(id))
      if (shown.length === 0) continue
      for (const { id } of shown) found.add(id)
      await speakTo.subscription(card.subscription, () =>
        changeShown(card, (current) => withDeleted(current, mentions)),
      )
    }
    return found
  }

  return {
    /** Does nothing but compare two numbers as long as nothing was removed. Rejects if the service or the store fails. */
    async run(): Promise<void> {
      const last = lastRemoval()
      if (last === undefined) return
      const isNew = last !== marked
      if (!isNew && (waiting.size === 0 || Math.abs(now() - lookedAt) < lookAgainMs)) return
      const news = isNew ? await newRemovals(last) : { mentions: [], last }
      const since = Math.min(
        lookedAt - recordedAfterMs,
        ...news.mentions.map(({ found }) => found - clocksDifferMs),
      )
      const startedAt = now()
      for (const { mention } of news.mentions) waiting.set(mention, startedAt)
      const found = await mark(new Set(waiting.keys()), Math.max(0, since))
      stopLookingFor(found)
      marked = news.last
      lookedAt = startedAt
    },
  }

  /** Those that are on a card now, that were heard of long ago, or that are too many. */
  function stopLookingFor(found: ReadonlySet<Id>): void {
    for (const [mention, heardAt] of waiting)
      if (found.has(mention) || now() - heardAt > rememberedMs || waiting.size > mostRemembered)
        waiting.delete(mention)
  }
}

function withDeleted(card: PostedCard, mentions: ReadonlySet<Id>): PostedCard {
  const next = (mention: Mention) =>
    mentions.has(mention.id) && !isMarked(mention) ? withoutContent(mention) : mention
  const { shows } = card
  if (mentionsOf(shows).every((mention) => next(mention) === mention)) return card
  return { ...card, shows: changed(shows, next) }
}

function changed(shows: ShownMentions, next: (mention: Mention) => Mention): ShownMentions {
  if (shows.kind === 'card') return { ...shows, mention: next(shows.mention) }
  return { ...shows, mentions: shows.mentions.map(next) }
}

const isMarked = ({ title, snippet }: Mention) => title === say.title() && snippet === ''

/** What is left has no words of the author: the address, numbers, and what identifies the mention. */
function withoutContent({ location: _location, ...mention }: Mention): Mention {
  const author = { name: '', audience: 0, url: '' }
  return { ...mention, title: say.title(), snippet: '', author, tags: [], highlights: [] }
}
