import { againReason, firstCardOf, foldStory, membersOf } from '../decide/folded-story.ts'
import type { Intent } from '../model/bookmark.ts'
import type { FirstCard } from '../model/first-card.ts'
import type { TurnDeps } from './ports.ts'
import type { Watch } from './watch.ts'

/** Why a mention was posted, as the log of verdicts tells it. */
export type PostedReason = { reason: string; detail?: string }

/**
 * Keeps a card that stands in the channel now as one that others can join, before its intent is settled: a process that dies in between
 * finds the intent, then the card, and keeps the same again. Undefined where nothing is to join it, or it cannot be kept: what was
 * posted must be settled all the same, or it would be posted again where the channel cannot be read.
 */
export async function rememberFirst(
  deps: TurnDeps,
  watch: Watch,
  intent: Intent,
  ts: string,
): Promise<FirstCard | undefined> {
  try {
    return await keepFirst(deps, watch, intent, ts)
  } catch (err) {
    deps.log.error(
      { ...watch.key, ts, err },
      'a card cannot be remembered: its copies get cards of their own',
    )
    return undefined
  }
}

async function keepFirst(
  { firstCards, now }: TurnDeps,
  { key }: Watch,
  { prints, ids, channel }: Intent,
  ts: string,
): Promise<FirstCard | undefined> {
  const [mention] = ids
  if (firstCards === undefined || prints === undefined || mention === undefined) return undefined
  const from = prints.again && (await firstCards.cardOf(key, prints.again.from))
  const first = firstCardOf({ ...key, mention, channel, ts, at: now() }, prints, from)
  await firstCards.keep(first)
  if (from !== undefined) await firstCards.change(from, (kept) => ({ ...kept, next: mention }))
  return first
}

/** That it passed the rules, or that its story has come up again. */
export function postedReason(first: FirstCard | undefined, { prints }: Intent): PostedReason {
  if (first === undefined || prints?.again === undefined) return { reason: 'passed' }
  return againReason(prints.again.from, foldStory(membersOf(first)))
}
