import type { Ms, Time } from '../../async/time.ts'
import type { OriginalCard } from '../../model/card.ts'
import { isUndecided } from '../../model/checkpoint.ts'
import type { DecisionRecord } from '../../model/decision.ts'
import { defined } from '../../model/defined.ts'
import type { Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import {
  addressKey,
  createOriginalIndex,
  duplicateReason,
  type FingerprintKeys,
  fingerprintOf,
  type OriginalMatch,
  type Similarity,
  spelledSimilarity,
} from '../dedupe/original-index.ts'
import {
  type Duplicate,
  isSameMention,
  resurfacedStory,
  type StorySummary,
  storyMembers,
  withDuplicate,
} from '../dedupe/story.ts'
import { passGates } from '../gates/gates.ts'
import { doneTime } from '../poll-time.ts'
import type { OriginalCards, PollDeps } from '../ports.ts'
import { markDone } from '../progress/checkpoint-changes.ts'
import { runningSpike } from '../progress/spike-progress.ts'
import { nameMember } from '../shared/members.ts'
import {
  defer,
  type Resurfacing,
  type Step,
  type SubscriptionRun,
  withCheckpoint,
  withState,
} from '../subscription-run.ts'
import { deliverWaiting } from './deliver.ts'

const cardUpdateRetryMs = 30_000

/** If Slack refuses to update a card with an unknown code for this long, in ms, the update is given up. */
const giveUpCardUpdateAfterMs = 30 * 60_000

export function queueMention(
  { cards: { originals: originalCards }, people: { isOwn }, now }: PollDeps,
  run: SubscriptionRun,
  mention: Mention,
): SubscriptionRun {
  const { dedupe } = run.input.subscription
  const waiting = [...run.waiting, mention]
  // A later story must not join our own post, which nobody answers.
  if (dedupe === undefined || originalCards === undefined || isOwn(mention)) return { ...run, waiting }
  const { queuedOriginals = createOriginalIndex<{ mention: Id; at: Time }>() } = run
  const fingerprint = fingerprintOf(mention, dedupe)
  const at = now()
  const known = findKnown(originalCards, run, fingerprint)
  const hasOriginal = known !== undefined && known.original.mention !== mention.id
  const joins = hasOriginal || queuedOriginals.find(fingerprint, at) !== undefined
  const original = { mention: mention.id, at }
  if (!joins) queuedOriginals.add(original, fingerprint)
  // A later mention that is like this one belongs to the same story. With `story`, only one with its address does.
  else if (dedupe === 'coverage') queuedOriginals.add(original, fingerprint)
  else if (dedupe === 'story') queuedOriginals.add(original, { keys: addressKeys(mention) })
  const next = { ...run, queuedOriginals }
  return joins ? { ...next, duplicates: [...run.duplicates, mention] } : { ...next, waiting }
}

/** A story that another subscription has posted in the channel is not posted there again. */
function findKnown(
  originalCards: OriginalCards,
  { input: { key, channel } }: SubscriptionRun,
  fingerprint: FingerprintKeys,
): OriginalMatch<OriginalCard> | undefined {
  return originalCards.find(key, fingerprint) ?? originalCards.findIn(channel, fingerprint)
}

function addressKeys({ url }: Mention): string[] {
  const key = addressKey(url)
  return key === undefined ? [] : [key]
}

/** Posts what waits, and adds the duplicates to the cards of their originals, also while nothing may be posted. */
export async function deliverAndMerge(deps: PollDeps, run: SubscriptionRun, deadline: Ms): Promise<Step> {
  const delivered = await deliverWaiting(deps, run, deadline)
  const { end } = delivered
  const isOver = end !== undefined && !(end.kind === 'defer' && end.onlyPosts === true)
  if (isOver || delivered.run.duplicates.length === 0) return delivered
  const merged = await mergeDuplicates(deps, delivered.run, deadline)
  return { run: merged.run, end: merged.end ?? end }
}

/**
 * Adds each duplicate to the card of its original: stores it with the card, updates the card in Slack, then marks the mention as done.
 * After a crash, the next poll repeats these steps. A duplicate gets a card of its own if the original has no card that can be updated, or
 * if its story resurfaces.
 */
async function mergeDuplicates(deps: PollDeps, run: SubscriptionRun, deadline: Ms): Promise<Step> {
  const fresh = await passGates(deps, run, 'merges')
  if (fresh.end !== undefined) return fresh
  const isOpen = isUndecided(fresh.run.checkpoint)
  let current: SubscriptionRun = {
    ...fresh.run,
    duplicates: fresh.run.duplicates.filter(({ id }) => isOpen(id)),
  }
  while (current.duplicates.length > 0) {
    if (deps.stopping.aborted) return { run: current, end: defer('stopping') }
    if (deps.steady() >= deadline)
      return { run: current, end: defer('the time of this poll is over', deps.now()) }
    const step = await mergeNext(deps, current, deadline)
    if (step.end !== undefined) return step
    current = step.run
  }
  return { run: current }
}

async function mergeNext(deps: PollDeps, run: SubscriptionRun, deadline: Ms): Promise<Step> {
  const stored = await storeNext(deps, run)
  if (stored.kind === 'gone') return { run }
  if (stored.kind !== 'stored') return postSeparately(deps, run, stored, deadline)
  const { card, joined } = stored
  await nameMember(deps, run, card)
  const drawn = await deps.cards.originals?.draw(card)
  const undrawn = drawn === 'unclear' ? failedUpdateOf(deps, run, card) : undefined
  const isWaiting = undrawn !== undefined && deps.steady() - undrawn.since < giveUpCardUpdateAfterMs
  if (drawn === 'failed' || isWaiting)
    return {
      run: withState(run, { failedCardUpdate: undrawn ?? run.state.failedCardUpdate }),
      end: defer('a card cannot be changed', deps.now() + cardUpdateRetryMs),
    }
  const after = withState(run, { failedCardUpdate: undefined })
  if (drawn !== 'updated') {
    await deps.cards.originals?.forget(card)
    return { run: after }
  }
  return { run: withMerged(deps, after, joined, card) }
}

function failedUpdateOf(
  { steady }: PollDeps,
  { state: { failedCardUpdate } }: SubscriptionRun,
  { mention }: OriginalCard,
) {
  return failedCardUpdate?.card === mention ? failedCardUpdate : { card: mention, since: steady() }
}

async function postSeparately(
  deps: PollDeps,
  run: SubscriptionRun,
  decision: NotMerged,
  deadline: Ms,
): Promise<Step> {
  const [next, ...duplicates] = run.duplicates
  if (next === undefined) return { run }
  const resurfacing = new Map(run.resurfacing)
  if (decision.kind === 'resurfaces') resurfacing.set(next.id, await resurfacingOf(deps, decision))
  return deliverWaiting(deps, { ...run, duplicates, resurfacing, waiting: [...run.waiting, next] }, deadline)
}

type NotMerged = Exclude<DuplicateDecision, { kind: 'joins' }>

async function storeNext(
  deps: PollDeps,
  run: SubscriptionRun,
): Promise<NotMerged | { kind: 'gone' } | { kind: 'stored'; card: OriginalCard; joined: Duplicate[] }> {
  const joined: Duplicate[] = []
  let card: OriginalCard | undefined
  for (const mention of run.duplicates) {
    const decision = await decideDuplicate(deps, run, mention)
    if (decision.kind !== 'joins' && card === undefined) return decision
    if (decision.kind !== 'joins' || (card !== undefined && card.mention !== decision.original.mention)) break
    const fingerprint = fingerprintOf(mention, run.input.subscription.dedupe ?? 'url')
    const after = await deps.cards.originals?.change(decision.original, (stored) =>
      withDuplicate(stored, decision.duplicate, fingerprint),
    )
    if (after === undefined) break
    card = after
    joined.push(decision.duplicate)
  }
  return card === undefined ? { kind: 'gone' } : { kind: 'stored', card, joined }
}

async function resurfacingOf(
  { cards: { originals: originalCards } }: PollDeps,
  { original, story }: Extract<DuplicateDecision, { kind: 'resurfaces' }>,
): Promise<Resurfacing> {
  const link = await originalCards?.link(original)
  return { from: original.mention, story, ...defined({ link }) }
}

function withMerged(
  deps: PollDeps,
  run: SubscriptionRun,
  joined: Duplicate[],
  { mention, channel, ts }: OriginalCard,
): SubscriptionRun {
  const at = deps.now()
  const { key, lookBackStart } = run.input
  const records = joined.map(({ id, url, similarity = { by: 'address' } }): DecisionRecord => {
    const why = { outcome: 'skipped' as const, ...duplicateReason(mention, similarity) }
    return { at, ...key, id, url, ...why, channel, ts }
  })
  const ids = joined.map(({ id }) => id)
  const rest = {
    ...run,
    decisions: [...run.decisions, ...records],
    duplicates: run.duplicates.slice(joined.length),
  }
  return withCheckpoint(rest, markDone(run.checkpoint, ids, doneTime(deps), lookBackStart))
}

type DuplicateDecision =
  | { kind: 'joins'; original: OriginalCard; duplicate: Duplicate }
  | { kind: 'resurfaces'; original: OriginalCard; story: StorySummary }
  | { kind: 'alone' }

/** If a killed process had stored the duplicate with a card, the duplicate joins that card again. */
async function decideDuplicate(
  deps: PollDeps,
  run: SubscriptionRun,
  mention: Mention,
): Promise<DuplicateDecision> {
  const found = await findOriginal(deps, run, mention)
  if (found === undefined || found.original.mention === mention.id) return { kind: 'alone' }
  const { original } = found
  const similarity = spelledSimilarity(mention, found.similarity)
  const { id, url, reach } = mention
  const { alert } = run.input.key
  const duplicate = { id, ...(alert === original.alert ? {} : { alert }), url, reach, similarity }
  const stored = storyMembers(original).find(isSameMention(duplicate))
  if (stored !== undefined) return { kind: 'joins', original, duplicate: stored }
  const story = resurfacedStory(original, duplicate)
  const resurfaces = story !== undefined && (await mayResurface(deps, run, original))
  return resurfaces ? { kind: 'resurfaces', original, story } : { kind: 'joins', original, duplicate }
}

async function mayResurface(
  { cards: { originals: originalCards } }: PollDeps,
  { input, checkpoint }: SubscriptionRun,
  original: OriginalCard,
): Promise<boolean> {
  const { dedupe } = input.subscription
  if (dedupe === undefined || dedupe === 'url' || runningSpike(checkpoint) !== undefined) return false
  // Only the subscription that has posted a story posts it again.
  if (original.subscription !== input.key.subscription || original.alert !== input.key.alert) return false
  return (await originalCards?.isDismissed(original)) === false
}

/** Finds the newest card of the story in the store, because another process may have posted it. */
async function findOriginal(
  { cards: { originals: originalCards } }: PollDeps,
  run: SubscriptionRun,
  mention: Mention,
): Promise<{ original: OriginalCard; similarity: Similarity } | undefined> {
  const fingerprint = fingerprintOf(mention, run.input.subscription.dedupe ?? 'url')
  const found = originalCards && findKnown(originalCards, run, fingerprint)
  if (originalCards === undefined || found === undefined) return undefined
  let original = await originalCards.cardOf(found.original, found.original.mention)
  while (original?.successor !== undefined)
    original = await originalCards.cardOf(original, original.successor)
  if (original !== undefined) return { original, similarity: found.similarity }
  await originalCards.forget(found.original)
  return undefined
}
