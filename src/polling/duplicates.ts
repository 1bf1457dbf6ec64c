import { addressKey, duplicateReason, fingerprintOf } from '../dedupe/original-index.ts'
import {
  originalCardOf,
  resurfacedReason,
  resurfacedStory,
  type StorySummary,
  storyMembers,
  summarizeStory,
  withDuplicate,
} from '../dedupe/story.ts'
import type { Duplicate, OriginalCard, Similarity } from '../model/card.ts'
import { isUndecided, markDone, type PendingPost, runningSpike } from '../model/checkpoint.ts'
import type { Mention } from '../model/mention.ts'
import { deliverWaiting } from './deliver.ts'
import type { PollDeps } from './poll-deps.ts'
import { verifyCheckpoint } from './recovery.ts'
import { setCheckpoint } from './save-checkpoint.ts'
import { type Deferral, defer, type Resurfacing, type SubscriptionRun } from './subscription-run.ts'

/** A card that could not be changed is tried again after this, in ms. */
const redrawAfterMs = 30_000

/** A card that Slack refuses to change with a code that nobody knows is given up after this, in ms. */
const undrawnFor = 30 * 60_000

/** Lets a mention wait for a card of its own or, where it is the same as one that has or awaits a card, for joining that. */
export function queueMention({ originalCards, now }: PollDeps, run: SubscriptionRun, mention: Mention): void {
  const { dedupe } = run.subscription
  if (dedupe === undefined || originalCards === undefined) return void run.waiting.push(mention)
  const fingerprint = fingerprintOf(mention, dedupe)
  const at = now()
  const known = originalCards.find(run.key, fingerprint)
  const isSame = known !== undefined && known.original.mention !== mention.id
  const joins = isSame || run.queuedOriginals.find(fingerprint, at) !== undefined
  run[joins ? 'duplicates' : 'waiting'].push(mention)
  const first = { mention: mention.id, at }
  if (!joins) run.queuedOriginals.add(first, fingerprint)
  // A copy of a copy is the same story; that it has the same title as a copy is not enough.
  else if (dedupe === 'story') run.queuedOriginals.add(first, { keys: addressKeys(mention) })
}

/**
 * Lets each repetition join its card: first it is stored with the card, durably, then the card is drawn, then the id is settled. A
 * crash between any two is made good by doing the same again. One whose card is gone, or whose first went up within a burst, or with
 * which its story comes up again, gets a card of its own.
 */
export async function mergeDuplicates(
  deps: PollDeps,
  run: SubscriptionRun,
  deadline: number,
): Promise<Deferral | undefined> {
  if (run.duplicates.length === 0) return undefined
  const unconfirmed = await verifyCheckpoint(deps, run)
  if (unconfirmed !== undefined) return unconfirmed
  const open = isUndecided(run.checkpoint)
  run.duplicates = run.duplicates.filter(({ id }) => open(id))
  while (run.duplicates.length > 0) {
    if (deps.stopping.aborted) return defer('stopping')
    if (deps.now() >= deadline) return defer('the time of this turn is over', deps.now())
    const fate = await mergeNext(deps, run)
    if (fate.kind === 'failed') return defer('a card cannot be changed', deps.now() + redrawAfterMs)
    if (fate.kind === 'joined' || fate.kind === 'gone') continue
    const left = await postResurfaced(deps, run, fate, deadline)
    if (left !== undefined) return left
  }
  return undefined
}

/** What does not join gets a card of its own. */
async function postResurfaced(
  deps: PollDeps,
  run: SubscriptionRun,
  fate: NotMerged,
  deadline: number,
): Promise<Deferral | undefined> {
  const next = run.duplicates.shift()
  if (next === undefined) return undefined
  if (fate.kind === 'comes up') run.resurfacing.set(next.id, await resurfacingOf(deps, fate))
  run.waiting.push(next)
  return deliverWaiting(deps, run, deadline)
}

/** What becomes of a mention that joins none. */
type NotMerged = Exclude<DuplicateDecision, { kind: 'joins' }>

/** Lets the next ones that belong to one card join it, which is drawn once for all; else tells what becomes of the very next. */
async function mergeNext(
  deps: PollDeps,
  run: SubscriptionRun,
): Promise<NotMerged | { kind: 'joined' } | { kind: 'gone' } | { kind: 'failed' }> {
  const stored = await storeNext(deps, run)
  if (stored.kind !== 'stored') return stored
  const { card, joined: duplicate } = stored
  const drawn = await deps.originalCards?.draw(card)
  if (drawn === 'failed' || (drawn === 'unclear' && mayBeDrawnLater(deps, run, card)))
    return { kind: 'failed' }
  delete run.state.undrawn
  if (drawn !== 'updated') {
    await deps.originalCards?.forget(card)
    return { kind: 'gone' }
  }
  for (const one of duplicate) recordMerged(deps, run, one, card)
  run.duplicates.splice(0, duplicate.length)
  return { kind: 'joined' }
}

