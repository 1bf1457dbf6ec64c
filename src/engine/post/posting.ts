import { defined } from '@overheard/base/defined'
import type { Ms } from '@overheard/base/time'
import type { Mention } from '@overheard/mention-client/mention'
import { type Journal, resolveUnconfirmed, type SendResult, sendMessage } from '@overheard/post-once'
import { wasParentDeleted } from '@overheard/post-once/message'
import { fallbacksOf } from '../../messages/kit/fallbacks.ts'
import { problemTexts } from '../../messages/problems/problem-texts.ts'
import { type Checkpoint, senderOf } from '../../model/checkpoint.ts'
import type { Outgoing } from '../../model/outbox.ts'
import { doneTime } from '../poll-time.ts'
import type { PollDeps } from '../ports.ts'
import {
  markAnnounced,
  markDone,
  type PendingPost,
  type PlacesShown,
  type SharedMention,
  withoutPending,
} from '../progress/checkpoint-changes.ts'
import { runningSpike, withoutSpike } from '../progress/spike-progress.ts'
import { withShared } from '../shared/shared-mentions.ts'
import {
  defer,
  flushCheckpoint,
  type Step,
  type SubscriptionRun,
  saveCheckpoint,
  unconfirmedReason,
  withCheckpoint,
} from '../subscription-run.ts'
import { commitMessage } from './commit-message.ts'
import { aboutMessage, type NextMessage, parentOf } from './next-message.ts'
import { withOriginal, withPlacesShown } from './places-message.ts'
import { isProofOf, receiptMarkOf, receiptOf } from './post-receipt.ts'
import {
  channelProblem,
  channelProblemKey,
  reportHistory,
  reportWait,
  waitProblemKey,
  workspaceProblem,
  workspaceProblemKey,
} from './slack-problems.ts'
import { withoutThread, withThreadRefused } from './threads.ts'
import { blame, leaveThread, setAside, withoutRefusal, withoutThreadRefusals } from './unclear-refusals.ts'

/**
 * If Slack's rate limit for a channel demands a longer wait than this, in ms, the run ends, because the other runs of the poll wait for
 * this run.
 */
const maxWaitMs = 5000

/**
 * Posts one message through the outbox. If the result has no `end`, the caller continues from the new checkpoint. No wait lasts beyond
 * `deadline` (by the steady clock).
 */
export async function postMessage(
  deps: PollDeps,
  run: SubscriptionRun,
  message: NextMessage,
  deadline: Ms,
): Promise<Step> {
  const patience = () => Math.min(maxWaitMs, Math.max(0, deadline - deps.steady()))
  const journal = checkpointJournal(deps)
  const sent = await sendMessage(deps, journal, run, outgoingOf(run, message), patience)
  return conclude(deps, sent.state, message, sent.result)
}

function outgoingOf({ input, checkpoint }: SubscriptionRun, message: NextMessage): Outgoing<PendingPost> {
  const { channel, key } = input
  const { mentions, place } = message
  const about = aboutMessage(channel, message)
  const hasAddresses = message.joins === undefined && mentions.length > 0
  const addresses = hasAddresses ? mentions.map(({ url }) => url).join('\n') : undefined
  return {
    sender: senderOf(key),
    draft: {
      channel,
      ...(place.kind === 'thread' ? { thread: place.parent } : {}),
      receipt: receiptOf(key, checkpoint, mentions),
    },
    forms: fallbacksOf(message.content, addresses),
    mark: receiptMarkOf(key, about),
    pending: (sent) => ({ ...about, ...sent }),
  }
}

