import { originalCardOf, resurfacedReason, storyMembers, summarizeStory } from '../decide/folded-story.ts'
import type { PendingPost } from '../model/bookmark.ts'
import type { OriginalCard } from '../model/first-card.ts'
import type { PollDeps } from './ports.ts'
import type { SubscriptionRun } from './watch.ts'

/** Why a mention was posted, as the log of verdicts tells it. */
export type PostedReason = { reason: string; detail?: string }

/**
 * Keeps a card that stands in the channel now as one that others can join, before its intent is settled: a process that dies in between
 * finds the intent, then the card, and keeps the same again. Undefined where nothing is to join it, or it cannot be kept: what was
 * posted must be settled all the same, or it would be posted again where the channel cannot be read.
 */
export async function rememberOriginal(
  deps: PollDeps,
  run: SubscriptionRun,
  pending: PendingPost,
  ts: string,
): Promise<OriginalCard | undefined> {
  try {
    return await storeOriginal(deps, run, pending, ts)
  } catch (err) {
    deps.log.error({ ...run.key, ts, err }, 'a card cannot be remembered: its copies get cards of their own')
    return undefined
  }
}

async function storeOriginal(
  { originalCards, now }: PollDeps,
  { key }: SubscriptionRun,
  { fingerprint, ids, channel }: PendingPost,
  ts: string,
): Promise<OriginalCard | undefined> {
  const [mention] = ids
  if (originalCards === undefined || fingerprint === undefined || mention === undefined) return undefined
  const from = fingerprint.resurfaces && (await originalCards.cardOf(key, fingerprint.resurfaces.from))
  const first = originalCardOf({ ...key, mention, channel, ts, at: now() }, fingerprint, from)
  await originalCards.keep(first)
  if (from !== undefined) await originalCards.change(from, (kept) => ({ ...kept, successor: mention }))
  return first
}

/** That it passed the rules, or that its story has come up again. */
export function postedReason(first: OriginalCard | undefined, { fingerprint }: PendingPost): PostedReason {
  if (first === undefined || fingerprint?.resurfaces === undefined) return { reason: 'passed' }
  return resurfacedReason(fingerprint.resurfaces.from, summarizeStory(storyMembers(first)))
}
