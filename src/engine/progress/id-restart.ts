import { createHash } from 'node:crypto'
import type { Time } from '@overheard/base/time'
import { timeSchema } from '@overheard/base/time-schema'
import { compareIds, type Id, idSchema } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import { z } from 'zod'

// Detects ids of the mention service that start again, for example after it was restored from a backup. Polls ask only for ids above the
// watermark, so they would never see the new mentions.

/** Only a hash of the address is kept: the address may name an author whose data was removed with `overheard forget`. */
const knownMentionSchema = z.object({ id: idSchema, date: timeSchema, urlHash: z.string() })
type KnownMention = z.infer<typeof knownMentionSchema>

/**
 * What the last check of an alert has seen: its newest mentions by date. `restarted` lists the subscriptions that miss mentions since the ids
 * started again, `id` is a mention that they miss, and
 * `lost` are mentions that the service has lost.
 */
export const idCheckSchema = z.object({
  at: timeSchema,
  known: z.array(knownMentionSchema),
  restarted: z
    .object({ id: idSchema, lost: z.array(knownMentionSchema), subscriptions: z.array(z.string()) })
    .exactOptional(),
})
export type IdCheck = z.infer<typeof idCheckSchema>

/** `isReused` is set if the id belonged to another mention before. */
export type Suspect = { mention: Mention; isReused: boolean }

export function checkOf(mentions: Mention[], at: Time): IdCheck {
  return { at, known: newestFirst(mentions).map(({ id, date, url }) => ({ id, date, urlHash: hashOf(url) })) }
}

const hashOf = (url: string) => createHash('sha256').update(url).digest('base64url').slice(0, 16)

const newestFirst = (mentions: Mention[]) => mentions.toSorted((a, b) => b.date - a.date)

/** A date may lie ahead by the difference of two clocks. A later one is a mistake, and says nothing about what is new. */
const mostAheadMs = 60 * 60_000

/**
 * Returns the mentions that may be new although their ids count as read, newest first. Either the last check knew another mention
 * with this id, or the mention is newer than all that the last check knew. `postedAt` is the time of the last post; it counts before the first check.
 */
export function suspectsIn(
  before: IdCheck | undefined,
  mentions: Mention[],
  { isRead, postedAt }: { isRead: (id: Id) => boolean; postedAt: Time },
): Suspect[] {
  const known = new Map(before?.known.map((one) => [one.id, one]))
  const dates = (before?.known ?? []).map(({ date }) => date)
  const plausible = dates.filter((date) => date <= (before?.at ?? 0) + mostAheadMs)
  const newest = before === undefined ? postedAt : Math.max(Number.NEGATIVE_INFINITY, ...plausible)
  return newestFirst(mentions).flatMap((mention): Suspect[] => {
    if (!isRead(mention.id)) return []
    const same = known.get(mention.id)
    if (same !== undefined) return isOther(same, mention) ? [{ mention, isReused: true }] : []
    return mention.date > newest ? [{ mention, isReused: false }] : []
  })
}

/** A service may correct the address or the date of a mention, but hardly both. */
const isOther = (known: KnownMention, { url, date }: Mention) =>
  known.date !== date && known.urlHash !== hashOf(url)

/** The mentions with the largest ids that the service has now. `isAll` tells if it has no others. */
export type LargestIds = { mentions: Mention[]; isAll: boolean }

/**
 * Returns what the service has lost above the id of a suspect, or undefined if it has kept something there. A service whose ids go on loses single
 * mentions, but not all that came after a mention. Before the first check, no id may be as large as the watermark.
 */
export function lostAbove(
  suspect: Id,
  before: IdCheck | undefined,
  { mentions, isAll }: LargestIds,
  watermark: Id,
): KnownMention[] | undefined {
  const present = new Map(mentions.map((mention) => [mention.id, mention]))
  const ids = mentions.map(({ id }) => id).sort(compareIds)
  const [least, most] = [ids[0], ids.at(-1)]
  if (before === undefined) return most !== undefined && compareIds(most, watermark) < 0 ? [] : undefined
  const later = before.known.filter(({ id }) => compareIds(id, suspect) > 0)
  const areLost = later.every((one) => {
    const mention = present.get(one.id)
    if (mention !== undefined) return isOther(one, mention)
    return isAll || (least !== undefined && compareIds(one.id, least) > 0)
  })
  return later.length > 0 && areLost ? later : undefined
}

/** True if the service has something again that it had lost. */
export function isBack(lost: readonly KnownMention[], { mentions }: LargestIds): boolean {
  const present = new Map(mentions.map((mention) => [mention.id, mention]))
  return lost.some((one) => {
    const mention = present.get(one.id)
    return mention !== undefined && !isOther(one, mention)
  })
}