/** Nobody knows whether Slack will take a card that it refuses for an unknown reason: it gets half an hour, others wait for it. */
function mayBeDrawnLater({ now }: PollDeps, { state }: SubscriptionRun, { mention }: OriginalCard): boolean {
  if (state.undrawn?.card !== mention) state.undrawn = { card: mention, since: now() }
  return Math.abs(now() - state.undrawn.since) < undrawnFor
}

/** Stores the next ones with the card that they all join. */
async function storeNext(
  deps: PollDeps,
  run: SubscriptionRun,
): Promise<NotMerged | { kind: 'gone' } | { kind: 'stored'; card: OriginalCard; joined: Duplicate[] }> {
  const duplicate: Duplicate[] = []
  let card: OriginalCard | undefined
  for (const mention of run.duplicates) {
    const fate = await decideDuplicate(deps, run, mention)
    if (fate.kind !== 'joins' && card === undefined) return fate
    if (fate.kind !== 'joins' || (card !== undefined && card.mention !== fate.original.mention)) break
    const after = await deps.originalCards?.change(fate.original, (kept) =>
      withDuplicate(kept, fate.duplicate),
    )
    if (after === undefined) break
    card = after
    duplicate.push(fate.duplicate)
  }
  return card === undefined ? { kind: 'gone' } : { kind: 'stored', card, joined: duplicate }
}

function addressKeys({ url }: Mention): string[] {
  const key = addressKey(url)
  return key === undefined ? [] : [key]
}

async function resurfacingOf(
  { originalCards }: PollDeps,
  { original: first, story }: Extract<DuplicateDecision, { kind: 'comes up' }>,
): Promise<Resurfacing> {
  const link = await originalCards?.link(first)
  return { from: first.mention, story, ...(link === undefined ? {} : { link }) }
}

function recordMerged(
  deps: PollDeps,
  run: SubscriptionRun,
  { id, url, similarity: same }: Duplicate,
  first: OriginalCard,
): void {
  const at = deps.now()
  const where = { channel: first.channel, ts: first.ts }
  const why = { outcome: 'skipped' as const, ...duplicateReason(first.mention, same ?? { by: 'address' }) }
  run.decisions.push({ at, ...run.key, id, url, ...why, ...where })
  setCheckpoint(run, markDone(run.checkpoint, [id], at, run.pollStart))
}

/** What becomes of a mention that is the same as an earlier one: it joins its card, or its story comes up again, or it is alone after all. */
type DuplicateDecision =
  | { kind: 'joins'; original: OriginalCard; duplicate: Duplicate }
  | { kind: 'comes up'; original: OriginalCard; story: StorySummary }
  | { kind: 'alone' }

/** Decides by what the store has now. What is stored with a card already, by a process that died then, joins it again, for the same reason. */
async function decideDuplicate(
  deps: PollDeps,
  run: SubscriptionRun,
  mention: Mention,
): Promise<DuplicateDecision> {
  const found = await findOriginal(deps, run, mention)
  if (found === undefined || found.original.mention === mention.id) return { kind: 'alone' }
  const { original, similarity } = found
  const { id, url, reach } = mention
  const stored = storyMembers(original).find((one) => one.id === id)
  if (stored !== undefined) return { kind: 'joins', original, duplicate: stored }
  const duplicate = { id, url, reach, similarity }
  const story = resurfacedStory(original, duplicate)
  const comes = story !== undefined && (await mayResurface(deps, run, original))
  return comes ? { kind: 'comes up', original, story } : { kind: 'joins', original, duplicate }
}

/** While it storms, nothing comes up beside the storm's card; the first copy after it may. What people have dismissed stays where it is. */
async function mayResurface(
  { originalCards }: PollDeps,
  { subscription, checkpoint }: SubscriptionRun,
  first: OriginalCard,
): Promise<boolean> {
  if (subscription.dedupe !== 'story' || runningSpike(checkpoint) !== undefined) return false
  return (await originalCards?.isDismissed(first)) === false
}

/** The card of what is the same. Another process may have let its story come up again since this one heard of it. */
async function findOriginal(
  { originalCards }: PollDeps,
  { key, subscription }: SubscriptionRun,
  mention: Mention,
): Promise<{ original: OriginalCard; similarity: Similarity } | undefined> {
  const found = originalCards?.find(key, fingerprintOf(mention, subscription.dedupe ?? 'url'))
  if (originalCards === undefined || found === undefined) return undefined
  let first = await originalCards.cardOf(key, found.original.mention)
  while (first?.successor !== undefined) first = await originalCards.cardOf(key, first.successor)
  if (first !== undefined) return { original: first, similarity: found.similarity }
  await originalCards.forget(found.original)
  return undefined
}

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
