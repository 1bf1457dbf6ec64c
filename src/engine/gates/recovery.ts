import { defined } from '@overheard/base/defined'
import type { Ms } from '@overheard/base/time'
import { beforeAll, compareIds, type Id, idBefore } from '@overheard/mention-client/id'
import type { HistoryRange } from '@overheard/post-once/history'
import type { RefusalScope } from '@overheard/post-once/message'
import { type Checkpoint, type CheckpointKey, isUndecided } from '../../model/checkpoint.ts'
import type { HistoryResult, PostedMessage } from '../../model/history.ts'
import type { Receipt } from '../../model/message.ts'
import { originalLifetimeMs } from '../dedupe/original-index.ts'
import { doneTime } from '../poll-time.ts'
import type { PollDeps } from '../ports.ts'
import { isReceiptOf, receiptMarkOf } from '../post/post-receipt.ts'
import {
  channelProblem,
  channelProblemKey,
  historyProblem,
  historyProblemKey,
  reportHistory,
} from '../post/slack-problems.ts'
import {
  checkpointFromReceipts,
  largestPlausibleDoneId,
  markDone,
  mergeReceipts,
} from '../progress/checkpoint-changes.ts'
import { largestId, largestPlausibleId, leastId } from '../progress/id-order.ts'
import { runningSpike, withoutSpike } from '../progress/spike-progress.ts'
import {
  idsOnlyInReceipts,
  isReceiptOfOther,
  withChannelSubscriptions,
} from '../shared/channel-subscriptions.ts'
import {
  defer,
  flushCheckpoint,
  type RunState,
  type Step,
  type SubscriptionRun,
  withCheckpoint,
  withState,
} from '../subscription-run.ts'
import {
  checkpointFound,
  lostBehindCopy,
  lostWithDamage,
  lostWithoutCheckpoint,
  waitsForChoice,
} from './checkpoint-lost.ts'
import { noteKnownIds } from './id-gaps.ts'
import { announceSubscription, readNewest, runInitialSync } from './initial-sync.ts'

/**
 * Loads the checkpoint from the store. If the checkpoint is missing or damaged, rebuilds it from the receipts in the channel. A missing
 * checkpoint without receipts leads to the initial sync. If the search was cut short and the subscription may have posted before, or if a
 * damaged checkpoint has no receipts, a person is asked.
 */
export async function loadCheckpoint(deps: PollDeps, run: SubscriptionRun): Promise<Step> {
  const { key } = run.input
  const stored = await deps.checkpoints.load(key)
  if (stored.kind === 'damaged')
    deps.log.warn(
      { ...key, reason: stored.reason },
      'a checkpoint is damaged; rebuilding it from the receipts in the channel',
    )
  if (stored.kind !== 'kept')
    return recoverOrSync(deps, notVerified(run), stored.kind === 'damaged' ? stored.reason : undefined)
  const { checkpoint, unsure } = stored
  const loaded = { ...run, checkpoint }
  const isOlderCopy = isOlderThanSeen(checkpoint, run.state.seen)
  if (isOlderCopy)
    deps.log.warn(
      key,
      'the stored checkpoint is older than the one that this process knows; searching the channel for newer posts',
    )
  return { run: unsure || isOlderCopy || !run.state.verified ? notVerified(loaded) : loaded }
}

function notVerified(run: SubscriptionRun): SubscriptionRun {
  const { verified, unverifiedSince } = run.state
  const since = verified ? undefined : unverifiedSince
  return withState(run, { verified: false, unverifiedSince: since ?? run.input.steadyStart })
}

function channelRange({ input: { channel }, state: { unverifiedSince } }: SubscriptionRun): HistoryRange {
  return { channel, ...defined({ since: unverifiedSince }) }
}

function isOlderThanSeen({ watermark, lastTs = '' }: Checkpoint, seen: RunState['seen']): boolean {
  return seen !== undefined && (compareIds(watermark, seen.watermark) < 0 || lastTs < (seen.lastTs ?? ''))
}