function checkpointJournal(deps: PollDeps): Journal<SubscriptionRun, PendingPost> {
  return {
    begin: (run, pending) => saveCheckpoint(deps, run, { ...run.checkpoint, pending }),
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

function withoutOwnPending({ checkpoint, doubtfulPost }: SubscriptionRun): Checkpoint {
  return doubtfulPost === undefined ? withoutPending(checkpoint) : { ...checkpoint, pending: doubtfulPost }
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
      deps.problems.clear(waitProblemKey(run.input.channel))
      return { run }
    case 'unconfirmed':
      deps.log.warn(
        { subscription: subscription.name, reason: result.reason },
        'a post is unconfirmed: Slack gave no clear answer, or this process was held up before it sent the post; searching the channel before posting again',
      )
      return resolveAtOnce(deps, run)
    case 'rate-limited':
      reportWait(deps, run.input, result.afterMs)
      return { run }
    case 'no-room': {
      reportWait(deps, run.input, result.afterMs)
      const end = defer('channel-limit', deps.now() + result.afterMs)
      return { run: asideIfUnclear(deps, run, message, result), end }
    }
    case 'stopping':
      return { run: asideIfUnclear(deps, run, message, result), end: defer('stopping') }
    case 'refused':
      if (message.joins !== undefined)
        return { run: await withoutCall(deps, run, message.joins, result.reason) }
      if (message.places !== undefined) return placesOnCard(deps, run, message, message.places)
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
  return unclear === undefined || message.places !== undefined ? run : setAside(deps, run, message, unclear)
}

/**
 * Searches for the message at once, because it has usually arrived and only Slack's answer was lost. If the search does not find it, a
 * later poll posts it again, because the other runs of this poll wait for this run.
 */
async function resolveAtOnce(deps: PollDeps, run: SubscriptionRun): Promise<Step> {
  const { lastTs } = run.checkpoint
  const resolved = await resolvePending(deps, run)
  if (resolved.end !== undefined || resolved.run.checkpoint.lastTs !== lastTs) return resolved
  return { run: resolved.run, end: defer('post-again', deps.now()) }
}

async function blocked(
  deps: PollDeps,
  run: SubscriptionRun,
  message: NextMessage,
  { scope, reason }: Extract<SendResult, { kind: 'blocked' }>,
): Promise<Step> {
  const { channel } = run.input
  if (scope === 'thread' && message.places !== undefined)
    return placesOnCard(deps, run, message, message.places)
  if (scope === 'thread' && message.joins !== undefined && wasParentDeleted(reason))
    return { run: await withoutCall(deps, run, message.joins, reason) }
  if (scope === 'thread') {
    const refused = withThreadRefused(run, reason, deps.steady())
    // The thread of a call belongs to another subscription.
    const next =
      message.joins === undefined
        ? withoutThread(refused, parentOf(message) ?? '', deps.now())
        : refused.checkpoint
    return { run: await saveCheckpoint(deps, refused, withoutPending(next)) }
  }
  if (scope === 'channel') deps.problems.raise(channelProblemKey(channel), channelProblem(run.input, reason))
  else deps.problems.raise(workspaceProblemKey, workspaceProblem(reason))
  return { run, end: defer({ code: reason }) }
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
    deps.outboxMemory.forgetConfirmed(senderOf(input.key))
    return { run }
  }
  const { history, ...found } = await resolveUnconfirmed(deps, {
    sender: senderOf(input.key),
    pending,
    channel: pending.channel,
    ...defined({ thread: pending.thread, slackAt: pending.slackAt, lastTs }),
    isProof: (message) => isProofOf(input.key, lastTs, pending, message),
  })
  if (history !== undefined) reportHistory(deps, run.input, history)
  if (found.kind === 'wait') return { run, end: defer(unconfirmedReason(history), found.until) }
  if (found.kind === 'not-posted') {
    const without = withoutPending(checkpoint)
    if (found.isCertain) return { run: withCheckpoint(run, without) }
    // The stored pending post stays until the next write: if this run posts nothing, the next poll searches for it again.
    return { run: { ...run, checkpoint: without, doubtfulPost: pending } }
  }
  return { run: await commitFound(deps, run, pending, found.ts) }
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

/** Gives up a call, because Slack refuses it. The mentions are posted, and people see them in the channel. */
async function withoutCall(
  deps: PollDeps,
  run: SubscriptionRun,
  joins: readonly SharedMention[],
  reason: string,
): Promise<SubscriptionRun> {
  deps.log.error(
    { ...run.input.key, reason },
    'Slack rejected the line that calls people to mentions in the channel; it is not posted',
  )
  const shared = withShared(deps, { ...run, checkpoint: withoutPending(run.checkpoint) }, joins)
  return saveCheckpoint(deps, shared, shared.checkpoint)
}

/** The card gets the addresses, because Slack refuses the reply. If the card is gone, the next merge finds out. */
async function placesOnCard(
  { cards: { originals: originalCards } }: PollDeps,
  run: SubscriptionRun,
  message: NextMessage,
  places: PlacesShown,
): Promise<Step> {
  const { channel } = run.input
  const ts = parentOf(message) ?? ''
  await originalCards?.changeShown(
    { channel, ts },
    withOriginal((original) => withPlacesShown(original, places, { shownIn: ts })),
  )
  return { run }
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
    deps.log.error({ ...key, reason }, 'Slack rejected every form of the card of a spike; it is not posted')
    return { run: await saveCheckpoint(deps, run, withSpikeGivenUp(checkpoint)) }
  }
  deps.log.error(
    { ...key, reason },
    'Slack rejected every form of the first message of a subscription; it is not posted',
  )
  return { run: await saveCheckpoint(deps, run, markAnnounced(checkpoint)) }
}

/** Without its card the spike ends, and mentions get cards again. */
function withSpikeGivenUp(checkpoint: Checkpoint): Checkpoint {
  const spike = runningSpike(checkpoint)
  if (spike === undefined) return checkpoint
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
  const { key, lookBackStart } = run.input
  const { name, channel } = run.input.subscription
  const record = { at: deps.now(), ...key, id, url, outcome: 'rejected' as const, reason }
  const decided = { ...run, decisions: [...run.decisions, record] }
  const next = markDone(withoutPending(run.checkpoint), [id], doneTime(deps), lookBackStart)
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
  const blamed = blame(deps, run, message)
  if (blamed === 'message') {
    const rejected = await rejectMessage(deps, run, message, code)
    const post = aboutMessage(run.input.channel, message)
    return { ...rejected, run: withoutRefusal(deps, rejected.run, post) }
  }
  const parent = parentOf(message)
  const next =
    blamed === 'thread' && parent !== undefined
      ? await leaveThread(deps, withoutThreadRefusals(run), parent, code)
      : setAside(deps, run, message, code)
  // The next pending post must not replace a pending post that could not be verified.
  return run.doubtfulPost === undefined ? { run: next } : { run: next, end: defer({ code }) }
}
