import { closeBurst, isUndecided } from '../model/checkpoint.ts'
import { logQueued } from './log-waiting.ts'
import { draftAlone, type NextMessage, nextMessage } from './next-message.ts'
import type { PollDeps } from './poll-deps.ts'
import { postMessage } from './posting.ts'
import { verifyCheckpoint } from './recovery.ts'
import { flushCheckpoint } from './save-checkpoint.ts'
import { updateSpike } from './spike-card.ts'
import { type Deferral, defer, type SubscriptionRun } from './subscription-run.ts'
import { asideOf, concludeTries, nextProbe, pauseOf } from './unknown-errors.ts'

/**
 * Posts what a subscription has waiting, message by message, until nothing is left, the time is over (`deadline`: UTC, ms) or
 * something stops it. What is left stays above the bookmark and comes again. The caller saves the last settling, unless something
 * joins a card first, which waits for Slack.
 */
export async function deliverWaiting(
  deps: PollDeps,
  run: SubscriptionRun,
  deadline: number,
): Promise<Deferral | undefined> {
  if (run.waiting.length === 0) return undefined
  const pause = pauseOf(deps, run)
  if (pause !== undefined) return pause
  const unconfirmed = await verifyCheckpoint(deps, run)
  if (unconfirmed !== undefined) return unconfirmed
  // A burst takes its time at Slack's pace: a digest that is written meanwhile is to know what was found.
  if (run.waiting.length > run.subscription.burst) logQueued(deps, run, 'a burst is being posted')
  await updateSpike(deps, run)
  const left = await concludeTries(deps, run, await postWaiting(deps, run, deadline))
  if (run.duplicates.length > 0) await flushCheckpoint(deps, run)
  return left
}

async function postWaiting(
  deps: PollDeps,
  run: SubscriptionRun,
  deadline: number,
): Promise<Deferral | undefined> {
  for (;;) {
    run.waiting = run.waiting.filter(isUndecidedFor(run))
    const message = draftOf(deps, run)
    if (message === undefined) return undefined
    if (deps.stopping.aborted) return defer('stopping')
    if (deps.now() >= deadline) return defer('the time of this turn is over', deps.now())
    if (message.place.kind !== 'thread' && run.checkpoint.burst !== undefined) {
      run.checkpoint = closeBurst(run.checkpoint)
    }
    const end = await postMessage(deps, run, message, deadline)
    if (end.kind === 'leave') return end
  }
}

/** While Slack has taken nothing since it refused something with a code that nobody knows, another mention is tried by itself. */
function draftOf(deps: PollDeps, run: SubscriptionRun): NextMessage | undefined {
  const aside = asideOf(deps, run)
  if (aside.size === 0) return nextMessage(run)
  const mention = nextProbe(run, aside)
  return mention && draftAlone(run, mention)
}

function isUndecidedFor(run: SubscriptionRun): (mention: { id: string }) => boolean {
  const open = isUndecided(run.checkpoint)
  return ({ id }) => open(id)
}