async function recoverOrSync(
  deps: PollDeps,
  run: SubscriptionRun,
  damage: string | undefined,
): Promise<Step> {
  const { channel } = run.input
  const waiting = waitsForChoice(deps, run, false)
  if (waiting !== undefined) return { run, end: waiting }
  const { state, ...recovery } = await recoverAfterJoining(deps, run)
  const searched = withState(run, state ?? {})
  if (recovery.kind !== 'unreachable' && recovery.kind !== 'unreadable')
    deps.problems.clear(historyProblemKey(channel))
  switch (recovery.kind) {
    case 'unreachable':
      reportHistory(deps, run.input, recovery)
      return { run: searched, end: defer({ code: recovery.reason }, deps.now() + recovery.afterMs) }
    case 'cut-short':
      if (damage !== undefined || recovery.found || !(await isNewHere(deps, run, recovery)))
        return lostWithoutCheckpoint(deps, searched, damage)
      break
    case 'recovered':
      return { run: await useRecovered(deps, searched, recovery) }
    case 'unreadable':
      if (recovery.extent === 'channel') {
        deps.problems.raise(channelProblemKey(channel), channelProblem(run.input, recovery.reason))
        return { run: searched, end: defer({ code: recovery.reason }) }
      }
      deps.problems.raise(historyProblemKey(channel), historyProblem(run.input, recovery.reason))
  }
  if (damage !== undefined) return lostWithDamage(deps, searched, damage)
  return syncFromHere(deps, searched, recovery.kind === 'silent' ? recovery.known : [])
}

/**
 * True if the channel certainly has no older receipt: the messages show that the bot joined, or the store knows that this is the first
 * start.
 */
async function isNewHere(
  { records: { startedSubscriptions } }: PollDeps,
  { input }: SubscriptionRun,
  { joined }: { joined: boolean },
) {
  return joined || (await startedSubscriptions.isNew(input.key))
}

async function useRecovered(
  deps: PollDeps,
  run: SubscriptionRun,
  { checkpoint, messages }: Extract<Recovery, { kind: 'recovered' }>,
): Promise<SubscriptionRun> {
  const { key } = run.input
  const recovered = withInterruptedSpike(deps, withCheckpoint(run, checkpoint), messages)
  await deps.records.startedSubscriptions.recordStart(key)
  const stored = await flushCheckpoint(deps, recovered)
  deps.log.info(
    { ...key, watermark: checkpoint.watermark },
    'the checkpoint was missing or damaged; rebuilt it from the receipts in the channel',
  )
  return withState(checkpointFound(deps, stored), { verified: true })
}

async function syncFromHere(deps: PollDeps, run: SubscriptionRun, known: Id[]): Promise<Step> {
  const { key } = run.input
  const newest = await readNewest(deps, run)
  // The start is recorded before the checkpoint, because receipts may follow the checkpoint. A later search that is cut short must then not
  // take the subscription for new.
  await deps.records.startedSubscriptions.recordStart(key)
  const synced = checkpointFound(deps, await runInitialSync(deps, run, newest, known))
  return announceSubscription(deps, withState(synced, { verified: true }), newest)
}

/**
 * Joins the channel if the bot is not in it, and searches again. No other step of a poll joins a channel, because a person may have removed
 * the bot on purpose.
 */
async function recoverAfterJoining(deps: PollDeps, run: SubscriptionRun): Promise<Recovery> {
  const recovery = await recoverCheckpoint(deps, run)
  if (recovery.kind !== 'unreadable' || recovery.reason !== 'not_in_channel') return recovery
  await deps.places.channels.join(run.input.channel)
  return recoverCheckpoint(deps, run)
}

/** `state` is the progress of the search, which the next poll continues. */
type Recovery = SearchOutcome & { state?: Partial<RunState> }

type SearchOutcome =
  /** The checkpoint was rebuilt from the receipts in `messages`. */
  | { kind: 'recovered'; checkpoint: Checkpoint; messages: PostedMessage[] }
  /** The channel has no receipt of the subscription. `known` are mentions that other subscriptions have posted. */
  | { kind: 'silent'; known: Id[] }
  /** There are more messages than were read. `found`: some receipts were read. `joined`: the messages show that the bot joined. */
  | { kind: 'cut-short'; found: boolean; joined: boolean }
  /** Slack refuses the history until a person acts. */
  | { kind: 'unreadable'; reason: string; extent: RefusalScope }
  /** The history cannot be read now, but a later poll can try again. */
  | Extract<HistoryResult, { kind: 'unreachable' }>

