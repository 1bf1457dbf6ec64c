import { fallbacksOf } from '../messages/fallbacks.ts'
import { problemTexts } from '../messages/problem-texts.ts'
import { mentionsOf } from '../model/card.ts'
import {
  type Checkpoint,
  type CheckpointKey,
  commitPost,
  implausibleDoneIds,
  markAnnounced,
  markDone,
  markSpikeNotified,
  type PendingPost,
  receiptWatermark,
  runningSpike,
  withoutPending,
  withoutSpike,
  withPending,
} from '../model/checkpoint.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { PostedMessage } from '../model/history.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Receipt } from '../model/message.ts'
import { type Journal, type Outgoing, type SendResult, sendMessage } from '../outbox/outbox.ts'
import { resolveUnconfirmed } from '../outbox/unconfirmed.ts'
import * as unknownCodes from '../outbox/unknown-codes.ts'
import { receiptMark } from '../slack/receipt-mark.ts'
import { type PostedReason, postedReason, rememberCard } from './duplicates.ts'
import { type NextMessage, parentOf } from './next-message.ts'
import type { PollDeps } from './ports.ts'
import {
  channelProblem,
  channelProblemKey,
  reportHistory,
  unclearKey,
  unclearProblem,
  workspaceProblem,
  workspaceProblemKey,
} from './slack-problems.ts'
import {
  defer,
  flushCheckpoint,
  type Step,
  type SubscriptionRun,
  saveCheckpoint,
  senderOf,
  withCheckpoint,
  withState,
} from './subscription-run.ts'
import { openThread, withoutThread, withReplyAccepted, withThreadRefused } from './threads.ts'

/**
 * If Slack's rate limit for a channel demands a longer wait than this, in ms, the run ends, because the other runs of the poll wait for
 * this run.
 */
const maxWaitMs = 5000

/**
 * Posts one message through the outbox. If the result has no `end`, the caller continues from the new checkpoint. No wait lasts beyond
 * `deadline` (ms since the epoch).
 */
export async function postMessage(
  deps: PollDeps,
  run: SubscriptionRun,
  message: NextMessage,
  deadline: number,
): Promise<Step> {
  const patience = () => Math.min(maxWaitMs, Math.max(0, deadline - deps.now()))
  const journal = checkpointJournal(deps)
  const sent = await sendMessage(deps, journal, run, outgoingOf(run, message), patience)
  return conclude(deps, sent.state, message, sent.result)
}

function outgoingOf({ input, checkpoint }: SubscriptionRun, message: NextMessage): Outgoing<PendingPost> {
  const { channel, key } = input
  const { mentions, place } = message
  const about = aboutMessage(channel, message)
  // The line that notifies people has no receipt: a receipt without ids would end the search for earlier posts.
  const isCall = place.kind === 'spike' && place.shows === 'call'
  return {
    sender: senderOf(key),
    channel,
    forms: fallbacksOf(message.content, addressesOf(mentions)),
    mark: receiptMarkOf(key, about),
    pending: (at) => ({ ...about, at }),
    ...(place.kind === 'thread' ? { thread: place.parent } : {}),
    ...(isCall ? {} : { receipt: receiptOf(key, checkpoint, about.ids) }),
  }
}

type AboutPost = Omit<PendingPost, 'at'>

function aboutMessage(channel: string, message: NextMessage): AboutPost {
  const { mentions, place, fingerprint, shows, window, isBurst } = message
  return {
    channel,
    ids: mentions.map(({ id }) => id),
    ...(place.kind === 'thread' ? { thread: place.parent } : {}),
    ...(place.kind === 'parent' ? { burstIds: place.opens } : {}),
    ...(place.kind === 'spike' ? { spike: place.shows } : {}),
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(shows === undefined ? {} : { shows }),
    ...(window === undefined ? {} : { window }),
    ...(isBurst === true ? { isBurst } : {}),
  }
}

function addressesOf(mentions: readonly Mention[]): string | undefined {
  return mentions.length === 0 ? undefined : mentions.map(({ url }) => url).join('\n')
}

function checkpointJournal(deps: PollDeps): Journal<SubscriptionRun, PendingPost> {
  return {
    begin: (run, pending) => saveCheckpoint(deps, run, withPending(run.checkpoint, pending)),
    async commit(run, pending, { ts, receiptKept }) {
      if (!receiptKept)
        deps.log.warn(
          { channel: pending.channel, ts },
          'Slack dropped the metadata (receipt) of a message; the id of its first block serves as the receipt',
        )
      return commitMessage(deps, run, pending, { ts, by: 'answer' })
    },
    abandon: (run) => saveCheckpoint(deps, run, withoutOwnPending(run)),
    flush: (run) => flushCheckpoint(deps, run),
  }
}

