import { announced, closeBurst, intend, settle, settlePost, withdraw } from '../decide/bookmark.ts'
import { rungs } from '../messages/ladder.ts'
import { receiptMark, withReceiptMark } from '../messages/receipt-mark.ts'
import type { Bookmark, Intent } from '../model/bookmark.ts'
import type { Content } from '../model/message.ts'
import type { Delivered, Extent, Outcome } from '../model/outcome.ts'
import { resolveDoubt } from './doubt.ts'
import type { Draft } from './draft.ts'
import { rememberFirst } from './joining.ts'
import type { TurnDeps } from './ports.ts'
import { channelKey, channelTrouble, workspaceKey, workspaceTrouble } from './slack-troubles.ts'
import { keep, type Leave, leave, receiptOf, type Watch } from './watch.ts'

/** How the posting of a draft ended: what comes next follows from the bookmark (`go-on`), or the subscription must leave the turn. */
export type DraftEnd = { kind: 'go-on' } | Leave

const goOn: DraftEnd = { kind: 'go-on' }

/** An intent that took longer to write is not acted on, in ms: nobody takes a turn over sooner after a sign of life. */
const longestHesitation = 5000

/**
 * Posts one message: durable intent, post, settling, in this order. A message that Slack refuses goes down the ladder, rung by
 * rung; one that no rung gets through settles as rejected. `patienceUntil` (UTC, ms): no wait for Slack lasts longer.
 */
export async function postDraft(
  deps: TurnDeps,
  watch: Watch,
  draft: Draft,
  patienceUntil: number,
): Promise<DraftEnd> {
  let reason = ''
  for (const content of rungs(draft.content, addressesOf(draft))) {
    const waited = await waitForPlace(deps, watch, patienceUntil)
    if (waited !== undefined) return waited
    const outcome = await attempt(deps, watch, draft, content)
    const end = await conclude(deps, watch, draft, outcome)
    if (end.kind !== 'next-rung') return end
    reason = end.reason
  }
  return giveUp(deps, watch, draft, reason)
}

async function waitForPlace(
  deps: TurnDeps,
  { channel }: Watch,
  patienceUntil: number,
): Promise<Leave | undefined> {
  const patience = Math.max(0, patienceUntil - deps.now())
  const wait = await deps.pace.take(channel, patience)
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
  }
  await keep(deps, watch, intend(watch.bookmark, intent))
  // Frozen meanwhile, this process may have lost the turn to another one that posts the same.
  if (deps.now() - intent.at > longestHesitation)
    return { kind: 'unknown', reason: 'this process was held up' }
  return deps.post({
    channel: watch.channel,
    content: withReceiptMark(content, receiptMark(watch.key.subscription, watch.key.alert, ids)),
    receipt: receiptOf(watch, ids),
    ...(place.kind === 'thread' ? { thread: place.parent } : {}),
  })
}

type Concluded = DraftEnd | { kind: 'next-rung'; reason: string }

async function conclude(deps: TurnDeps, watch: Watch, draft: Draft, outcome: Outcome): Promise<Concluded> {
  switch (outcome.kind) {
    case 'delivered':
      return delivered(deps, watch, draft, outcome)
    case 'unknown':
      return unknown(deps, watch, outcome.reason)
    case 'deferred':
      await deps.pace.pause(watch.channel, outcome.afterMs)
      await keep(deps, watch, backedOff(watch))
      return goOn
    case 'rejected':
      return rejected(deps, watch, outcome.extent, outcome.reason)
  }
}