type ReceiptMessage = { receipt: Receipt; ts: string; isOfSpike: boolean }

/**
 * Rebuilds a checkpoint from the receipts in a channel, newest first. The newest gives the watermark; earlier ones list ids posted above
 * it. The search stops at the first receipt before which nothing above the watermark was posted.
 */
async function recoverCheckpoint(deps: PollDeps, start: SubscriptionRun): Promise<Recovery> {
  const run = await withChannelSubscriptions(deps, start)
  const { key } = run.input
  const history = await deps.readHistory(
    channelRange(run),
    (messages) => reachesBack(receiptsOf(key, messages)) && knowsOthers(run, messages),
  )
  if (history.kind !== 'seen') return history
  const found = sinceStartAgain(receiptsOf(key, history.messages))
  const newest = found[0]
  const joined = history.messages.some((message) => message.joined)
  const cutShort = { kind: 'cut-short' as const, found: newest !== undefined, joined }
  if (history.bounded && !reachesBack(found)) return cutShort
  // Only a backfill could post again what other subscriptions have posted.
  if (newest === undefined && run.input.subscription.backfill === 0) return { kind: 'silent', known: [] }
  const watermark = newestWatermark(found)
  const end =
    watermark === undefined ? undefined : found.find((message) => endsSearch(message, watermark))?.ts
  const range = rangeWithStories(run, end)
  const older = end === undefined || range.oldest === end ? history : await deps.readHistory(range)
  if (older.kind !== 'seen') return older
  const inRange = history.messages.filter((message) => mayHaveKnownThread(run, message))
  const ofStories = end === undefined ? [] : parentsSince(run, older.messages, end)
  const parents = [...new Map([...inRange, ...ofStories].map((message) => [message.ts, message])).values()]
  const { history: threads, state } = await readThreads(deps, run, parents)
  if (threads.kind !== 'seen') return { ...threads, state }
  if (threads.bounded) return { ...cutShort, state }
  const messages = [...history.messages, ...threads.messages]
  const ofOthers = idsOnlyInReceipts(deps, run, messages)
  if (newest === undefined) return { kind: 'silent', known: ofOthers }
  const all = sinceStartAgain(receiptsOf(key, messages))
  const { through, posted } = mergedReceipts(all.map(({ receipt }) => receipt))
  const lastTs = all.reduce((latest, { ts }) => (ts > latest ? ts : latest), newest.ts)
  const checkpoint = checkpointFromReceipts(through, [...posted, ...ofOthers], lastTs, doneTime(deps))
  return { kind: 'recovered', checkpoint, messages, state }
}

/** Receipts of other subscriptions are searched for this time before the last own one: a hold or a schedule can last that long. */
const othersBackMs: Ms = 7 * 86_400_000

/**
 * True if the messages show what each other subscription of the alert has posted above the own watermark: the search has reached a receipt of
 * it that covers nothing above, or is a week behind the own receipts.
 */
function knowsOthers(
  { input: { key }, channelSubscriptions = [] }: SubscriptionRun,
  messages: PostedMessage[],
): boolean {
  const own = receiptsOf(key, messages)
  const watermark = newestWatermark(own)
  if (watermark === undefined) return false
  const [lastOwn, last] = [own.at(-1)?.ts, messages.at(-1)?.ts].map(Number)
  if (lastOwn !== undefined && last !== undefined && (lastOwn - last) * 1000 > othersBackMs) return true
  const others = channelSubscriptions.filter((one) => one.alert === key.alert)
  return others.every(({ subscription: { name } }) => {
    const found = receiptsOf({ subscription: name, alert: key.alert }, messages)
    return found.some((message) => endsSearch(message, watermark))
  })
}

/** A story gets new places, in replies to its card, for seven days. One day more is for replies that waited. */
const storyThreadsBackMs: Ms = originalLifetimeMs + 86_400_000

/**
 * Returns the range of messages that may have replies of the bot since `oldest`. Only a card of `dedupe: coverage` gets replies long after its
 * post.
 */
function rangeWithStories(run: SubscriptionRun, oldest: string | undefined): HistoryRange {
  const { input, channelSubscriptions = [] } = run
  const all = [input, ...channelSubscriptions]
  const hasStories = all.some(({ subscription }) => subscription.dedupe === 'coverage')
  const back =
    oldest !== undefined && hasStories
      ? Math.max(0, Number(oldest) - storyThreadsBackMs / 1000).toFixed(6)
      : oldest
  return { ...channelRange(run), ...defined({ oldest: back }) }
}