function withoutOwnPending({ checkpoint, unverified }: SubscriptionRun): Checkpoint {
  return unverified === undefined ? withoutPending(checkpoint) : withPending(checkpoint, unverified)
}

async function conclude(
  deps: PollDeps,
  run: SubscriptionRun,
  message: NextMessage,
  result: SendResult,
): Promise<Step> {
  const { subscription } = run.input
  switch (result.kind) {
    case 'posted':
      return { run }
    case 'unconfirmed':
      deps.log.warn(
        { subscription: subscription.name, reason: result.reason },
        'a post is unconfirmed: Slack gave no clear answer, or this process was held up before it sent the post; searching the channel before posting again',
      )
      return resolveAtOnce(deps, run)
    case 'rate-limited':
      return { run }
    case 'no-room': {
      const end = defer('the channel is at its limit', deps.now() + result.afterMs)
      return { run: asideIfUnclear(deps, run, message, result), end }
    }
    case 'stopping':
      return { run: asideIfUnclear(deps, run, message, result), end: defer('stopping') }
    case 'refused':
      return result.unclear === undefined
        ? rejectMessage(deps, run, message, result.reason)
        : refusedUnclearly(deps, run, message, result.unclear)
    case 'blocked':
      return blocked(deps, run, message, result)
  }
}

/**
 * Sets the message aside if Slack refused one of its forms with an unknown code before the run ended, because such a refusal leads to a
 * pause.
 */
function asideIfUnclear(
  deps: PollDeps,
  run: SubscriptionRun,
  message: NextMessage,
  { unclear }: { unclear?: string },
): SubscriptionRun {
  return unclear === undefined ? run : setAside(deps, run, message, unclear)
}

/**
 * Searches for the message at once, because it has usually arrived and only Slack's answer was lost. If the search does not find it, a
 * later poll posts it again, because the other runs of this poll wait for this run.
 */
async function resolveAtOnce(deps: PollDeps, run: SubscriptionRun): Promise<Step> {
  const { lastTs } = run.checkpoint
  const resolved = await resolvePending(deps, run)
  if (resolved.end !== undefined || resolved.run.checkpoint.lastTs !== lastTs) return resolved
  return { run: resolved.run, end: defer('to be posted again', deps.now()) }
}

async function blocked(
  deps: PollDeps,
  run: SubscriptionRun,
  message: NextMessage,
  { scope, reason }: Extract<SendResult, { kind: 'blocked' }>,
): Promise<Step> {
  const { channel } = run.input
  if (scope === 'thread') {
    const refused = withThreadRefused(run, reason, deps.now())
    const next = withoutThread(refused, parentOf(message) ?? '', deps.now())
    return { run: await saveCheckpoint(deps, refused, withoutPending(next)) }
  }
  if (scope === 'channel') deps.problems.raise(channelProblemKey(channel), channelProblem(run.input, reason))
  else deps.problems.raise(workspaceProblemKey, workspaceProblem(reason))
  return { run, end: defer(reason) }
}

/**
 * Commits the pending post if it has arrived. Otherwise defers the run until the post may be repeated, or removes the post from the
 * checkpoint if it may be repeated now.
 */
export async function resolvePending(deps: PollDeps, run: SubscriptionRun): Promise<Step> {
  const { input, checkpoint } = run
  const { pending, lastTs } = checkpoint
  if (pending === undefined) {
    // Another process may have committed the last post of this process.
    deps.outboxMemory.committed(senderOf(input.key))
    return { run }
  }
  const { history, ...found } = await resolveUnconfirmed(deps, {
    sender: senderOf(input.key),
    pending,
    sentAt: pending.at,
    channel: pending.channel,
    ...(pending.thread === undefined ? {} : { thread: pending.thread }),
    ...(lastTs === undefined ? {} : { lastTs }),
    isProof: (message) => isProofOf(run, pending, message),
  })
  if (history !== undefined) reportHistory(deps, run.input, history)
  if (found.kind === 'wait') return { run, end: defer(found.reason, found.until) }
  if (found.kind === 'not-posted') {
    const unverified = found.isCertain ? run.unverified : pending
    return { run: { ...run, checkpoint: withoutPending(checkpoint), unverified } }
  }
  return { run: await commitFound(deps, run, pending, found.ts) }
}

/**
 * True if the message has the receipt of the pending post, or its mark if Slack dropped the metadata. The last committed message does not
 * count.
 */