async function delivered(
  deps: TurnDeps,
  watch: Watch,
  draft: Draft,
  { ts, receiptKept }: Delivered,
): Promise<DraftEnd> {
  const { intent } = watch.bookmark
  if (intent === undefined) throw new Error('a post without an intent')
  if (!receiptKept)
    deps.log.warn({ channel: watch.channel, ts }, 'Slack took a message and dropped its metadata')
  delete watch.unproven
  recordPosted(deps, watch, draft, ts)
  const [first, ...others] = draft.mentions
  if (first !== undefined && others.length === 0 && draft.place.kind === 'channel')
    await rememberFirst(deps, watch, first, ts)
  await keep(deps, watch, settlePost(watch.bookmark, intent, ts, deps.now(), watch.turnStart))
  deps.troubles.clear(channelKey(watch.channel))
  deps.troubles.clear(workspaceKey)
  return goOn
}

/** One look at once: mostly the message has arrived and only the answer was lost. */
async function unknown(deps: TurnDeps, watch: Watch, reason: string): Promise<DraftEnd> {
  deps.log.warn({ subscription: watch.subscription.name, reason }, 'a post is in doubt')
  const waiting = await resolveDoubt(deps, watch)
  return waiting ?? goOn
}

async function rejected(deps: TurnDeps, watch: Watch, extent: Extent, reason: string): Promise<Concluded> {
  if (extent === 'message') return { kind: 'next-rung', reason }
  if (extent === 'thread') {
    await keep(deps, watch, closeBurst(withdraw(watch.bookmark)))
    return goOn
  }
  await keep(deps, watch, backedOff(watch))
  if (extent === 'channel') deps.troubles.raise(channelKey(watch.channel), channelTrouble(watch, reason))
  else deps.troubles.raise(workspaceKey, workspaceTrouble(reason))
  return leave(reason)
}

/** A message of several mentions is tried one by one; a mention that is refused in every form is settled, visibly. */
async function giveUp(
  deps: TurnDeps,
  watch: Watch,
  { mentions, place }: Draft,
  reason: string,
): Promise<DraftEnd> {
  const ids = mentions.map(({ id }) => id)
  if (place.kind === 'parent' || ids.length > 1) {
    const opens = place.kind === 'parent' ? place.opens : []
    for (const id of ids.length > 0 ? ids : opens) watch.singly.add(id)
    await keep(deps, watch, withdraw(watch.bookmark))
    return goOn
  }
  if (ids.length === 0) {
    deps.log.error({ ...watch.key, reason }, 'Slack takes the line of the first look in no form')
    await keep(deps, watch, announced(withdraw(watch.bookmark)))
    return goOn
  }
  for (const { id, url } of mentions) {
    watch.unrecorded.push({ at: deps.now(), ...watch.key, id, url, became: 'rejected', reason })
  }
  await keep(deps, watch, settle(withdraw(watch.bookmark), ids, deps.now(), watch.turnStart))
  deps.log.error(
    { subscription: watch.subscription.name, ids, reason },
    'Slack takes this mention in no form',
  )
  deps.troubles.raise(`rejected ${ids.join()}`, {
    subscription: watch.subscription.name,
    channel: watch.subscription.channel,
    what: `Slack took mention ${ids.join()} in no form: ${reason}.`,
    whatToDo: 'Look at it in the mention service; the mentions after it go on.',
  })
  return goOn
}

/** The bookmark after a refusal: without the intent, or again with the one of which nobody knows whether it was posted. */
function backedOff({ bookmark, unproven }: Watch): Bookmark {
  return unproven === undefined ? withdraw(bookmark) : intend(bookmark, unproven)
}

function recordPosted(deps: TurnDeps, watch: Watch, { mentions, place }: Draft, ts: string): void {
  const became = place.kind === 'channel' ? 'posted' : 'burst'
  for (const { id, url, sentiment } of mentions) {
    const more = { channel: watch.channel, ts, ...(sentiment === undefined ? {} : { sentiment }) }
    watch.unrecorded.push({ at: deps.now(), ...watch.key, id, url, became, reason: 'passed', ...more })
  }
}

function addressesOf({ mentions }: Draft): string | undefined {
  return mentions.length === 0 ? undefined : mentions.map(({ url }) => url).join('\n')
}