/**
 * Returns the messages that may have replies of the bot since `since`. Replies have ids in ascending order, as all posts, so earlier ones show
 * nothing that a message at `since` does not show.
 */
function parentsSince(run: SubscriptionRun, messages: PostedMessage[], since: string): PostedMessage[] {
  const hasReplies = ({ ts, lastReply }: PostedMessage) =>
    ts >= since || lastReply === undefined || lastReply > since
  return messages.filter((message) => mayHaveKnownThread(run, message) && hasReplies(message))
}

/** True for a message of this subscription, or of another one of the alert, that may have replies of the bot. */
function mayHaveKnownThread(run: SubscriptionRun, message: PostedMessage): boolean {
  const { receipt } = message
  if (receipt === undefined) return false
  const isKnown = isReceiptOf(run.input.key, message) || isReceiptOfOther(run, message)
  return isKnown && mayHaveThread({ subscription: receipt.subscription, alert: receipt.alert }, message)
}

function receiptsOf(key: CheckpointKey, messages: PostedMessage[]): ReceiptMessage[] {
  return messages.flatMap((message) => {
    const { receipt, ts } = message
    if (receipt === undefined || !isReceiptOf(key, message)) return []
    return [{ receipt, ts, isOfSpike: isOfSpike(key, message) }]
  })
}

export function isOfSpike(key: CheckpointKey, message: PostedMessage): boolean {
  return message.receipt?.ids.length === 0 && (isSpikeCard(key, message) || message.replies > 0)
}

/**
 * Leaves out the receipts of before a command has let the subscription start again. The first message after that has no ids, and a lower watermark
 * than the receipts before.
 */
function sinceStartAgain(found: ReceiptMessage[]): ReceiptMessage[] {
  const first = found
    .filter((message) => message.receipt.ids.length === 0 && endsSearch(message, beforeAll))
    .reduce<ReceiptMessage | undefined>(
      (latest, one) => (latest && latest.ts > one.ts ? latest : one),
      undefined,
    )
  if (first === undefined) return found
  const { ts, receipt } = first
  return found.filter((one) => one.ts >= ts || compareIds(one.receipt.through, receipt.through) <= 0)
}

/** The receipt of a mention that a person brought back tells its id, but no watermark. */
const isBroughtBack = ({ through, late }: Receipt) => late === true && through === beforeAll

const newestWatermark = (found: ReceiptMessage[]): Id | undefined =>
  (found.find(({ receipt }) => !isBroughtBack(receipt)) ?? found[0])?.receipt.through

function reachesBack(found: ReceiptMessage[]): boolean {
  const watermark = newestWatermark(found)
  return watermark !== undefined && found.some((message) => endsSearch(message, watermark))
}

/**
 * True if neither the message nor one before it covers an id above the watermark: ids are posted in ascending order, except those that were
 * held or became visible late, whose receipts say so. The card of a spike covers no ids, so it shows nothing about the order.
 */
function endsSearch({ receipt, isOfSpike }: ReceiptMessage, watermark: Id): boolean {
  const { ids, late = false } = receipt
  return !isOfSpike && !late && ids.every((id) => compareIds(id, watermark) <= 0)
}

/**
 * Merges receipts into the posted ids and a watermark. A receipt's watermark is ignored if it lies beyond a jump of the ids that no other
 * id confirms. If no watermark is left, everything below the least id counts as old.
 */
export function mergedReceipts(receipts: Receipt[], known: Id[] = []): { through: Id; posted: Id[] } {
  const posted = [...new Set(receipts.flatMap(({ ids, implausible = [] }) => [...ids, ...implausible]))]
  const claims = receipts.flatMap((receipt) => (isBroughtBack(receipt) ? [] : [receipt.through]))
  const ids = [...claims, ...posted, ...known]
  const least = leastId(ids) ?? beforeAll
  const confirmed = largestPlausibleId(least, ids)
  const believed = claims.filter((claim) => compareIds(claim, confirmed) <= 0)
  return { through: largestId(believed, believed.length === 0 ? idBefore(least) : beforeAll), posted }
}