function isProofOf(
  { input: { key }, checkpoint }: SubscriptionRun,
  pending: PendingPost,
  message: PostedMessage,
): boolean {
  const { ts, receipt, mark } = message
  if (ts === checkpoint.lastTs) return false
  if (receipt === undefined) return mark === receiptMarkOf(key, pending)
  return isReceiptOf(key, message) && pending.spike !== 'call' && receipt.ids.join() === pending.ids.join()
}

async function commitFound(
  deps: PollDeps,
  run: SubscriptionRun,
  pending: PendingPost,
  ts: string,
): Promise<SubscriptionRun> {
  const committed = await commitMessage(deps, run, pending, { ts, by: 'receipt' })
  const saved = await saveCheckpoint(deps, committed, committed.checkpoint)
  deps.log.info(
    { subscription: run.input.subscription.name, ts },
    'found the unconfirmed post in its channel; it is not posted again',
  )
  return saved
}

/** Slack confirmed the post by its answer, or the message was found in the channel later. */
type Confirmed = { ts: string; by: 'answer' | 'receipt' }

/**
 * Does all that follows from a confirmed post: announces it, stores its card, and returns the run with the advanced checkpoint and the log
 * entries. The caller stores these. If the process dies before that, the next process finds the pending post and does the same again. So
 * everything here is derived from the pending post, and may be repeated.
 */
async function commitMessage(
  deps: PollDeps,
  run: SubscriptionRun,
  pending: PendingPost,
  confirmed: Confirmed,
): Promise<SubscriptionRun> {
  const { ts, by } = confirmed
  const now = deps.now()
  await announcePost(deps, run, pending, ts)
  const original = await rememberCard(deps, run, pending, { ts, isNew: by === 'answer' })
  clearRefusals(deps, pending, confirmed)
  const records = postedRecords(run, pending, { at: now, ts, ...postedReason(original, pending) })
  const recorded = { ...run, decisions: [...run.decisions, ...records], unverified: undefined }
  const remembered = rememberPost(deps, recorded, pending, confirmed)
  const accepted = pending.thread === undefined ? remembered : withReplyAccepted(remembered)
  const next = commitPost(run.checkpoint, { pending, ts }, now, run.input.pollStart)
  return withCheckpoint(noLongerRefused(deps, accepted, pending), next)
}

/**
 * Tells webhooks about a post before its commit. If the process dies in between, the next process finds the pending post and announces it again,
 * with the same ids. It comes before the record of the card, so that a press cannot be announced earlier.
 */
async function announcePost(
  { announce }: PollDeps,
  { input: { key }, checkpoint }: SubscriptionRun,
  { channel, shows, spike }: PendingPost,
  ts: string,
): Promise<void> {
  const running = spike === 'card' ? runningSpike(checkpoint) : undefined
  if (running !== undefined) {
    const { announcedAt, signs, summary } = running.state
    const rules = signs.map(({ rule }) => rule)
    await announce?.spikeStarted({
      ...{ ...key, channel, ts },
      ...{ startedAt: summary.startedAt, announcedAt, signs: rules },
    })
  }
  if (shows !== undefined) await announce?.mentions({ ...key, channel, ts, mentions: mentionsOf(shows) })
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
  { thread, burstIds, channel, shows }: PendingPost,
  posted: PostedReason & { at: number; ts: string },
): DecisionRecord[] {
  const outcome = thread === undefined && burstIds === undefined ? 'posted' : 'burst'
  return mentionsIn(shows).map(({ id, url, sentiment }) => {
    const mood = sentiment === undefined ? {} : { sentiment }
    return { ...input.key, id, url, outcome, channel, ...posted, ...mood }
  })
}

const mentionsIn = (shows: PendingPost['shows']): Mention[] => (shows === undefined ? [] : mentionsOf(shows))

/** Posts are remembered for this time, in ms, because a spike that starts later counts them. */
export const recentMs = 60 * 60_000
const maxRecentPosts = 200

/** Remembers a post once, even if its commit is repeated because it could not be stored. */
function rememberPost(
  { now, volume }: PollDeps,
  run: SubscriptionRun,
  pending: PendingPost,
  { ts, by }: Confirmed,
): SubscriptionRun {
  if (volume === undefined) return run
  const { recentPosts = [], recentBursts = [], backfill, lastSpikeUpdate } = run.state
  const at = by === 'answer' ? now() : Math.min(pending.at, now())
  const fresh = mentionsIn(pending.shows).filter(({ id }) => backfill?.has(id) !== true)
  const others = recentPosts.filter((post) => post.ts !== ts)
  const posts = [...others, ...fresh.map((mention) => ({ mention, at, ts }))]
  const bursts = pending.isBurst === true ? new Set([...recentBursts, pending.at]) : recentBursts
  const isRecent = (time: number) => time > now() - recentMs
  return withState(run, {
    recentPosts: posts.filter((post) => isRecent(post.at)).slice(-maxRecentPosts),
    recentBursts: [...bursts].filter(isRecent),
    lastSpikeUpdate: pending.spike === 'card' ? undefined : lastSpikeUpdate,
  })
}

