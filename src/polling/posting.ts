import { fallbacksOf } from '../messages/fallbacks.ts'
import {
  beyondJump,
  type Checkpoint,
  type CheckpointKey,
  commitPost,
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
import { beforeAll, compareIds, greatestId, type Id, idBefore, leastId } from '../model/id.ts'
import { confirmedUpTo } from '../model/id-jump.ts'
import type { Mention } from '../model/mention.ts'
import type { Content, Delivered, PostOutcome, Receipt, RefusalScope } from '../model/message.ts'
import type { PostedMessage } from '../slack/history.ts'
import { receiptMark, withReceiptMark } from '../slack/receipt-mark.ts'
import { type PostedReason, postedReason, rememberOriginal } from './duplicates.ts'
import { type NextMessage, parentOf } from './next-message.ts'
import type { PollDeps } from './poll-deps.ts'
import { flushCheckpoint, saveCheckpoint, setCheckpoint } from './save-checkpoint.ts'
import { channelProblem, channelProblemKey, workspaceProblem, workspaceProblemKey } from './slack-problems.ts'
import { type Deferral, defer, type SubscriptionRun } from './subscription-run.ts'
import { recordReplyAccepted, recordThreadRefused, withoutThread } from './threads.ts'
import { resolveUnconfirmed } from './unconfirmed.ts'
import { blame, blameThread, noLongerRefused, setAside } from './unknown-errors.ts'

/** An intent that took longer to write is not acted on, in ms: nobody takes a turn over sooner after a sign of life. */
const longestHesitationMs = 5000

/** A longer wait for a place in a channel is not sat out, in ms: the other subscriptions of the turn wait for its end. */
const longestWaitMs = 5000

/**
 * Posts one message: durable intent, post, settling, in this order; the settling is written with the next intent, or before a wait.
 * A message that Slack refuses goes down the ladder, rung by rung; one that no rung gets through settles as rejected, if the message is
 * to blame for it.
 * `patienceUntil` (UTC, ms): no wait for Slack lasts longer.
 */
export async function postMessage(
  deps: PollDeps,
  run: SubscriptionRun,
  message: NextMessage,
  patienceUntil: number,
): Promise<PostResult> {
  let reason = ''
  let unclear: string | undefined
  for (const content of fallbacksOf(message.content, addressesOf(message))) {
    const waited = await waitForChannel(deps, run, patienceUntil)
    if (waited !== undefined && unclear !== undefined) {
      // Not all forms were tried, so nothing is to blame yet; but it is refused, and has to pause as what was refused in every form.
      await saveCheckpoint(deps, run, afterRefusal(run))
      setAside(deps, run, message, unclear)
    }
    if (waited !== undefined) return waited
    const outcome = await postOnce(deps, run, message, content)
    const end = await handleOutcome(deps, run, message, outcome)
    if (end.kind !== 'next-rung') return end
    reason = end.reason
    if (end.isUnclear) unclear = end.reason
  }
  return unclear === undefined
    ? rejectMessage(deps, run, message, reason)
    : refusedUnclearly(deps, run, message, unclear)
}

/** Only what is known to be to blame is given up. Everything else is set aside: another message is to be tried. */
async function refusedUnclearly(
  deps: PollDeps,
  run: SubscriptionRun,
  message: NextMessage,
  reason: string,
): Promise<PostResult> {
  const blamed = blame(deps, run, message)
  if (blamed === 'message') {
    const end = await rejectMessage(deps, run, message, reason)
    noLongerRefused(deps, run, message)
    return end
  }
  await saveCheckpoint(deps, run, afterRefusal(run))
  const parent = parentOf(message)
  if (blamed === 'thread' && parent !== undefined) await blameThread(deps, run, parent, reason)
  else setAside(deps, run, message, reason)
  // The doubt about a message that may have been posted must not be replaced by the intent of another one.
  return run.unverified === undefined ? proceed : defer(reason)
}

async function waitForChannel(
  deps: PollDeps,
  run: SubscriptionRun,
  patienceUntil: number,
): Promise<Deferral | undefined> {
  const patience = Math.min(longestWaitMs, Math.max(0, patienceUntil - deps.now()))
  const wait = await deps.channelRate.take(run.channel, patience)
  if (wait > 0) await flushCheckpoint(deps, run)
  if (wait > patience) return defer('the channel is at its limit', deps.now() + wait)
  if (wait > 0) await deps.sleep(wait)
  return deps.stopping.aborted ? defer('stopping') : undefined
}

async function postOnce(
  deps: PollDeps,
  run: SubscriptionRun,
  message: NextMessage,
  content: Content,
): Promise<PostOutcome> {
  const ids = message.mentions.map(({ id }) => id)
  const { place } = message
  const pending: PendingPost = {
    channel: run.channel,
    ids,
    at: deps.now(),
    ...(place.kind === 'thread' ? { thread: place.parent } : {}),
    ...(place.kind === 'parent' ? { burstIds: place.opens } : {}),
    ...(place.kind === 'storm' ? { spike: place.said } : {}),
    ...(message.fingerprint === undefined ? {} : { fingerprint: message.fingerprint }),
  }
  await saveCheckpoint(deps, run, withPending(run.checkpoint, pending))
  // Frozen meanwhile, this process may have lost the turn to another one that posts the same.
  if (deps.now() - pending.at > longestHesitationMs)
    return { kind: 'unknown', reason: 'this process was held up' }
  return deps.post({
    channel: run.channel,
    content: withReceiptMark(content, receiptMarkOf(run.key, pending)),
    // The line that calls people is no receipt: one without ids would end the search for what was posted before it.
    ...(pending.spike === 'call' ? {} : { receipt: receiptOf(run, ids) }),
    ...(place.kind === 'thread' ? { thread: place.parent } : {}),
  })
}

function addressesOf({ mentions }: NextMessage): string | undefined {
  return mentions.length === 0 ? undefined : mentions.map(({ url }) => url).join('\n')
}

/** Posted within this time, in ms, and at most so many: they are told with a storm that begins after them. */
export const recentMs = 60 * 60_000
const mostRecent = 200

/** How the posting of a draft ended: what comes next follows from the bookmark (`go-on`), or the subscription must leave the turn. */
type PostResult = { kind: 'go-on' } | Deferral

/** What comes next follows from the bookmark. */
const proceed: PostResult = { kind: 'go-on' }

/** The end of a draft, or that its next, plainer form is to be tried. `isUnclear`: nobody knows whether the message is to blame. */
type OutcomeResult = PostResult | { kind: 'next-rung'; reason: string; isUnclear: boolean }

/** Draws the consequence of an outcome: settles, waits, goes down the ladder, or stops the channel or the workspace, visibly. */
async function handleOutcome(
  deps: PollDeps,
  run: SubscriptionRun,
  message: NextMessage,
  outcome: PostOutcome,
): Promise<OutcomeResult> {
  switch (outcome.kind) {
    case 'delivered':
      return delivered(deps, run, message, outcome)
    case 'unknown':
      return unknown(deps, run, outcome.reason)
    case 'deferred':
      await deps.channelRate.pause(run.channel, outcome.afterMs)
      await saveCheckpoint(deps, run, afterRefusal(run))
      return proceed
    case 'rejected':
      return rejected(deps, run, message, outcome)
  }
}

async function delivered(
  deps: PollDeps,
  run: SubscriptionRun,
  message: NextMessage,
  { ts, receiptKept }: Delivered,
): Promise<PostResult> {
  const { pending } = run.checkpoint
  if (pending === undefined) throw new Error('a post without an intent')
  if (!receiptKept)
    deps.log.warn({ channel: run.channel, ts }, 'Slack took a message and dropped its metadata')
  delete run.unverified
  deps.confirmedPosts.note(run.key, { intent: pending, ts })
  const first = await rememberOriginal(deps, run, pending, ts)
  recordPosted(deps, run, message, { ts, ...postedReason(first, pending) })
  // Written together with the next intent, or before the next wait: until then the intent on the disk is a doubt that ends well.
  setCheckpoint(run, commitPost(run.checkpoint, { intent: pending, ts }, deps.now(), run.pollStart))
  deps.problems.clear(channelProblemKey(run.channel))
  deps.problems.clear(workspaceProblemKey)
  if (message.place.kind === 'thread') recordReplyAccepted(run)
  noLongerRefused(deps, run, message)
  return proceed
}

/**
 * One look at once: mostly the message has arrived and only the answer was lost. One that has not is posted again in another turn,
 * because the others of this one are waiting for it to end.
 */
async function unknown(deps: PollDeps, run: SubscriptionRun, reason: string): Promise<PostResult> {
  const { lastTs } = run.checkpoint
  deps.log.warn({ subscription: run.subscription.name, reason }, 'a post is in doubt')
  const waiting = await resolveUnconfirmed(deps, run)
  if (waiting !== undefined) return waiting
  return run.checkpoint.lastTs === lastTs ? defer('to be posted again', deps.now()) : proceed
}

async function rejected(
  deps: PollDeps,
  run: SubscriptionRun,
  message: NextMessage,
  { extent, reason }: { extent: RefusalScope; reason: string },
): Promise<OutcomeResult> {
  if (extent === 'message' || extent === 'unclear')
    return { kind: 'next-rung', reason, isUnclear: extent === 'unclear' }
  if (extent === 'thread') {
    recordThreadRefused(run, reason, deps.now())
    await saveCheckpoint(deps, run, withoutPending(withoutThread(run, parentOf(message) ?? '', deps.now())))
    return proceed
  }
  await saveCheckpoint(deps, run, afterRefusal(run))
  if (extent === 'channel') deps.problems.raise(channelProblemKey(run.channel), channelProblem(run, reason))
  else deps.problems.raise(workspaceProblemKey, workspaceProblem(reason))
  return defer(reason)
}

/** The bookmark after a refusal: without the intent, or again with the one of which nobody knows whether it was posted. */
function afterRefusal({ checkpoint, unverified }: SubscriptionRun): Checkpoint {
  return unverified === undefined ? withoutPending(checkpoint) : withPending(checkpoint, unverified)
}

function recordPosted(
  deps: PollDeps,
  run: SubscriptionRun,
  { mentions, place }: NextMessage,
  told: PostedReason & { ts: string },
): void {
  rememberRecent(run, { mentions, place }, { ts: told.ts, at: deps.now() })
  const outcome = place.kind === 'channel' ? 'posted' : 'burst'
  for (const { id, url, sentiment } of mentions) {
    const more = { channel: run.channel, ...told, ...(sentiment === undefined ? {} : { sentiment }) }
    run.decisions.push({ at: deps.now(), ...run.key, id, url, outcome, ...more })
  }
}

/** What a storm that begins later wants to know. Bounded: a storm is told by its counts, not by these. */
function rememberRecent(
  { state, volume }: SubscriptionRun,
  { mentions, place }: Pick<NextMessage, 'mentions' | 'place'>,
  { ts, at }: { ts: string; at: number },
): void {
  if (volume === undefined) return
  const fresh = mentions.filter(({ id }) => state.backfill?.has(id) !== true)
  const recent = [...(state.recent ?? []), ...fresh.map((mention) => ({ mention, at, ts }))]
  state.recent = recent.filter((one) => one.at > at - recentMs).slice(-mostRecent)
  if (place.kind === 'parent')
    state.bursts = [...(state.bursts ?? []), at].filter((burst) => burst > at - recentMs)
}

/** How long a refused mention stays visible as a trouble, in ms: it happened once, nothing takes it back. */
const rejectionShownMs = 86_400_000

/**
 * What follows where Slack takes a message in no form: one of several mentions is tried one by one, a mention is settled as rejected,
 * visibly, and what covers no mention is left unsaid.
 */
async function rejectMessage(
  deps: PollDeps,
  run: SubscriptionRun,
  message: NextMessage,
  reason: string,
): Promise<PostResult> {
  const { mentions, place } = message
  const [only, ...others] = mentions
  if (place.kind === 'parent' || others.length > 0) await retrySingly(deps, run, message)
  else if (place.kind === 'storm') await skipSpikeMessage(deps, run, place.said, reason)
  else if (only === undefined) await skipAnnouncement(deps, run, reason)
  else await rejectMention(deps, run, only, reason)
  return proceed
}

async function retrySingly(
  deps: PollDeps,
  run: SubscriptionRun,
  { mentions, place }: NextMessage,
): Promise<void> {
  const opens = place.kind === 'parent' ? place.opens : []
  const ids = mentions.length > 0 ? mentions.map(({ id }) => id) : opens
  for (const id of ids) run.singly.add(id)
  await saveCheckpoint(deps, run, withoutPending(run.checkpoint))
}

async function skipSpikeMessage(deps: PollDeps, run: SubscriptionRun, said: 'card' | 'call', reason: string) {
  deps.log.error({ ...run.key, reason }, 'Slack takes what is to be said of a storm in no form')
  await saveCheckpoint(deps, run, withoutSpikeMessage(withoutPending(run.checkpoint), said))
}

/** Without a live card there is no storm for the channel, and mentions go up as ever; without the call it goes on. */
function withoutSpikeMessage(checkpoint: Checkpoint, said: 'card' | 'call'): Checkpoint {
  const spike = runningSpike(checkpoint)
  if (said === 'call' || spike === undefined) return markSpikeNotified(checkpoint)
  const { announcedAt, aboveBaselineAt, summary } = spike.state
  return withoutSpike(checkpoint, {
    kind: 'calm',
    before: { announcedAt, endedAt: aboveBaselineAt, peak: summary.peak.count },
  })
}

async function skipAnnouncement(deps: PollDeps, run: SubscriptionRun, reason: string): Promise<void> {
  deps.log.error({ ...run.key, reason }, 'Slack takes the line of the first look in no form')
  await saveCheckpoint(deps, run, markAnnounced(withoutPending(run.checkpoint)))
}

async function rejectMention(
  deps: PollDeps,
  run: SubscriptionRun,
  { id, url }: Mention,
  reason: string,
): Promise<void> {
  const { name, channel } = run.subscription
  run.decisions.push({ at: deps.now(), ...run.key, id, url, outcome: 'rejected', reason })
  await saveCheckpoint(deps, run, markDone(withoutPending(run.checkpoint), [id], deps.now(), run.pollStart))
  deps.log.error({ subscription: name, mention: id, reason }, 'Slack takes this mention in no form')
  deps.problems.raise(`rejected ${id}`, {
    subscription: name,
    channel,
    what: `Slack took mention ${id} in no form: ${reason}.`,
    whatToDo: 'Look at it in the mention service; the mentions after it go on.',
    until: deps.now() + rejectionShownMs,
  })
}

/** The mark of a message: what is said of a storm differs by it from the line of the first look, which has no ids either; so does the card of one that is over. */
export function receiptMarkOf(
  { subscription, alert }: CheckpointKey,
  { ids, spike }: { ids: Id[]; spike?: PendingPost['spike'] | 'over' },
): string {
  return receiptMark(subscription, alert, spike === undefined ? ids : [`storm ${spike}`])
}

/** Whether a message carries a receipt of this subscription and alert. */
export function isReceiptOf(key: CheckpointKey, { receipt }: PostedMessage): boolean {
  return receipt?.subscription === key.subscription && receipt.alert === key.alert
}

/** The receipt of a message of this watch that covers the ids. */
function receiptOf({ subscription, alert, checkpoint }: SubscriptionRun, ids: Id[]): Receipt {
  const beyond = beyondJump(checkpoint)
  const receipt = {
    subscription: subscription.name,
    alert: alert.id,
    through: receiptWatermark(checkpoint),
    ids,
  }
  return beyond.length === 0 ? receipt : { ...receipt, beyond }
}

/**
 * What receipts tell together: which mentions are posted, and up to where everything is settled. A claim beyond a jump that nothing else
 * confirms is not believed: neither what they tell nor what is `known` already. Where no claim is left, what is below it all is old.
 */
export function toldBy(receipts: Receipt[], known: Id[] = []): { through: Id; posted: Id[] } {
  const posted = [...new Set(receipts.flatMap(({ ids, beyond = [] }) => [...ids, ...beyond]))]
  const claims = receipts.map(({ through: watermark }) => watermark)
  const told = [...claims, ...posted, ...known]
  const least = leastId(told) ?? beforeAll
  const confirmed = confirmedUpTo(least, told)
  const believed = claims.filter((claim) => compareIds(claim, confirmed) <= 0)
  return { through: greatestId(believed, believed.length === 0 ? idBefore(least) : beforeAll), posted }
}