/**
 * Searches the channel for posts that the checkpoint does not contain, and marks their mentions as done, because the checkpoint may come
 * from a backup. A process does this before its first post for a subscription, and again if the checkpoint may have gone backwards.
 */
export async function verifyCheckpoint(deps: PollDeps, start: SubscriptionRun): Promise<Step> {
  if (start.state.verified) return { run: start }
  const run = await withChannelSubscriptions(deps, start)
  const waiting = waitsForChoice(deps, run, true)
  if (waiting !== undefined) return { run, end: waiting }
  const { lastTs, burst, spike } = run.checkpoint
  const others = run.channelSubscriptions?.length ? deps.channelPosts.openThreads(run.input.channel) : []
  const parents = [burst?.thread, spike?.thread, ...others].filter((ts) => ts !== undefined)
  const oldest = lastTs === undefined ? undefined : [lastTs, ...parents].sort()[0]
  const { history, state } = await readHistoryWithThreads(deps, run, oldest)
  const searched = withState(run, state)
  reportHistory(deps, run.input, history)
  if (history.kind === 'unreachable') {
    return {
      run: searched,
      end: defer({ wait: 'unreadable', code: history.reason }, deps.now() + history.afterMs),
    }
  }
  if (history.kind === 'seen' && history.bounded && isOldCopy(run, history.messages))
    return lostBehindCopy(deps, searched)
  const adopted = history.kind === 'seen' ? withReceipts(deps, searched, history.messages) : searched
  // The found posts must be stored before the checkpoint counts as verified.
  const stored = await flushCheckpoint(deps, adopted)
  return { run: withState(checkpointFound(deps, stored), { verified: true }) }
}

function isOldCopy({ input, checkpoint }: SubscriptionRun, messages: PostedMessage[]): boolean {
  const { lastTs = '' } = checkpoint
  return messages.some((message) => isReceiptOf(input.key, message) && message.ts > lastTs)
}

function withReceipts(deps: PollDeps, run: SubscriptionRun, messages: PostedMessage[]): SubscriptionRun {
  const { checkpoint, input } = run
  const { restartedAfter = '' } = checkpoint
  const recent = messages.filter(({ ts }) => ts > restartedAfter)
  const ours = recent.filter((message) => isReceiptOf(input.key, message))
  const lastTs = newestMessage(ours)?.ts
  const ofOthers = idsOnlyInReceipts(deps, run, recent).filter(isUndecided(checkpoint))
  const known = withCheckpoint(run, markDone(checkpoint, ofOthers, doneTime(deps), input.lookBackStart))
  if (lastTs === undefined) return known
  const receipts = ours.flatMap(({ receipt }) => receipt ?? [])
  const merged = mergedReceipts(receipts, [checkpoint.watermark, largestPlausibleDoneId(checkpoint)])
  const next = mergeReceipts(known.checkpoint, { ...merged, lastTs }, doneTime(deps), input.lookBackStart)
  const noted = noteKnownIds(withCheckpoint(known, next), [merged.through, ...merged.posted])
  return withInterruptedSpike(deps, noted, messages)
}

/** Reads back to the message `oldest`, or until the messages are `enough`, with the threads that may have posts of the bot. */
export async function readHistoryWithThreads(
  deps: PollDeps,
  run: SubscriptionRun,
  oldest: string | undefined,
  enough?: (messages: PostedMessage[]) => boolean,
): Promise<ThreadSearch> {
  const read = await deps.readHistory(rangeWithStories(run, oldest), enough)
  if (read.kind !== 'seen') return { history: read, state: {} }
  const history = since(read, oldest)
  const parents = parentsSince(run, read.messages, oldest ?? '')
  const { history: threads, state } = await readThreads(deps, run, parents)
  if (threads.kind !== 'seen') return { history: threads, state }
  const bounded = history.bounded || threads.bounded
  return { history: { ...history, bounded, messages: [...history.messages, ...threads.messages] }, state }
}

type Seen = Extract<HistoryResult, { kind: 'seen' }>

/** Returns the part of a search that begins at `oldest`. */
function since(read: Seen, oldest: string | undefined): Seen {
  if (oldest === undefined) return read
  const reachesBack = read.backTo !== undefined && read.backTo < oldest
  const messages = read.messages.filter(({ ts }) => ts >= oldest)
  return { ...read, messages, bounded: read.bounded && !reachesBack }
}