/** The problem of a refused mention is shown for this time, in ms, because nothing else clears it. */
const rejectionShownMs = 86_400_000

/**
 * Handles a message that Slack refuses in every form. A message with several mentions is split into single messages. A single mention is
 * marked as rejected and reported. A message without mentions is given up.
 */
async function rejectMessage(
  deps: PollDeps,
  run: SubscriptionRun,
  message: NextMessage,
  reason: string,
): Promise<Step> {
  const { mentions, place } = message
  const [only, ...others] = mentions
  const { key } = run.input
  if (place.kind === 'parent' || others.length > 0) {
    const ids =
      mentions.length > 0 ? mentions.map(({ id }) => id) : place.kind === 'parent' ? place.opens : []
    return { run: { ...run, postSingly: new Set([...run.postSingly, ...ids]) } }
  }
  if (only !== undefined) return { run: await rejectMention(deps, run, only, reason) }
  const checkpoint = withoutPending(run.checkpoint)
  if (place.kind === 'spike') {
    deps.log.error({ ...key, reason }, 'Slack rejected every form of a spike message; it is not posted')
    return { run: await saveCheckpoint(deps, run, withoutSpikeMessage(checkpoint, place.shows)) }
  }
  deps.log.error(
    { ...key, reason },
    'Slack rejected every form of the first message of a subscription; it is not posted',
  )
  return { run: await saveCheckpoint(deps, run, markAnnounced(checkpoint)) }
}

/**
 * Gives up a message about a spike. Without its card the spike ends, and mentions get cards again. Without the line that notifies people
 * the spike continues.
 */
function withoutSpikeMessage(checkpoint: Checkpoint, shows: 'card' | 'call'): Checkpoint {
  const spike = runningSpike(checkpoint)
  if (shows === 'call' || spike === undefined) return markSpikeNotified(checkpoint)
  const { announcedAt, aboveBaselineAt, summary } = spike.state
  return withoutSpike(checkpoint, {
    kind: 'calm',
    before: { announcedAt, endedAt: aboveBaselineAt, peak: summary.peak },
  })
}

async function rejectMention(
  deps: PollDeps,
  run: SubscriptionRun,
  { id, url }: Mention,
  reason: string,
): Promise<SubscriptionRun> {
  const { key, pollStart } = run.input
  const { name, channel } = run.input.subscription
  const record = { at: deps.now(), ...key, id, url, outcome: 'rejected' as const, reason }
  const decided = { ...run, decisions: [...run.decisions, record] }
  const next = markDone(withoutPending(run.checkpoint), [id], deps.now(), pollStart)
  const saved = await saveCheckpoint(deps, decided, next)
  deps.log.error(
    { subscription: name, mention: id, reason },
    'Slack rejected every form of a mention; it is not posted',
  )
  deps.problems.raise(`rejected ${id}`, {
    subscription: name,
    channel,
    ...problemTexts.mentionRejected(id, url, reason),
    until: deps.now() + rejectionShownMs,
  })
  return saved
}

function nameOf({ ids, burstIds, spike }: AboutPost): string {
  if (spike !== undefined) return `spike ${spike}`
  if (burstIds !== undefined) return 'parent'
  const [only, ...others] = ids
  if (only === undefined) return announcement
  return others.length > 0 ? 'thread' : only
}

const announcement = 'first message'

/** A thread is abandoned after this many refused tries. The next post to the channel shows if the thread or the message is the cause. */
const maxTriesInThread = 3

/**
 * Handles a refusal with an unknown code. If the message or its thread is not yet known as the cause, sets the message aside, so that
 * another message is tried.
 */
async function refusedUnclearly(
  deps: PollDeps,
  run: SubscriptionRun,
  message: NextMessage,
  code: string,
): Promise<Step> {
  const inThread = message.place.kind === 'thread'
  const now = { accepted: deps.accepted(run.input.channel), replies: run.repliesAccepted, inThread }
  const post = aboutMessage(run.input.channel, message)
  const blamed = unknownCodes.blame(run.refusals, nameOf(post), now)
  if (blamed === 'message') {
    const rejected = await rejectMessage(deps, run, message, code)
    return { ...rejected, run: noLongerRefused(deps, rejected.run, post) }
  }
  const parent = parentOf(message)
  const next =
    blamed === 'thread' && parent !== undefined
      ? await leaveThread(deps, withoutThreadRefusals(run), parent, code)
      : setAside(deps, run, message, code)
  // The next pending post must not replace a pending post that could not be verified.
  return run.unverified === undefined ? { run: next } : { run: next, end: defer(code) }
}

