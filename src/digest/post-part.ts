import { fallbacksOf } from '../messages/ladder.ts'
import { digestMark, withReceiptMark } from '../messages/receipt-mark.ts'
import type { DigestProgress, PendingDigestPart } from '../model/digest-progress.ts'
import type { Content } from '../model/message.ts'
import { type PostOutcome, type Rejected, wasParentDeleted } from '../model/outcome.ts'
import type { Digest } from '../model/subscription.ts'
import { digestProblemKey, type RetryLater, retryLater, stoppedByProblem } from './begin.ts'
import type { DigestDeps } from './ports.ts'
import { abandonPart, commitPart, isSamePart, leaveThread, setPending, threadOf } from './progress.ts'
import { giveUp, type PartInHand, refusedUnclearly } from './unclear.ts'

/** No wait for the channel's pace lasts longer, in ms. */
const maxChannelWaitMs = 30_000

/** Posts one part: durable intent, post, settling, in this order. A part that Slack takes in no form settles without `ts`. */
export async function postPart(
  deps: DigestDeps,
  digest: Digest,
  progress: DigestProgress,
  part: number,
): Promise<RetryLater | undefined> {
  const content = progress.messages[part]
  if (content === undefined) return undefined
  let unclear: string | undefined
  for (const form of formsOf(deps, content)) {
    const end = await postForm(deps, { digest, progress, part }, content, form)
    if (end.kind !== 'refused') return end.kind === 'later' ? end : undefined
    if (end.isUnclear) unclear = end.reason
    deps.log.warn({ digest: digest.name, part, reason: end.reason }, 'Slack refused a form of a digest')
  }
  if (unclear !== undefined) return refusedUnclearly(deps, { digest, progress, part }, unclear)
  await giveUp(deps, digest, part)
  return undefined
}

async function postForm(
  deps: DigestDeps,
  { digest, progress, part }: PartInHand,
  content: Content,
  form: Content,
): Promise<PostResult> {
  const waited = await waitForChannel(deps, progress.channel)
  if (waited !== undefined) return waited
  const pending = { part, by: deps.self, at: deps.now() }
  const kept = await deps.progress.change(digest.name, (current) => current && setPending(current, pending))
  if (!isSamePart(kept?.pending, pending)) return retryLater(deps, 'another process posts it')
  const outcome = await sendForm(deps, { digest, progress, intent: pending }, form)
  if (outcome.kind === 'delivered') deps.charts.accepted(content, form)
  return handleOutcome(deps, { digest, progress, intent: pending }, outcome)
}

/** The message, the same without charts, then plainer and plainer. */
function formsOf({ charts }: DigestDeps, content: Content): Content[] {
  const forms = charts.versions(content)
  return [...forms, ...[...fallbacksOf(forms.at(-1) ?? content)].slice(1)]
}

async function waitForChannel(deps: DigestDeps, channel: string): Promise<RetryLater | undefined> {
  const wait = await deps.channelRate.take(channel, maxChannelWaitMs)
  if (wait > maxChannelWaitMs) return retryLater(deps, 'the channel is at its limit', wait)
  if (wait > 0) await deps.sleep(wait)
  return deps.stopping.aborted ? retryLater(deps, 'stopping') : undefined
}

/** A part of a digest, under its intent. */
type PendingPart = { digest: Digest; progress: DigestProgress; intent: PendingDigestPart }

function sendForm(
  deps: DigestDeps,
  { digest: { name }, progress, intent: pending }: PendingPart,
  form: Content,
): Promise<PostOutcome> {
  const { channel, period } = progress
  const digest = { digest: name, period, part: pending.part }
  const thread = threadOf(progress, pending.part)
  return deps.post({
    channel,
    content: withReceiptMark(form, digestMark(digest)),
    digest,
    ...(thread === undefined ? {} : { thread }),
  })
}

/** `isUnclear`: refused with a code that nobody knows. */
type PostResult = { kind: 'go-on' } | { kind: 'refused'; reason: string; isUnclear: boolean } | RetryLater

async function handleOutcome(
  deps: DigestDeps,
  { digest, progress, intent: pending }: PendingPart,
  outcome: PostOutcome,
): Promise<PostResult> {
  if (outcome.kind === 'unknown') return retryLater(deps, `in doubt: ${outcome.reason}`, deps.unconfirmedMs)
  if (outcome.kind === 'delivered') {
    deps.confirmedPosts.set(digest.name, { intent: pending, ts: outcome.ts })
    await deps.progress.change(digest.name, (current) => current && commitPart(current, pending, outcome.ts))
    deps.confirmedPosts.delete(digest.name)
    deps.unclear.delete(digest.name)
    deps.problems.clear(digestProblemKey(digest.name))
    return { kind: 'go-on' }
  }
  await deps.progress.change(digest.name, (current) => current && abandonPart(current, pending))
  if (outcome.kind === 'deferred') {
    await deps.channelRate.pause(progress.channel, outcome.afterMs)
    return retryLater(deps, outcome.reason, outcome.afterMs)
  }
  if (outcome.extent !== 'thread' || wasParentDeleted(outcome.reason))
    return handleRejection(deps, digest, outcome)
  await deps.progress.change(digest.name, (current) => current && leaveThread(current))
  return { kind: 'go-on' }
}

/** A plainer form helps where the message is to blame; a thread whose parent was deleted takes none; all else is for a person. */
function handleRejection(
  deps: DigestDeps,
  { name, channel }: Digest,
  { extent, reason }: Rejected,
): PostResult {
  if (extent === 'message' || extent === 'thread' || extent === 'unclear')
    return { kind: 'refused', reason, isUnclear: extent === 'unclear' }
  const what = `Slack does not take the digest '${name}' for ${channel}: ${reason}.`
  const whatToDo =
    'Invite the bot to the channel, or correct it in the configuration; it is tried again for a day.'
  const stops = stoppedByProblem(name)
  deps.problems.raise(digestProblemKey(name), { stops, channel, code: reason, what, whatToDo })
  return retryLater(deps, reason)
}
