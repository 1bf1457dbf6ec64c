import { intend } from '../decide/bookmark.ts'
import { rungs } from '../messages/ladder.ts'
import { withReceiptMark } from '../messages/receipt-mark.ts'
import type { Intent } from '../model/bookmark.ts'
import type { Content } from '../model/message.ts'
import type { Outcome } from '../model/outcome.ts'
import { backedOff, conclude, type DraftEnd, goOn } from './conclude.ts'
import { type Draft, parentOf } from './draft.ts'
import { giveUp } from './give-up.ts'
import { keep, save } from './keep.ts'
import type { TurnDeps } from './ports.ts'
import { markOf, receiptOf } from './receipt.ts'
import { blame, blameThread, noLongerRefused, setAside } from './unclear.ts'
import { type Leave, leave, type Watch } from './watch.ts'

/** An intent that took longer to write is not acted on, in ms: nobody takes a turn over sooner after a sign of life. */
const longestHesitation = 5000

/** A longer wait for a place in a channel is not sat out, in ms: the other subscriptions of the turn wait for its end. */
const longestWait = 5000

/**
 * Posts one message: durable intent, post, settling, in this order; the settling is written with the next intent, or before a wait.
 * A message that Slack refuses goes down the ladder, rung by rung; one that no rung gets through settles as rejected, if the message is
 * to blame for it.
 * `patienceUntil` (UTC, ms): no wait for Slack lasts longer.
 */
export async function postDraft(
  deps: TurnDeps,
  watch: Watch,
  draft: Draft,
  patienceUntil: number,
): Promise<DraftEnd> {
  let reason = ''
  let unclear: string | undefined
  for (const content of rungs(draft.content, addressesOf(draft))) {
    const waited = await waitForPlace(deps, watch, patienceUntil)
    if (waited !== undefined && unclear !== undefined) {
      // Not all forms were tried, so nothing is to blame yet; but it is refused, and has to pause as what was refused in every form.
      await keep(deps, watch, backedOff(watch))
      setAside(deps, watch, draft, unclear)
    }
    if (waited !== undefined) return waited
    const outcome = await attempt(deps, watch, draft, content)
    const end = await conclude(deps, watch, draft, outcome)
    if (end.kind !== 'next-rung') return end
    reason = end.reason
    if (end.isUnclear) unclear = end.reason
  }
  return unclear === undefined
    ? giveUp(deps, watch, draft, reason)
    : refusedUnclearly(deps, watch, draft, unclear)
}

/** Only what is known to be to blame is given up. Everything else is set aside: another message is to be tried. */
async function refusedUnclearly(
  deps: TurnDeps,
  watch: Watch,
  draft: Draft,
  reason: string,
): Promise<DraftEnd> {
  const blamed = blame(deps, watch, draft)
  if (blamed === 'message') {
    const end = await giveUp(deps, watch, draft, reason)
    noLongerRefused(deps, watch, draft)
    return end
  }
  await keep(deps, watch, backedOff(watch))
  const parent = parentOf(draft)
  if (blamed === 'thread' && parent !== undefined) await blameThread(deps, watch, parent, reason)
  else setAside(deps, watch, draft, reason)
  // The doubt about a message that may have been posted must not be replaced by the intent of another one.
  return watch.unproven === undefined ? goOn : leave(reason)
}

async function waitForPlace(deps: TurnDeps, watch: Watch, patienceUntil: number): Promise<Leave | undefined> {
  const patience = Math.min(longestWait, Math.max(0, patienceUntil - deps.now()))
  const wait = await deps.pace.take(watch.channel, patience)
  if (wait > 0) await save(deps, watch)
  if (wait > patience) return leave('the channel is at its limit', deps.now() + wait)
  if (wait > 0) await deps.sleep(wait)
  return deps.stopping.aborted ? leave('stopping') : undefined
}

async function attempt(deps: TurnDeps, watch: Watch, draft: Draft, content: Content): Promise<Outcome> {
  const ids = draft.mentions.map(({ id }) => id)
  const { place } = draft
  const intent: Intent = {
    channel: watch.channel,
    ids,
    at: deps.now(),
    ...(place.kind === 'thread' ? { thread: place.parent } : {}),
    ...(place.kind === 'parent' ? { opens: place.opens } : {}),
    ...(place.kind === 'storm' ? { storm: place.said } : {}),
    ...(draft.prints === undefined ? {} : { prints: draft.prints }),
  }
  await keep(deps, watch, intend(watch.bookmark, intent))
  // Frozen meanwhile, this process may have lost the turn to another one that posts the same.
  if (deps.now() - intent.at > longestHesitation)
    return { kind: 'unknown', reason: 'this process was held up' }
  return deps.post({
    channel: watch.channel,
    content: withReceiptMark(content, markOf(watch.key, intent)),
    // The line that calls people is no receipt: one without ids would end the search for what was posted before it.
    ...(intent.storm === 'call' ? {} : { receipt: receiptOf(watch, ids) }),
    ...(place.kind === 'thread' ? { thread: place.parent } : {}),
  })
}

function addressesOf({ mentions }: Draft): string | undefined {
  return mentions.length === 0 ? undefined : mentions.map(({ url }) => url).join('\n')
}
