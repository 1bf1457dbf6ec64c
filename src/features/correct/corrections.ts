import { defined } from '@overheard/base/defined'
import { memoizeAsync } from '@overheard/base/memoize'
import type { Time } from '@overheard/base/time'
import { timeSchema } from '@overheard/base/time-schema'
import { type Id, idSchema } from '@overheard/mention-client/id'
import type { ListeningClient, MovedWord } from '@overheard/mention-client/listening-client'
import type { Sentiment } from '@overheard/mention-client/mention'
import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import { z } from 'zod'
import { countedAt } from '../../engine/index.ts'
import { correctionOf, mentionsOf, type PostedCard, shownMention } from '../../model/card.ts'
import type { Collection, CollectionKind, Entry, MessageKey } from '../../model/collection.ts'
import {
  type Correction,
  type CountedCorrection,
  countedCorrectionSchema,
  isNewer,
} from '../../model/correction.ts'

const storedCorrectionSchema = countedCorrectionSchema.extend({
  alert: idSchema,
  /** The other messages with the mention get the correction from this time on. Absent after they have it. */
  spreadAt: timeSchema.exactOptional(),
  /** True if the own mention service knows it, to judge later mentions with it. Absent for mentions of other services. */
  taught: z.boolean().exactOptional(),
})
type StoredCorrection = z.infer<typeof storedCorrectionSchema>

/** By alert and mention. */
export const correctionKind: CollectionKind<StoredCorrection> = {
  name: 'corrections',
  schema: storedCorrectionSchema,
}

type CorrectionDeps = {
  now: () => Time
  stored: Pick<Collection<StoredCorrection>, 'all' | 'entries' | 'change'>
  /** The leader gives the corrections to the other messages with these. */
  led: Pick<Collection<StoredCorrection>, 'entries' | 'change'>
  cards: {
    postedSince(at: Time): AsyncIterable<PostedCard>
    spreadCorrection(place: MessageKey, correction: Correction): Promise<unknown>
  }
  /** The own mention service. Both reject with MentionServiceError. */
  service: Pick<ListeningClient, 'correct' | 'movedWords'>
}

/** The record of a message may be stored this long (ms) after those of later messages. */
const recordedAfterMs = 10 * 60_000

/** The polls of many alerts ask at the same time. */
const knownMs = 1000

/** Messages are kept for at most this time, in ms. */
const keptMs = 90 * 86_400_000
const keyOf = (alert: Id, mention: Id) => `${alert} ${mention}`

/**
 * The card of the press has the correction first. This keeps it for the other cards of the mention, for later posts and for the counts of
 * the alert. Nobody hears of posts for it: while there are corrections, the leader looks at the messages that were posted since its last look.
 */
export function createCorrections(deps: CorrectionDeps) {
  const { now, stored, led, service } = deps
  /** The time of the newest message that this process has looked at, by Slack's clock, because ours can be set. */
  let lookedUpTo: Time = 0
  const known = memoizeAsync(() => stored.all(), { now, ttlMs: knownMs })

  return {
    /** Rejects if the store fails. */
    async noteAll(card: PostedCard, mentions: Iterable<Id>): Promise<void> {
      for (const id of new Set(mentions)) {
        const correction = correctionOf(card, id)
        if (correction !== undefined) await note(deps, card, correction)
      }
    },
    of: async (alert: Id): Promise<CountedCorrection[]> =>
      (await known()).filter((one) => one.alert === alert),
    async spread(): Promise<undefined> {
      const all = await led.entries()
      if (all.length === 0) return
      const later = await postedLater(deps, all, lookedUpTo)
      const due = all.filter(({ key, value }) => value.spreadAt !== undefined || later.found.has(key))
      const found = await spreadAll(
        deps,
        due.map(({ value }) => value),
      )
      for (const { key, value } of due)
        await led.change(key, (current) => {
          if (current === undefined) return undefined
          const posts = found.get(key) ?? current.posts
          // Somebody may have corrected it again in the meantime.
          if (current.spreadAt !== value.spreadAt || current.at !== value.at) return { ...current, posts }
          const { spreadAt: _spread, ...rest } = current
          return { ...rest, posts }
        })
      lookedUpTo = later.newest
    },
    /** Tells the own mention service what it does not know yet. */
    async teach(): Promise<undefined> {
      for (const { key, value } of await led.entries()) {
        if (value.taught !== false) continue
        await teach(deps, value)
        await led.change(key, (current) =>
          current !== undefined && current.at === value.at ? { ...current, taught: true } : current,
        )
      }
    },
    /** The words of a mention whose degree the corrections of its alert have moved. Empty if the service does not say. */
    async movedWords(alert: Id, mention: Id): Promise<MovedWord[]> {
      const hasTaught = (await known()).some((one) => one.alert === alert && one.taught === true)
      return hasTaught ? service.movedWords(mention).catch(() => []) : []
    },
    async prune(time: Time): Promise<void> {
      for (const { key, value } of await stored.entries())
        if (value.at < time - keptMs) await stored.change(key, () => undefined)
    },
  }
}

