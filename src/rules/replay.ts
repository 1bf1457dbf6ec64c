import { createOriginalIndex, type Dedupe, duplicateReason, fingerprintOf } from '../dedupe/original-index.ts'
import {
  acceptsDuplicates,
  originalCardOf,
  resurfacedReason,
  resurfacedStory,
  withDuplicate,
} from '../dedupe/story.ts'
import type { OriginalCard } from '../model/card.ts'
import type { Decision } from '../model/decision.ts'
import { compareIds } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Decide } from './rules.ts'

/** A mention and what would be decided of it. */
export type Replayed = { mention: Mention; verdict: Decision }

/** How many of the mentions end in which way. What is held is posted later, so it counts among `posted`, and by itself. */
export type ReplayTotals = {
  total: number
  posted: number
  held: number
  /** By the rule that skips them, greatest first. */
  skipped: { reason: string; count: number }[]
}

/** How a replay is made. `now`: UTC, ms; `channel`: the id of the channel it is for; `dedupe`: what the subscription takes for the same. */
type ReplayOptions = { now: number; channel?: string; dedupe?: Dedupe | undefined }

/** After so many mentions a replay lets others of the process go on: each takes a millisecond at most. */
const togetherDecided = 20

/**
 * What would be decided of mentions that arrive one by one, each at the moment of its own date (of an undated one: `now`; both UTC,
 * ms), in ascending order of ids. `pause` is awaited again and again on the way, so that a long replay does not hold up the process.
 */
export async function replay(
  decide: Decide,
  mentions: Mention[],
  { pause, ...options }: ReplayOptions & { pause: () => Promise<unknown> },
): Promise<Replayed[]> {
  const next = createReplay(decide, options)
  const sorted = mentions.toSorted((a, b) => compareIds(a.id, b.id))
  const replayed: Replayed[] = []
  for (let from = 0; from < sorted.length; from += togetherDecided) {
    for (const one of next(sorted.slice(from, from + togetherDecided))) replayed.push(one)
    await pause()
  }
  return replayed
}

/** The same page by page: what repeats a mention of an earlier page is told as well. */
export function createReplay(
  decide: Decide,
  { now, channel, dedupe }: ReplayOptions,
): (page: Mention[]) => Replayed[] {
  const fold =
    dedupe === undefined ? (_: Mention, __: number, decision: Decision) => decision : dedupeReplay(dedupe)
  const decided = (mention: Mention) => {
    const at = mention.date > 0 ? mention.date : now
    const verdict = decide(mention, at, channel)
    return { mention, verdict: verdict.kind === 'skip' ? verdict : fold(mention, at, verdict) }
  }
  return (page) => page.toSorted((a, b) => compareIds(a.id, b.id)).map(decided)
}

/** A replay posts nothing: its cards stand nowhere. */
const nowhere = { subscription: '', alert: '', channel: '', ts: '' }

/** Tells what joins an earlier card, and with what a story comes up again; what does neither is the first of its kind. */
function dedupeReplay(dedupe: Dedupe): (mention: Mention, at: number, decision: Decision) => Decision {
  const firsts = createOriginalIndex<OriginalCard>()
  const add = (first: OriginalCard) =>
    firsts.add(first, { keys: first.keys, ...(first.story && { title: first.story.title }) })
  return (mention, at, verdict) => {
    const { id, url, reach } = mention
    const fingerprint = fingerprintOf(mention, dedupe)
    const found = firsts.find(fingerprint, at)
    const place = { ...nowhere, mention: id, at }
    if (found === undefined || !acceptsDuplicates(found.original)) {
      add(originalCardOf(place, fingerprint))
      return verdict
    }
    const { original: first, similarity: same } = found
    const duplicate = { id, url, reach, similarity: same }
    const story = resurfacedStory(first, duplicate)
    if (story !== undefined) {
      firsts.remove(first.mention)
      add(originalCardOf(place, fingerprint, first))
      return verdict.kind === 'hold' ? verdict : { ...verdict, ...resurfacedReason(first.mention, story) }
    }
    add(withDuplicate(first, duplicate))
    return { kind: 'skip', ...duplicateReason(first.mention, same) }
  }
}

/** Sums a replay up. */
export function totalsOf(replayed: Replayed[]): ReplayTotals {
  const skips = new Map<string, number>()
  for (const { verdict: decision } of replayed) {
    if (decision.kind === 'skip') skips.set(decision.reason, (skips.get(decision.reason) ?? 0) + 1)
  }
  const skipped = [...skips]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))
  const all = replayed.length
  return {
    total: all,
    posted: all - skipped.reduce((sum, { count }) => sum + count, 0),
    held: replayed.filter(({ verdict }) => verdict.kind === 'hold').length,
    skipped,
  }
}
