import { withPending } from '../decide/bookmark.ts'
import { fallbacksOf } from '../messages/ladder.ts'
import { withReceiptMark } from '../messages/receipt-mark.ts'
import type { PendingPost } from '../model/bookmark.ts'
import type { Content } from '../model/message.ts'
import type { PostOutcome } from '../model/outcome.ts'
import { afterRefusal, handleOutcome, type PostResult, proceed } from './conclude.ts'
import { type NextMessage, parentOf } from './draft.ts'
import { rejectMessage } from './give-up.ts'
import { flushCheckpoint, saveCheckpoint } from './keep.ts'
import type { PollDeps } from './ports.ts'
import { receiptMarkOf, receiptOf } from './receipt.ts'
import { blame, blameThread, noLongerRefused, setAside } from './unclear.ts'
import { type Deferral, defer, type SubscriptionRun } from './watch.ts'

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
