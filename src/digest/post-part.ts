import { rungs } from '../messages/ladder.ts'
import { digestMark, withReceiptMark } from '../messages/receipt-mark.ts'
import type { DigestIntent, DigestProgress } from '../model/digest-progress.ts'
import type { Content } from '../model/message.ts'
import type { Outcome, Rejected } from '../model/outcome.ts'
import type { Digest } from '../model/subscription.ts'
import { type Later, later, stoppedDigest, troubleKey } from './begin.ts'
import type { DigestDeps } from './ports.ts'
import { intend, isSame, settle, tsOfParent, withdraw } from './progress.ts'

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
  for (const form of formsOf(deps, content)) {
    const waited = await takePlace(deps, progress.channel)
    if (waited !== undefined) return waited
    const intent = { part, by: deps.self, at: deps.now() }
    const kept = await deps.progress.change(digest.name, (current) => current && intend(current, intent))
    if (!isSame(kept?.intent, intent)) return later(deps, 'another process posts it')
    const outcome = await post(deps, { digest, progress, intent }, form)
    if (outcome.kind === 'delivered') deps.charts.took(content, form)
    const end = await conclude(deps, { digest, progress, intent }, outcome)
    if (end.kind !== 'refused') return end.kind === 'later' ? end : undefined
    deps.log.warn({ digest: digest.name, part, reason: end.reason }, 'Slack refused a form of a digest')
  }
  const intent = { part, by: deps.self, at: deps.now() }
  await deps.progress.change(digest.name, (current) => current && settle(intend(current, intent), intent))
  return undefined
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
  const { channel, period, settled } = progress
  const digest = { digest: name, period, part: intent.part }
  const thread = tsOfParent(settled)
  return deps.post({
    channel,
    content: withReceiptMark(form, digestMark(digest)),
    digest,
    ...(thread === undefined ? {} : { thread }),
  })
}

type Concluded = { kind: 'posted' } | { kind: 'refused'; reason: string } | Later

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
    deps.troubles.clear(troubleKey(digest.name))
    return { kind: 'posted' }
  }
  await deps.progress.change(digest.name, (current) => current && withdraw(current, intent))
  if (outcome.kind === 'deferred') {
    await deps.pace.pause(progress.channel, outcome.afterMs)
    return later(deps, outcome.reason, outcome.afterMs)
  }
  return refused(deps, digest, outcome)
}

/** A plainer form helps where the message is to blame; a thread whose parent has vanished takes none; all else is for a person. */
function refused(deps: DigestDeps, { name, channel }: Digest, { extent, reason }: Rejected): Concluded {
  if (extent === 'message' || extent === 'thread') return { kind: 'refused', reason }
  const what = `Slack does not take the digest '${name}' for ${channel}: ${reason}.`
  const whatToDo =
    'Invite the bot to the channel, or correct it in the configuration; it is tried again for a day.'
  const stops = stoppedDigest(name)
  deps.troubles.raise(troubleKey(name), { stops, channel, code: reason, what, whatToDo })
  return later(deps, reason)
}
