import { rungs } from '../messages/ladder.ts'
import { digestMark, withReceiptMark } from '../messages/receipt-mark.ts'
import type { DigestIntent, DigestProgress } from '../model/digest-progress.ts'
import type { Content } from '../model/message.ts'
import { type Outcome, type Rejected, wasParentDeleted } from '../model/outcome.ts'
import type { Digest } from '../model/subscription.ts'
import { type Later, later, stoppedDigest, troubleKey } from './begin.ts'
import type { DigestDeps } from './ports.ts'
import { intend, isSame, leaveThread, settle, threadOf, withdraw } from './progress.ts'
import { giveUp, type PartInHand, refusedUnclearly } from './unclear.ts'

/** No wait for the channel's pace lasts longer, in ms. */
const patience = 30_000

/** Posts one part: durable intent, post, settling, in this order. A part that Slack takes in no form settles without `ts`. */
export async function postPart(
  deps: DigestDeps,
  digest: Digest,
  progress: DigestProgress,
  part: number,
): Promise<Later | undefined> {
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
): Promise<Concluded> {
  const waited = await takePlace(deps, progress.channel)
  if (waited !== undefined) return waited
  const intent = { part, by: deps.self, at: deps.now() }
  const kept = await deps.progress.change(digest.name, (current) => current && intend(current, intent))
  if (!isSame(kept?.intent, intent)) return later(deps, 'another process posts it')
  const outcome = await post(deps, { digest, progress, intent }, form)
  if (outcome.kind === 'delivered') deps.charts.took(content, form)
  return conclude(deps, { digest, progress, intent }, outcome)
}

/** The message, the same without charts, then plainer and plainer. */
function formsOf({ charts }: DigestDeps, content: Content): Content[] {
  const forms = charts.forms(content)
  return [...forms, ...[...rungs(forms.at(-1) ?? content)].slice(1)]
}

async function takePlace(deps: DigestDeps, channel: string): Promise<Later | undefined> {
  const wait = await deps.pace.take(channel, patience)
  if (wait > patience) return later(deps, 'the channel is at its limit', wait)
  if (wait > 0) await deps.sleep(wait)
  return deps.stopping.aborted ? later(deps, 'stopping') : undefined
}

/** A part of a digest, under its intent. */
type Intended = { digest: Digest; progress: DigestProgress; intent: DigestIntent }

function post(
  deps: DigestDeps,
  { digest: { name }, progress, intent }: Intended,
  form: Content,
): Promise<Outcome> {
  const { channel, period } = progress
  const digest = { digest: name, period, part: intent.part }
  const thread = threadOf(progress, intent.part)
  return deps.post({
    channel,
    content: withReceiptMark(form, digestMark(digest)),
    digest,
    ...(thread === undefined ? {} : { thread }),
  })
}

/** `isUnclear`: refused with a code that nobody knows. */
type Concluded = { kind: 'go-on' } | { kind: 'refused'; reason: string; isUnclear: boolean } | Later

async function conclude(
  deps: DigestDeps,
  { digest, progress, intent }: Intended,
  outcome: Outcome,
): Promise<Concluded> {
  if (outcome.kind === 'unknown') return later(deps, `in doubt: ${outcome.reason}`, deps.doubtMs)
  if (outcome.kind === 'delivered') {
    deps.answered.set(digest.name, { intent, ts: outcome.ts })
    await deps.progress.change(digest.name, (current) => current && settle(current, intent, outcome.ts))
    deps.answered.delete(digest.name)
    deps.unclear.delete(digest.name)
    deps.troubles.clear(troubleKey(digest.name))
    return { kind: 'go-on' }
  }
  await deps.progress.change(digest.name, (current) => current && withdraw(current, intent))
  if (outcome.kind === 'deferred') {
    await deps.pace.pause(progress.channel, outcome.afterMs)
    return later(deps, outcome.reason, outcome.afterMs)
  }
  if (outcome.extent !== 'thread' || wasParentDeleted(outcome.reason)) return refused(deps, digest, outcome)
  await deps.progress.change(digest.name, (current) => current && leaveThread(current))
  return { kind: 'go-on' }
}

/** A plainer form helps where the message is to blame; a thread whose parent was deleted takes none; all else is for a person. */
function refused(deps: DigestDeps, { name, channel }: Digest, { extent, reason }: Rejected): Concluded {
  if (extent === 'message' || extent === 'thread' || extent === 'unclear')
    return { kind: 'refused', reason, isUnclear: extent === 'unclear' }
  const what = `Slack does not take the digest '${name}' for ${channel}: ${reason}.`
  const whatToDo =
    'Invite the bot to the channel, or correct it in the configuration; it is tried again for a day.'
  const stops = stoppedDigest(name)
  deps.troubles.raise(troubleKey(name), { stops, channel, code: reason, what, whatToDo })
  return later(deps, reason)
}