function withoutThreadRefusals(run: SubscriptionRun): SubscriptionRun {
  const refused = new Map([...run.refusals.refused].filter(([, { inThread }]) => !inThread))
  return { ...run, refusals: { ...run.refusals, refused } }
}

async function leaveThread(deps: PollDeps, run: SubscriptionRun, parent: string, code: string) {
  const refused = withThreadRefused(run, code, deps.now())
  return saveCheckpoint(deps, refused, withoutThread(refused, parent, deps.now()))
}

function setAside(
  { accepted }: PollDeps,
  run: SubscriptionRun,
  message: NextMessage,
  code: string,
): SubscriptionRun {
  const inThread = message.place.kind === 'thread'
  const refusal = { accepted: accepted(run.input.channel), replies: run.repliesAccepted, inThread, code }
  const name = nameOf(aboutMessage(run.input.channel, message))
  return { ...run, refusals: unknownCodes.setAside(run.refusals, name, refusal) }
}

function noLongerRefused(deps: PollDeps, run: SubscriptionRun, post: AboutPost): SubscriptionRun {
  const { channel, subscription } = run.input
  const refusals = unknownCodes.noLongerRefused(run.refusals, nameOf(post))
  if (unknownCodes.setAsideNames(refusals, deps.accepted(channel)).size === 0)
    deps.problems.clear(unclearKey(subscription.name))
  return { ...run, refusals }
}

/** Returns the current pause after refusals with unknown codes. During a pause the run reads, but does not post. */
export function pauseOf(deps: PollDeps, { refusals, input }: SubscriptionRun) {
  const pause = unknownCodes.pauseOf(refusals, deps.accepted(input.channel), deps.now())
  return pause && { ...defer(pause.code, pause.retryAt), needsPost: true as const }
}

export async function concludeTries(deps: PollDeps, { run, end }: Step): Promise<Step> {
  if (run.refusals.refused.size === 0 || deps.stopping.aborted) return { run, end }
  const { input } = run
  const { refusals, stuck } = unknownCodes.concludeTries(run.refusals, {
    accepted: deps.accepted(input.channel),
    now: deps.now(),
    runStart: input.pollStart,
  })
  const concluded = { ...run, refusals }
  if (stuck === undefined) return { run: concluded, end }
  deps.problems.raise(unclearKey(input.subscription.name), unclearProblem(input, stuck.code, stuck.only))
  const pause = end ?? { ...defer(stuck.code, stuck.retryAt), needsPost: true as const }
  const parent = openThread(concluded)
  const wasInThread = [...refusals.refused.values()].some(({ inThread }) => inThread)
  if (stuck.tries < maxTriesInThread || parent === undefined || !wasInThread)
    return { run: concluded, end: pause }
  return { run: await leaveThread(deps, concluded, parent, 'unclear'), end: pause }
}

export function forgetTries({ problems }: PollDeps, run: SubscriptionRun): SubscriptionRun {
  const { refused, tries } = run.refusals
  if (tries === undefined || refused.size > 0 || run.checkpoint.unannounced) return run
  problems.clear(unclearKey(run.input.subscription.name))
  return { ...run, refusals: { refused } }
}

export function isAnnouncementRefused(deps: PollDeps, run: SubscriptionRun): boolean {
  return run.refusals.refused.has(announcement) || pauseOf(deps, run) !== undefined
}

/** Returns the mark that identifies a message if Slack drops its receipt. Messages about a spike have no ids, so their marks name their kind. */
export function receiptMarkOf(
  { subscription, alert }: CheckpointKey,
  { ids, spike }: { ids: Id[]; spike?: PendingPost['spike'] | 'over' },
): string {
  return receiptMark(subscription, alert, spike === undefined ? ids : [`spike ${spike}`])
}

export function isReceiptOf(key: CheckpointKey, { receipt }: PostedMessage): boolean {
  return receipt?.subscription === key.subscription && receipt.alert === key.alert
}

function receiptOf({ subscription, alert }: CheckpointKey, checkpoint: Checkpoint, ids: Id[]): Receipt {
  const beyond = implausibleDoneIds(checkpoint)
  const receipt = { subscription, alert, through: receiptWatermark(checkpoint), ids }
  return beyond.length === 0 ? receipt : { ...receipt, beyond }
}
