import { defined } from '@overheard/base/defined'
import type { Ms, Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import type { Duplicate, OriginalCard } from '../../model/card.ts'
import { isUndecided } from '../../model/checkpoint.ts'
import {
  addressKeysOf,
  createOriginalIndex,
  type FingerprintKeys,
  fingerprintOnce,
  type OriginalMatch,
  type Similarity,
  spelledSimilarity,
  whereOf,
} from '../dedupe/original-index.ts'
import {
  grownBy,
  isSameMention,
  pageOf,
  resurfacedStory,
  type StorySummary,
  storyMembers,
  withDuplicate,
} from '../dedupe/story.ts'
import { newsOf } from '../dedupe/story-news.ts'
import { passGates } from '../gates/gates.ts'
import { doneTime } from '../poll-time.ts'
import type { OriginalCards, PollDeps } from '../ports.ts'
import { joinedRecords } from '../post/commit-message.ts'
import {
  type JoinedPlace,
  placesMessage,
  placesToTell,
  placesWaitUntil,
  withPlacesShown,
} from '../post/places-message.ts'
import { postMessage } from '../post/posting.ts'
import { mayUseThreads } from '../post/threads.ts'
import { markDone } from '../progress/checkpoint-changes.ts'
import { runningSpike } from '../progress/spike-progress.ts'
import { withChannelSubscriptions } from '../shared/channel-subscriptions.ts'
import { postStateOf, promisedRetryMs } from '../shared/join-posts.ts'
import { nameMember } from '../shared/members.ts'
import {
  defer,
  type QueuedOriginal,
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
  const { queuedOriginals = createOriginalIndex<QueuedOriginal>() } = run
  const fingerprint = fingerprintOnce(run.input.fingerprints, mention, dedupe)
  const at = now()
  const known = findKnown(originalCards, run, fingerprint)
  const hasOriginal = known !== undefined && known.original.mention !== mention.id
  const queued = queuedOriginals.find(fingerprint, at)?.original
  const joins = hasOriginal || queued !== undefined
  // A later mention that is like this one belongs to the same story. With `story`, only one with its address does.
  const shown = joins && dedupe === 'story' ? { keys: addressKeysOf(fingerprint, fingerprint) } : fingerprint
  const grown = queued && grownBy(queued.fingerprint, fingerprint)
  if (queued !== undefined && grown !== undefined)
    queuedOriginals.add({ ...queued, fingerprint: grown }, grown)
  else if (!joins || dedupe !== 'url')
    queuedOriginals.add({ mention: mention.id, at, fingerprint: shown }, shown)
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

const fingerprintOfRun = ({ input: { fingerprints, subscription } }: SubscriptionRun, mention: Mention) =>
  fingerprintOnce(fingerprints, mention, subscription.dedupe ?? 'url')

/** Posts what waits, and adds the duplicates to the cards of their originals, also while nothing may be posted. */
export async function deliverAndMerge(deps: PollDeps, run: SubscriptionRun, deadline: Ms): Promise<Step> {
  const delivered = await deliverWaiting(deps, run, deadline)
  const { end } = delivered
  const isOver = end !== undefined && !(end.kind === 'defer' && end.onlyPosts === true)
  if (isOver || delivered.run.duplicates.length === 0) return delivered
  const merged = await mergeDuplicates(deps, delivered.run, { deadline, mayPost: end === undefined })
  return { run: merged.run, end: merged.end ?? end }
}

/** `deadline` is a time of the steady clock. If a run may not post, places wait for their reply. */
type Merging = { deadline: Ms; mayPost: boolean }

/**
 * Adds each duplicate to the card of its original: stores it with the card, updates the card in Slack, then marks the mention as done.
 * After a crash, the next poll repeats these steps. With `dedupe: coverage`, a reply to the card has its address. A duplicate gets a card of its
 * own if the original has no card that can be updated, or if its story resurfaces.
 */
async function mergeDuplicates(deps: PollDeps, run: SubscriptionRun, merging: Merging): Promise<Step> {
  const fresh = await passGates(deps, run, 'merges')
  if (fresh.end !== undefined) return fresh
  let current: SubscriptionRun = { ...fresh.run, placesWait: new Map() }
  for (;;) {
    const isOpen = isUndecided(current.checkpoint)
    current = { ...current, duplicates: current.duplicates.filter(({ id }) => isOpen(id)) }
    if (mergeable(current).length === 0) return { run: current }
    if (deps.stopping.aborted) return { run: current, end: defer('stopping') }
    if (deps.steady() >= merging.deadline) return { run: current, end: defer('poll-over', deps.now()) }
    const step = await mergeNext(deps, current, merging)
    if (step.end !== undefined) return step
    current = step.run
  }
}

const mergeable = ({ duplicates, placesWait }: SubscriptionRun) =>
  duplicates.filter(({ id }) => !placesWait.has(id))

async function mergeNext(deps: PollDeps, run: SubscriptionRun, merging: Merging): Promise<Step> {
  const stored = await storeNext(deps, run)
  if (stored.kind === 'gone') return { run }
  if (stored.kind !== 'stored') return postSeparately(deps, run, stored, merging.deadline)
  const { card, joined } = stored
  await nameMember(deps, run, card)
  const toTell = card.story?.coverage === undefined ? [] : placesToTell(card, joined)
  if (toTell.length > 0) return tellPlaces(deps, run, { card, toTell, joined }, merging)
  const drawn = await deps.cards.originals?.draw(card)
  const undrawn = drawn === 'unclear' ? failedUpdateOf(deps, run, card) : undefined
  const isWaiting = undrawn !== undefined && deps.steady() - undrawn.since < giveUpCardUpdateAfterMs
  if (drawn === 'failed' || isWaiting)
    return {
      run: withState(run, { failedCardUpdate: undrawn ?? run.state.failedCardUpdate }),
      end: defer('card-unchangeable', deps.now() + cardUpdateRetryMs),
    }
  const after = withState(run, { failedCardUpdate: undefined })
  if (drawn !== 'updated') {
    await deps.cards.originals?.forget(card)
    return { run: after }
  }
  return { run: withMerged(deps, after, joined, card) }
}

type StoredPlaces = { card: OriginalCard; joined: readonly JoinedPlace[]; toTell: readonly JoinedPlace[] }

/** Posts a reply with the addresses of places, as soon as it is due. The card gets the addresses if the channel has no threads. */
async function tellPlaces(
  deps: PollDeps,
  start: SubscriptionRun,
  { card, joined, toTell }: StoredPlaces,
  { deadline, mayPost }: Merging,
): Promise<Step> {
  const { channel, subscription } = start.input
  const now = deps.now()
  const wait = (run: SubscriptionRun, until: Time): Step => {
    const waits = joined.map(({ mention }): [Id, Time] => [mention.id, until])
    return { run: { ...run, placesWait: new Map([...run.placesWait, ...waits]) } }
  }
  if (!mayUseThreads(start)) return placesOnCard(deps, start, card, toTell)
  const until = placesWaitUntil(card, toTell.length, { now, windowMs: subscription.burstWithin })
  if (!mayPost || until !== undefined) return wait(start, until ?? now)
  const passed = await passGates(deps, { ...start, waiting: toTell.map(({ mention }) => mention) }, 'posts')
  const run = await withChannelSubscriptions(deps, { ...passed.run, waiting: start.waiting })
  if (passed.end !== undefined) return { run, end: passed.end }
  const isOpen = isUndecided(run.checkpoint)
  const open = toTell.filter(({ mention }) => isOpen(mention.id))
  if (open.length === 0) return { run }
  return deps.channelPosts.inTurn(channel, async () => {
    for (const one of run.channelSubscriptions?.length ? open : []) {
      const standing = await postStateOf(deps, run, one.mention)
      if (standing.kind === 'wait') return { run, end: defer(standing.reason, standing.until) }
      if (standing.kind === 'promised') return wait(run, Math.min(standing.until, now + promisedRetryMs))
      if (standing.kind === 'posted') return placesOnCard(deps, run, card, [one], standing.post.ts)
    }
    return postMessage(deps, run, placesMessage(card, open), deadline)
  })
}

/** Stores that another message than a reply has the addresses of places. If it is the card, it is drawn next. */
async function placesOnCard(
  { cards: { originals: originalCards } }: PollDeps,
  run: SubscriptionRun,
  card: OriginalCard,
  places: readonly JoinedPlace[],
  shownIn = card.ts,
): Promise<Step> {
  const joined = places.map(({ place }) => place)
  await originalCards?.change(card, (stored) => withPlacesShown(stored, { joined }, { shownIn }))
  return { run }
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
  const [next] = mergeable(run)
  if (next === undefined) return { run }
  const duplicates = run.duplicates.filter(({ id }) => id !== next.id)
  const resurfacing = new Map(run.resurfacing)
  if (decision.kind === 'resurfaces') resurfacing.set(next.id, await resurfacingOf(deps, decision))
  return deliverWaiting(deps, { ...run, duplicates, resurfacing, waiting: [...run.waiting, next] }, deadline)
}

type NotMerged = Exclude<DuplicateDecision, { kind: 'joins' }>

/** Of the mentions that follow, at most this many are compared with the card, so that its places share a reply. */
const maxComparedAhead = 50

/** Stores the next duplicate with its card, and those that follow it and join the same card. */
async function storeNext(
  deps: PollDeps,
  run: SubscriptionRun,
): Promise<NotMerged | { kind: 'gone' } | { kind: 'stored'; card: OriginalCard; joined: JoinedPlace[] }> {
  const joined: JoinedPlace[] = []
  let card: OriginalCard | undefined
  for (const mention of mergeable(run).slice(0, maxComparedAhead)) {
    const decision = await decideDuplicate(deps, run, mention)
    if (decision.kind !== 'joins' && card === undefined) return decision
    if (decision.kind !== 'joins' || (card !== undefined && card.mention !== decision.original.mention)) {
      if (card?.story?.coverage === undefined) break
      continue
    }
    const fingerprint = fingerprintOfRun(run, mention)
    const after = await deps.cards.originals?.change(decision.original, (stored) =>
      withDuplicate(stored, decision.duplicate, fingerprint),
    )
    if (after === undefined) break
    card = after
    joined.push({ mention, place: decision.duplicate })
  }
  return card === undefined ? { kind: 'gone' } : { kind: 'stored', card, joined }
}

async function resurfacingOf(
  { cards: { originals: originalCards } }: PollDeps,
  { original, story, duplicate }: Extract<DuplicateDecision, { kind: 'resurfaces' }>,
): Promise<Resurfacing> {
  const link = await originalCards?.link(original)
  const members = [...storyMembers(original), duplicate]
  return { from: original.mention, story, members, ...defined({ link }) }
}

function withMerged(
  deps: PollDeps,
  run: SubscriptionRun,
  places: readonly JoinedPlace[],
  { mention: of, channel, ts }: OriginalCard,
): SubscriptionRun {
  const { key, lookBackStart } = run.input
  const joined = places.map(({ place }) => place)
  const records = joinedRecords(key, { of, joined }, { channel, ts, at: deps.now() })
  const ids = joined.map(({ id }) => id)
  const decided = { ...run, decisions: [...run.decisions, ...records] }
  return withCheckpoint(decided, markDone(run.checkpoint, ids, doneTime(deps), lookBackStart))
}

type DuplicateDecision =
  | { kind: 'joins'; original: OriginalCard; duplicate: Duplicate }
  | { kind: 'resurfaces'; original: OriginalCard; story: StorySummary; duplicate: Duplicate }
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
  const { id } = mention
  const { alert } = run.input.key
  const named = { id, ...(alert === original.alert ? {} : { alert }) }
  const stored = storyMembers(original).find(isSameMention(named))
  if (stored !== undefined) return { kind: 'joins', original, duplicate: stored }
  const place = { ...named, ...whereOf(mention), ...sharing(mention, found), similarity }
  const { coverage } = fingerprintOfRun(run, mention)
  const news = original.story?.coverage === undefined ? [] : newsOf(mention, original, coverage)
  const duplicate = news.length === 0 ? place : { ...place, news }
  const story = resurfacedStory(original, duplicate)
  const resurfaces = story !== undefined && (await mayResurface(deps, run, original))
  return resurfaces
    ? { kind: 'resurfaces', original, story, duplicate }
    : { kind: 'joins', original, duplicate }
}

/**
 * A mention that joins its story for another reason than its address, which the story has, shares the address with another voice. Without a
 * story, the addresses of duplicates are not searched, so another reason tells nothing.
 */
function sharing(
  { id, url }: Mention,
  { original, similarity }: { original: OriginalCard; similarity: Similarity },
): Pick<Duplicate, 'sharesAddress'> {
  if (original.story === undefined) return {}
  const page = pageOf({ id, url })
  const isOther = similarity.by !== 'address' && storyMembers(original).some((one) => pageOf(one) === page)
  return isOther ? { sharesAddress: true } : {}
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
  const fingerprint = fingerprintOfRun(run, mention)
  const found = originalCards && findKnown(originalCards, run, fingerprint)
  if (originalCards === undefined || found === undefined) return undefined
  let original = await originalCards.cardOf(found.original, found.original.mention)
  while (original?.successor !== undefined)
    original = await originalCards.cardOf(original, original.successor)
  if (original !== undefined) return { original, similarity: found.similarity }
  await originalCards.forget(found.original)
  return undefined
}
