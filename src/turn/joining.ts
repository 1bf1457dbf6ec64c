import { isUndecided, markDone } from '../decide/bookmark.ts'
import { addressKey, duplicateReason, fingerprintOf } from '../decide/duplicate.ts'
import { withDuplicate } from '../decide/folded-story.ts'
import type { Duplicate, OriginalCard } from '../model/first-card.ts'
import type { Mention } from '../model/mention.ts'
import { verifyCheckpoint } from './confirm.ts'
import { deliverWaiting } from './deliver.ts'
import { type DuplicateDecision, decideDuplicate } from './fate.ts'
import { setCheckpoint } from './keep.ts'
import type { PollDeps } from './ports.ts'
import type { Resurfacing } from './watch.ts'
import { type Deferral, defer, type SubscriptionRun } from './watch.ts'

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
