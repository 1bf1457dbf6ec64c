import { commitPost, withoutPending, withPending } from '../decide/bookmark.ts'
import type { Checkpoint } from '../model/bookmark.ts'
import type { Delivered, PostOutcome, RefusalScope } from '../model/outcome.ts'
import { resolveUnconfirmed } from './doubt.ts'
import { type NextMessage, parentOf } from './draft.ts'
import { type PostedReason, postedReason, rememberOriginal } from './first-card.ts'
import { saveCheckpoint, setCheckpoint } from './keep.ts'
import type { PollDeps } from './ports.ts'
import { channelProblem, channelProblemKey, workspaceProblem, workspaceProblemKey } from './slack-troubles.ts'
import { recordReplyAccepted, recordThreadRefused, withoutThread } from './threads.ts'
import { noLongerRefused } from './unclear.ts'
import { type Deferral, defer, type SubscriptionRun } from './watch.ts'

/** Posted within this time, in ms, and at most so many: they are told with a storm that begins after them. */
export const recentMs = 60 * 60_000
const mostRecent = 200

/** How the posting of a draft ended: what comes next follows from the bookmark (`go-on`), or the subscription must leave the turn. */
export type PostResult = { kind: 'go-on' } | Deferral

/** What comes next follows from the bookmark. */
export const proceed: PostResult = { kind: 'go-on' }

/** The end of a draft, or that its next, plainer form is to be tried. `isUnclear`: nobody knows whether the message is to blame. */
type OutcomeResult = PostResult | { kind: 'next-rung'; reason: string; isUnclear: boolean }

/** Draws the consequence of an outcome: settles, waits, goes down the ladder, or stops the channel or the workspace, visibly. */
export async function handleOutcome(
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
export function afterRefusal({ checkpoint, unverified }: SubscriptionRun): Checkpoint {
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
