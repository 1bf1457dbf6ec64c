import type { Ms } from '@overheard/base/time'
import type { Mention } from '@overheard/mention-client/mention'
import { nextToTry, setAsideNames } from '@overheard/post-once/unknown-codes'
import { isUndecided } from '../../model/checkpoint.ts'
import { passGates } from '../gates/gates.ts'
import type { PollDeps } from '../ports.ts'
import {
  collectedMentions,
  type NextMessage,
  nextMessage,
  postableMentions,
  singleMessage,
} from '../post/next-message.ts'
import { postMessage } from '../post/posting.ts'
import { concludeRefusals } from '../post/unclear-refusals.ts'
import { closeBurst } from '../progress/checkpoint-changes.ts'
import { runningSpike } from '../progress/spike-progress.ts'
import { withChannelSubscriptions } from '../shared/channel-subscriptions.ts'
import { type Joined, joinPosts } from '../shared/join-posts.ts'
import { redrawSpike, updateSpike, wantsSpikes } from '../spikes/spike-card.ts'
import { defer, flushCheckpoint, type Step, type SubscriptionRun } from '../subscription-run.ts'
import { logQueued } from './log-waiting.ts'

/**
 * Posts the waiting mentions of a subscription until none is left, the run ends, or `deadline` (by the steady clock) has passed. The next
 * poll finds the other mentions again, because they stay above the watermark.
 */
export async function deliverWaiting(deps: PollDeps, start: SubscriptionRun, deadline: Ms): Promise<Step> {
  const passed = await passGates(deps, start, 'posts')
  if (passed.end !== undefined || passed.run.waiting.length === 0) return passed
  const { run } = passed
  // Slack's rate limit makes a burst slow, so its mentions are recorded before they are posted: a digest of that time must know them.
  const isBurst = run.waiting.length > run.input.subscription.burst && collectedMentions(run) === undefined
  const shared = await withChannelSubscriptions(deps, run)
  const logged = isBurst ? logQueued(deps, shared, 'burst') : shared
  const assessed = wantsSpikes(logged) ? await updateSpike(deps, logged) : logged
  const step = await postWaiting(deps, assessed, deadline)
  const posted = step.run.refusals.refused.size === 0 ? step : await concludeRefusals(deps, step)
  // The progress is stored first, because duplicates may then wait for Slack.
  return posted.run.duplicates.length === 0
    ? posted
    : { ...posted, run: await flushCheckpoint(deps, posted.run) }
}

async function postWaiting(deps: PollDeps, start: SubscriptionRun, deadline: Ms): Promise<Step> {
  let run = start
  for (;;) {
    const open = { ...run, waiting: undecidedOf(run) }
    const before = open.checkpoint.spike === undefined ? open : await withDrawnSpike(deps, open)
    const next = () => postNext(deps, before, deadline)
    const step = await deps.channelPosts.inTurn(run.input.channel, next)
    if (step.end !== undefined || step.isLast) return step
    run = step.run
  }
}

type NextStep = Step & { isLast?: true }

async function postNext(deps: PollDeps, start: SubscriptionRun, deadline: Ms): Promise<NextStep> {
  const joined: Joined = start.channelSubscriptions?.length ? await joinPosts(deps, start) : { run: start }
  const { run, call, leftToOthers = new Set(), retryAt, end } = joined
  if (end !== undefined) return { run, end }
  const postable = { ...run, waiting: run.waiting.filter(({ id }) => !leftToOthers.has(id)) }
  const isFree = run.refusals.refused.size === 0
  const message = call ?? (isFree ? nextMessage(postable) : notRefused(deps, postable))
  if (message === undefined)
    return retryAt === undefined ? { run, isLast: true } : { run, end: defer('other-thread', retryAt) }
  if (deps.stopping.aborted) return { run, end: defer('stopping') }
  if (deps.steady() >= deadline) return { run, end: defer('poll-over', deps.now()) }
  const keepsBurstOpen = message.place.kind === 'thread' || message.joins !== undefined
  const next =
    keepsBurstOpen || run.checkpoint.burst === undefined
      ? run
      : { ...run, checkpoint: closeBurst(run.checkpoint) }
  return postMessage(deps, next, message, deadline)
}

/**
 * Updates the card of a spike once before replies follow. The first update also stores the record of the card, which its buttons need while
 * the thread is posted for minutes.
 */
async function withDrawnSpike(deps: PollDeps, run: SubscriptionRun): Promise<SubscriptionRun> {
  const isUndrawn = run.state.lastSpikeUpdate === undefined
  return isUndrawn && runningSpike(run.checkpoint)?.thread !== undefined ? redrawSpike(deps, run) : run
}

/** While Slack refuses a message with an unknown code, returns a message with another mention, until Slack accepts one. */
function notRefused(deps: PollDeps, run: SubscriptionRun): NextMessage | undefined {
  const aside = setAsideNames(run.refusals, deps.accepted(run.input.channel))
  if (aside.size === 0) return nextMessage(run)
  const candidates = postableMentions(run).filter(({ id }) => !aside.has(id))
  const next = nextToTry(
    run.refusals,
    aside,
    candidates.map(({ id }) => id),
  )
  const mention = candidates.find(({ id }) => id === next)
  return mention && singleMessage(run, mention)
}

function undecidedOf({ checkpoint, waiting }: SubscriptionRun): readonly Mention[] {
  const isOpen = isUndecided(checkpoint)
  return waiting.filter(({ id }) => isOpen(id))
}
