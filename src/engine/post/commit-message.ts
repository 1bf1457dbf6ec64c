import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { Mention } from '@overheard/mention-client/mention'
import { mentionsOf, type OriginalCard } from '../../model/card.ts'
import type { CheckpointKey } from '../../model/checkpoint.ts'
import type { DecisionRecord } from '../../model/decision.ts'
import { duplicateReason } from '../dedupe/original-index.ts'
import { originalCardOf, resurfacedReason, storyMembers, summarizeStory } from '../dedupe/story.ts'
import { doneTime } from '../poll-time.ts'
import type { PollDeps } from '../ports.ts'
import { commitPost, type PendingPost, type PlacesShown } from '../progress/checkpoint-changes.ts'
import { runningSpike } from '../progress/spike-progress.ts'
import { sharedRecord } from '../shared/shared-mentions.ts'
import { recentMs, type SubscriptionRun, withCheckpoint, withState } from '../subscription-run.ts'
import { withOriginal, withPlacesShown } from './places-message.ts'
import { channelProblemKey, workspaceProblemKey } from './slack-problems.ts'
import { withReplyAccepted } from './threads.ts'
import { withoutRefusal } from './unclear-refusals.ts'

/** Slack confirmed the post by its answer, or the message was found in the channel later. */
type Confirmed = { ts: string; by: 'answer' | 'receipt' }

/**
 * Does all that follows from a confirmed post: tells features, stores its card, and returns the run with the advanced checkpoint and the log
 * entries. The caller stores these. If the process dies before that, the next process finds the pending post and does the same again. So
 * everything here is derived from the pending post, and may be repeated.
 */
export async function commitMessage(
  deps: PollDeps,
  run: SubscriptionRun,
  pending: PendingPost,
  confirmed: Confirmed,
): Promise<SubscriptionRun> {
  const { ts } = confirmed
  const now = deps.now()
  await tellFeatures(deps, run, pending, ts)
  const original =
    pending.places === undefined
      ? await rememberCard(deps, run, pending, ts)
      : await rememberPlaces(deps, run, pending, ts)
  clearRefusals(deps, pending, confirmed)
  const records = postedRecords(run, pending, { at: now, ts, ...postedReason(original, pending) })
  const recorded = { ...run, decisions: [...run.decisions, ...records], doubtfulPost: undefined }
  const remembered = rememberPost(deps, recorded, pending, confirmed)
  const accepted = pending.thread === undefined ? remembered : withReplyAccepted(remembered)
  const next = commitPost(run.checkpoint, { pending, ts }, doneTime(deps), run.input.lookBackStart)
  return withCheckpoint(withoutRefusal(deps, accepted, pending), next)
}

/**
 * Tells features about a post before its commit. If the process dies in between, the next process finds the pending post and tells the same
 * again. If the store fails, the commit does not happen, and the next poll does the same. It comes before the record of the card, so that a
 * press cannot be told earlier.
 */
async function tellFeatures(
  { told }: PollDeps,
  { input: { key, subscription }, checkpoint }: SubscriptionRun,
  { channel, shows, spike, thread, places }: PendingPost,
  ts: string,
): Promise<void> {
  const running = spike === 'card' ? runningSpike(checkpoint) : undefined
  if (running !== undefined) {
    const { announcedAt, signs, summary } = running.state
    const rules = signs.map(({ rule }) => rule)
    const { startedAt } = summary
    const spike = { ...key, channel, ts, startedAt, announcedAt, signs: rules }
    await told({ kind: 'spikeStarted', spike })
  }
  if (shows === undefined || places !== undefined) return
  const card = { ...key, channel, ts, actions: [], shows }
  await told({ kind: 'posted', message: { subscription, card, ...defined({ thread }) } })
}

/** A message that was found may be older than a refusal. It shows the end of earlier refusals only. */
function clearRefusals({ problems }: PollDeps, { channel, at }: PendingPost, { by }: Confirmed): void {
  for (const key of [channelProblemKey(channel), workspaceProblemKey]) {
    const problem = problems.find(key)
    if (problem !== undefined && (by === 'answer' || problem.since <= at)) problems.clear(key)
  }
}

function postedRecords(
  { input }: SubscriptionRun,
  { thread, burstIds, channel, shows, joins, places }: PendingPost,
  posted: PostedReason & { at: Time; ts: string },
): DecisionRecord[] {
  if (places !== undefined && thread !== undefined)
    return joinedRecords(input.key, places, { channel, ts: thread, at: posted.at })
  const outcome = thread === undefined && burstIds === undefined ? 'posted' : 'burst'
  const calls = joins?.map((one) => sharedRecord(input.key, channel, one, { at: posted.at, isOwn: false }))
  if (calls !== undefined) return calls
  return mentionsIn(shows).map(({ id, url, sentiment }) => {
    const mood = sentiment === undefined ? {} : { sentiment }
    return { ...input.key, id, url, outcome, channel, ...posted, ...mood }
  })
}

