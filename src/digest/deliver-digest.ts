import { fallbacksOf } from '../messages/fallbacks.ts'
import type { DigestProgress, PendingDigestPart } from '../model/digest-progress.ts'
import {
  type Content,
  type DigestReceipt,
  type PostOutcome,
  type Rejected,
  wasParentDeleted,
} from '../model/message.ts'
import type { Digest } from '../model/subscription.ts'
import type { PostedMessage } from '../slack/history.ts'
import { digestMark, withReceiptMark } from '../slack/receipt-mark.ts'
import type { DigestDeps } from './digest-dependencies.ts'
import { digestPeriod, isWithinCatchUp } from './digest-period.ts'
import {
  type DueDigest,
  digestProblemKey,
  type RetryLater,
  retryLater,
  startDigest,
  stoppedByProblem,
} from './start-digest.ts'
import { giveUp, type PartInHand, refusedUnclearly } from './unknown-errors.ts'

/** How sending a digest ended: `not-due`: there is no slot within the last day; `done`: its period is posted, now or before. */
export type SendResult = { kind: 'not-due' } | { kind: 'done' } | RetryLater

/**
 * Sends what is due of a digest, once a period: what is not posted of it yet is posted part by part, each under an intent. Rejects
 * where the store cannot be read or written.
 */
export async function sendDigest(deps: DigestDeps, digest: Digest): Promise<SendResult> {
  const slot = deps.lastSlot(digest)
  if (slot === undefined || !isWithinCatchUp(slot, deps.now())) return { kind: 'not-due' }
  const due = { digest, slot, period: digestPeriod(slot, digest.timezone, digest.period) }
  for (;;) {
    const progress = await loadOrStart(deps, due)
    if ('kind' in progress) return progress
    const { pending } = progress
    const part = nextPart(progress)
    if (pending === undefined && part === undefined) {
      await deps.progress.change(digest.name, (current) => current && dropMessages(current))
      return { kind: 'done' }
    }
    const end =
      pending === undefined
        ? await postPart(deps, digest, progress, part ?? 0)
        : await resolveUnconfirmed(deps, digest.name, progress, pending)
    if (end !== undefined) return end
  }
}

async function loadOrStart(deps: DigestDeps, due: DueDigest): Promise<DigestProgress | RetryLater> {
  const known = await deps.progress.find(due.digest.name)
  return known?.period === due.period.key ? known : startDigest(deps, due)
}

/** No wait for the channel's pace lasts longer, in ms. */
const maxChannelWaitMs = 30_000

/** Posts one part: durable intent, post, settling, in this order. A part that Slack takes in no form settles without `ts`. */
async function postPart(
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

/** Our clock may be wrong by this much, in ms: a look begins so much before the intent. */
const clockSkewMs = 86_400_000

/**
 * Ends the doubt about a part that may have been posted: what Slack answered this process, or else the channel, tells. Where it is not
 * found, it waits until `doubtMs` have passed since the sending (Slack may store late), and is then free to be posted again.
 */
async function resolveUnconfirmed(
  deps: DigestDeps,
  name: string,
  progress: DigestProgress,
  pending: PendingDigestPart,
): Promise<RetryLater | undefined> {
  const answered = deps.confirmedPosts.get(name)
  if (isSamePart(answered?.intent, pending)) return commitFound(deps, name, pending, answered?.ts)
  const { channel, period } = progress
  const thread = threadOf(progress, pending.part)
  const oldest = ((pending.at - clockSkewMs) / 1000).toFixed(6)
  const receipt = { digest: name, period, part: pending.part }
  const isPart = (message: PostedMessage) => hasReceipt(message, receipt)
  const place = { channel, oldest, ...(thread === undefined ? {} : { thread }) }
  const history = await deps.readHistory(place, (messages) => messages.some(isPart))
  if (history.kind === 'unreachable')
    return retryLater(deps, `in doubt, and ${history.reason}`, history.afterMs)
  const found = history.kind === 'seen' ? history.messages.find(isPart) : undefined
  if (found !== undefined) return commitFound(deps, name, pending, found.ts)
  const left = pending.at + deps.unconfirmedMs - deps.now()
  if (left > 0) return retryLater(deps, 'in doubt', left)
  await deps.progress.change(name, (current) => current && abandonPart(current, pending))
  return undefined
}

async function commitFound(
  deps: DigestDeps,
  name: string,
  pending: PendingDigestPart,
  ts: string | undefined,
): Promise<undefined> {
  await deps.progress.change(name, (current) => current && commitPart(current, pending, ts))
  deps.confirmedPosts.delete(name)
  deps.log.info({ digest: name, ts }, 'a post in doubt has arrived')
}

/** By its receipt, or (where Slack dropped the metadata) by the mark in the first block. */
function hasReceipt({ digest, mark }: PostedMessage, receipt: DigestReceipt): boolean {
  if (digest === undefined) return mark === digestMark(receipt)
  return digest.digest === receipt.digest && digest.period === receipt.period && digest.part === receipt.part
}

/** The part that is to be posted next; nothing when all are settled, or when there is no parent to hang the others on. */
function nextPart({ messages, done: settled }: DigestProgress): number | undefined {
  const next = messages.findIndex((_, part) => !settled.some((done) => done.part === part))
  return next === -1 || (next > 0 && parentTs(settled) === undefined) ? undefined : next
}

/** Slack's `ts` of the parent, once it is known. */
function parentTs(settled: DigestProgress['done']): string | undefined {
  return settled.find(({ part }) => part === 0)?.ts
}

/** The thread into which a part goes; none for the parent, and where that takes no replies. */
export function threadOf({ done, inChannel }: DigestProgress, part: number): string | undefined {
  return part === 0 || inChannel ? undefined : parentTs(done)
}

/** With what is left to be posted into the channel. */
export function leaveThread(current: DigestProgress): DigestProgress {
  return { ...current, inChannel: true }
}

/** With the intent, unless somebody else has one or has settled that part: the only state from which a post may be made. */
export function setPending(current: DigestProgress, pending: PendingDigestPart): DigestProgress {
  return current.pending === undefined && nextPart(current) === pending.part
    ? { ...current, pending }
    : current
}

/** With the part of the intent settled; without `ts`: Slack takes it in no form. */
export function commitPart(current: DigestProgress, pending: PendingDigestPart, ts?: string): DigestProgress {
  if (!isSamePart(current.pending, pending)) return current
  const done = [...current.done, { part: pending.part, ...(ts === undefined ? {} : { ts }) }]
  return abandonPart({ ...current, done }, pending)
}

/** Without the intent, for a post that surely did not happen. */
function abandonPart(current: DigestProgress, pending: PendingDigestPart): DigestProgress {
  if (!isSamePart(current.pending, pending)) return current
  const { pending: _withdrawn, ...rest } = current
  return rest
}

/** Without its messages, which nobody needs any more. */
function dropMessages(current: DigestProgress): DigestProgress {
  return current.messages.length === 0 ? current : { ...current, messages: [] }
}

/** Whether two intents are one: the same process at the same moment about the same part. */
function isSamePart(one: PendingDigestPart | undefined, other: PendingDigestPart): boolean {
  return one?.part === other.part && one.by === other.by && one.at === other.at
}