type ThreadSearch = { history: HistoryResult; state: Partial<RunState> }

/** Threads are read again after this time, in ms, because another process may have posted there. */
const threadsKeptMs = 10 * 60_000

/**
 * Reads the replies to messages of the bot. The result is bounded only if a thread of this subscription was not read to its end. Slack accepts
 * about fifty such calls a minute for all subscriptions together. Replies that were read before a rate limit are kept for the next poll, because otherwise many subscriptions with lost
 * checkpoints would never finish.
 */
async function readThreads(
  { readHistory, steady }: PollDeps,
  run: SubscriptionRun,
  parents: PostedMessage[],
): Promise<ThreadSearch> {
  const { threads } = run.state
  const range = channelRange(run)
  const { channel } = range
  const isFresh = threads?.channel === channel && steady() - threads.at < threadsKeptMs
  const byParent = new Map(isFresh ? threads.byParent : [])
  let at = isFresh ? threads.at : steady()
  let bounded = false
  for (const parent of parents.filter(({ ts }) => !byParent.has(ts))) {
    const replies = await readHistory({ ...range, thread: parent.ts })
    if (replies.kind !== 'seen') return { history: replies, state: { threads: { channel, at, byParent } } }
    byParent.set(parent.ts, replies.messages)
    bounded ||= replies.bounded && isReceiptOf(run.input.key, parent)
    at = steady()
  }
  const messages = parents.flatMap(({ ts }) => byParent.get(ts) ?? [])
  return { history: { kind: 'seen', messages, bounded }, state: { threads: undefined } }
}

/**
 * True if a message of the bot may have replies of the bot: Slack reports replies, or the message covers several mentions (a burst), or it
 * is the card of a spike. If a thread with replies is not read, its mentions are posted twice.
 */
function mayHaveThread(key: CheckpointKey, message: PostedMessage): boolean {
  if (message.replies > 0) return true
  const coversSeveral = (message.receipt?.ids.length ?? 0) > 1
  return message.thread === undefined && (coversSeveral || isSpikeCard(key, message))
}

const spikeMark = (key: CheckpointKey, spike: 'card' | 'over') => receiptMarkOf(key, { ids: [], spike })

function isSpikeCard(key: CheckpointKey, { mark }: PostedMessage): boolean {
  return mark === spikeMark(key, 'card') || mark === spikeMark(key, 'over')
}

const newestMessage = (messages: PostedMessage[]): PostedMessage | undefined =>
  messages.toSorted((a, b) => (a.ts > b.ts ? -1 : 1))[0]

/**
 * Ends a spike that a lost or older checkpoint does not contain. Its live card becomes "Interrupted", and new mentions get cards again. The
 * numbers of the spike are lost with the checkpoint.
 */
function withInterruptedSpike(
  { volume, now }: PollDeps,
  run: SubscriptionRun,
  messages: PostedMessage[],
): SubscriptionRun {
  const { checkpoint, input } = run
  const running = runningSpike(checkpoint)
  const ours = messages.filter((message) => isReceiptOf(input.key, message))
  const card = newestMessage(ours.filter((message) => isSpikeCard(input.key, message)))
  if (volume === undefined || card === undefined) return run
  const inThread = new Set(
    ours.filter(({ thread }) => thread === card.ts).flatMap(({ receipt }) => receipt?.ids ?? []),
  )
  const announcedAt = Number(card.ts) * 1000
  const before = { announcedAt, endedAt: Math.max(announcedAt, now()), peak: inThread.size }
  const calm = { kind: 'calm' as const, before }
  if (card.mark === spikeMark(input.key, 'over')) {
    const isKnown = checkpoint.spike !== undefined && running?.thread !== card.ts
    return isKnown ? run : withCheckpoint(run, withoutSpike(checkpoint, calm))
  }
  const isKnown =
    checkpoint.spike?.ended?.thread === card.ts ||
    (running?.thread === card.ts && inThread.size <= running.total - running.ids.length)
  if (isKnown) return run
  return withCheckpoint(run, withoutSpike(checkpoint, calm, { thread: card.ts, endedAt: now() }))
}