/** Returns the log entries of mentions that have joined the card with this `ts`, whose mention is `of`. */
export function joinedRecords(
  key: CheckpointKey,
  { of, joined }: PlacesShown,
  card: { channel: string; ts: string; at: Time },
): DecisionRecord[] {
  return joined.map(({ id, url, similarity = { by: 'address' } }) => {
    return { ...card, ...key, id, url, outcome: 'skipped', ...duplicateReason(of, similarity) }
  })
}

const mentionsIn = (shows: PendingPost['shows']): Mention[] => (shows === undefined ? [] : mentionsOf(shows))

const maxRecentPosts = 200

/** Remembers a post once, even if its commit is repeated because it could not be stored. */
function rememberPost(
  { now, volume }: PollDeps,
  run: SubscriptionRun,
  pending: PendingPost,
  { ts, by }: Confirmed,
): SubscriptionRun {
  if (volume === undefined || pending.places !== undefined) return run
  const { recentPosts = [], recentBursts = [], backfill, lastSpikeUpdate } = run.state
  const at = by === 'answer' ? now() : Math.min(pending.at, now())
  const fresh = mentionsIn(pending.shows).filter(({ id }) => backfill?.has(id) !== true)
  const others = recentPosts.filter((post) => post.ts !== ts)
  const posts = [...others, ...fresh.map((mention) => ({ mention, at, ts }))]
  const bursts = pending.isBurst === true ? new Set([...recentBursts, pending.at]) : recentBursts
  const isRecent = (time: Time) => time > now() - recentMs
  return withState(run, {
    recentPosts: posts.filter((post) => isRecent(post.at)).slice(-maxRecentPosts),
    recentBursts: [...bursts].filter(isRecent),
    lastSpikeUpdate: pending.spike === 'card' ? undefined : lastSpikeUpdate,
  })
}

type PostedReason = { reason: string; detail?: string }

/**
 * Stores a posted card before its commit. If the process dies in between, the next process finds the pending post and stores it again. A posted
 * message is committed even if its card cannot be stored.
 */
async function rememberCard(
  deps: PollDeps,
  { input: { key } }: SubscriptionRun,
  { fingerprint, ids: [mention], channel, shows, thread }: PendingPost,
  ts: string,
): Promise<OriginalCard | undefined> {
  const { now, log } = deps
  const { originals: originalCards } = deps.cards
  if (originalCards === undefined || mention === undefined || shows === undefined) return undefined
  const card = { ...key, channel, ts, ...defined({ thread }), actions: [], shows }
  deps.channelPosts.notePosted(card)
  let kept: OriginalCard | undefined
  try {
    const from = fingerprint?.resurfaces && (await originalCards.cardOf(key, fingerprint.resurfaces.from))
    const original =
      fingerprint && originalCardOf({ ...key, mention, channel, ts, at: now() }, fingerprint, from)
    await originalCards.keep({ ...card, ...defined({ original }) })
    if (from !== undefined) await originalCards.change(from, (stored) => ({ ...stored, successor: mention }))
    kept = original
  } catch (err) {
    log.error(
      { ...key, ts, err },
      'could not store the record of a card; its duplicates will get cards of their own',
    )
  }
  return kept
}

/** Stores with the card which message has the addresses. The card then shows its new count, also after a crash. */
async function rememberPlaces(
  { cards: { originals: originalCards }, channelPosts, log }: PollDeps,
  { input: { key } }: SubscriptionRun,
  { channel, thread, shows, places, at: repliedAt }: PendingPost,
  ts: string,
): Promise<undefined> {
  if (originalCards === undefined || thread === undefined || places === undefined) return
  if (shows !== undefined) channelPosts.notePosted({ ...key, channel, ts, thread, actions: [], shows })
  try {
    await originalCards.changeShown(
      { channel, ts: thread },
      withOriginal((original) => withPlacesShown(original, places, { shownIn: ts, repliedAt })),
    )
  } catch (err) {
    log.error({ ...key, ts, err }, 'could not store which reply has the addresses of a story')
  }
}

function postedReason(original: OriginalCard | undefined, { fingerprint, shows }: PendingPost): PostedReason {
  if (shows?.kind === 'card' && shows.isOwn) return { reason: 'own' }
  if (original === undefined || fingerprint?.resurfaces === undefined) return { reason: 'passed' }
  return resurfacedReason(fingerprint.resurfaces.from, summarizeStory(storyMembers(original)))
}