async function note(
  { stored, now }: CorrectionDeps,
  card: PostedCard,
  correction: Correction,
): Promise<void> {
  const { alert, subscription, ts, shows } = card
  const mention = shownMention(card, correction.mention)
  if (mention === undefined) return
  const postedAt = Number(ts) * 1000
  const isOwn = shows.kind === 'card' && shows.isOwn && { isOwn: true as const }
  await stored.change(keyOf(alert, correction.mention), (before) => {
    if (before !== undefined && !isNewer(correction, before)) return before
    const first = {
      countsAt: countedAt(mention, postedAt),
      posts: [{ subscription, at: postedAt }],
      ...isOwn,
    }
    const { countsAt, posts, ...about } = before ?? first
    return {
      ...normalized(correction, before === undefined ? correction.was : before.was),
      ...('isOwn' in about && about.isOwn && { isOwn: true as const }),
      alert,
      countsAt,
      posts,
      spreadAt: now(),
      // Only the own mention service gives identities.
      ...(mention.identities !== undefined && { taught: false }),
    }
  })
}

/** Rejects if the service does not answer. A mention that it no longer has teaches nothing. */
async function teach({ service }: CorrectionDeps, { mention, to }: StoredCorrection): Promise<void> {
  try {
    await service.correct(mention, to)
  } catch (error) {
    if (!(error instanceof MentionServiceError) || error.retry !== 'never') throw error
  }
}

async function give(
  { cards }: CorrectionDeps,
  card: PostedCard,
  correction: StoredCorrection,
): Promise<void> {
  const before = correctionOf(card, correction.mention)
  if (before === undefined || isNewer(correction, before))
    await cards.spreadCorrection(card, correctionIn(correction))
}

/** Returns the keys of the corrections that a message posted since the last look does not have, and the time of the newest message. */
async function postedLater(
  { cards }: CorrectionDeps,
  corrections: readonly Entry<StoredCorrection>[],
  lookedUpTo: Time,
) {
  let newest = lookedUpTo
  const byKey = new Map(corrections.map(({ key, value }) => [key, value]))
  const found = new Set<string>()
  for await (const { alert, subscription, ts, shows } of cards.postedSince(lookedUpTo - recordedAfterMs)) {
    const at = Number(ts) * 1000
    newest = Math.max(newest, at)
    for (const { id } of mentionsOf(shows)) {
      const key = keyOf(alert, id)
      const known = byKey.get(key)?.posts
      if (known?.some((post) => post.subscription === subscription && post.at === at) === false)
        found.add(key)
    }
  }
  return { found, newest }
}

/** Gives one reading of all messages to all corrections that are due. */
async function spreadAll(
  deps: CorrectionDeps,
  due: StoredCorrection[],
): Promise<Map<string, CountedCorrection['posts']>> {
  const byAlert = Map.groupBy(due, ({ alert }) => alert)
  const posts = new Map<string, CountedCorrection['posts']>()
  for await (const card of deps.cards.postedSince(0)) {
    const ofAlert = byAlert.get(card.alert)
    if (ofAlert === undefined) continue
    const shown = new Set(mentionsOf(card.shows).map(({ id }) => id))
    for (const correction of ofAlert.filter(({ mention }) => shown.has(mention))) {
      const key = keyOf(card.alert, correction.mention)
      const post = { subscription: card.subscription, at: Number(card.ts) * 1000 }
      posts.set(key, [...(posts.get(key) ?? []), post])
      await give(deps, card, correction)
    }
  }
  return posts
}

/** Adds what the service said, and takes the correction back if a person chose just that. */
function normalized({ mention, to, user, by, at }: Correction, was: Sentiment | undefined): Correction {
  return { mention, user, by, at, ...defined({ was, to: to === was ? undefined : to }) }
}

function correctionIn({ mention, to, was, user, by, at }: Correction): Correction {
  return { mention, user, by, at, ...(to && { to }), ...(was && { was }) }
}
