import { intend, settlePost, withdraw } from '../decide/bookmark.ts'
import type { Bookmark } from '../model/bookmark.ts'
import type { Delivered, Extent, Outcome } from '../model/outcome.ts'
import { resolveDoubt } from './doubt.ts'
import { type Draft, parentOf } from './draft.ts'
import { type PostedReason, postedReason, rememberFirst } from './first-card.ts'
import { keep, move } from './keep.ts'
import type { TurnDeps } from './ports.ts'
import { channelKey, channelTrouble, workspaceKey, workspaceTrouble } from './slack-troubles.ts'
import { noteReplyTaken, noteThreadRefused, withoutThread } from './threads.ts'
import { noLongerRefused } from './unclear.ts'
import { type Leave, leave, type Watch } from './watch.ts'

/** Posted within this time, in ms, and at most so many: they are told with a storm that begins after them. */
export const recentMs = 60 * 60_000
const mostRecent = 200

/** How the posting of a draft ended: what comes next follows from the bookmark (`go-on`), or the subscription must leave the turn. */
export type DraftEnd = { kind: 'go-on' } | Leave

/** What comes next follows from the bookmark. */
export const goOn: DraftEnd = { kind: 'go-on' }

/** The end of a draft, or that its next, plainer form is to be tried. `isUnclear`: nobody knows whether the message is to blame. */
type Concluded = DraftEnd | { kind: 'next-rung'; reason: string; isUnclear: boolean }

/** Draws the consequence of an outcome: settles, waits, goes down the ladder, or stops the channel or the workspace, visibly. */
export async function conclude(
  deps: TurnDeps,
  watch: Watch,
  draft: Draft,
  outcome: Outcome,
): Promise<Concluded> {
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
      return rejected(deps, watch, draft, outcome)
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
  deps.answers.note(watch.key, { intent, ts })
  const first = await rememberFirst(deps, watch, intent, ts)
  recordPosted(deps, watch, draft, { ts, ...postedReason(first, intent) })
  // Written together with the next intent, or before the next wait: until then the intent on the disk is a doubt that ends well.
  move(watch, settlePost(watch.bookmark, { intent, ts }, deps.now(), watch.turnStart))
  deps.troubles.clear(channelKey(watch.channel))
  deps.troubles.clear(workspaceKey)
  if (draft.place.kind === 'thread') noteReplyTaken(watch)
  noLongerRefused(deps, watch, draft)
  return goOn
}

/**
 * One look at once: mostly the message has arrived and only the answer was lost. One that has not is posted again in another turn,
 * because the others of this one are waiting for it to end.
 */
async function unknown(deps: TurnDeps, watch: Watch, reason: string): Promise<DraftEnd> {
  const { lastTs } = watch.bookmark
  deps.log.warn({ subscription: watch.subscription.name, reason }, 'a post is in doubt')
  const waiting = await resolveDoubt(deps, watch)
  if (waiting !== undefined) return waiting
  return watch.bookmark.lastTs === lastTs ? leave('to be posted again', deps.now()) : goOn
}

async function rejected(
  deps: TurnDeps,
  watch: Watch,
  draft: Draft,
  { extent, reason }: { extent: Extent; reason: string },
): Promise<Concluded> {
  if (extent === 'message' || extent === 'unclear')
    return { kind: 'next-rung', reason, isUnclear: extent === 'unclear' }
  if (extent === 'thread') {
    noteThreadRefused(watch, reason, deps.now())
    await keep(deps, watch, withdraw(withoutThread(watch, parentOf(draft) ?? '', deps.now())))
    return goOn
  }
  await keep(deps, watch, backedOff(watch))
  if (extent === 'channel') deps.troubles.raise(channelKey(watch.channel), channelTrouble(watch, reason))
  else deps.troubles.raise(workspaceKey, workspaceTrouble(reason))
  return leave(reason)
}

/** The bookmark after a refusal: without the intent, or again with the one of which nobody knows whether it was posted. */
export function backedOff({ bookmark, unproven }: Watch): Bookmark {
  return unproven === undefined ? withdraw(bookmark) : intend(bookmark, unproven)
}

function recordPosted(
  deps: TurnDeps,
  watch: Watch,
  { mentions, place }: Draft,
  told: PostedReason & { ts: string },
): void {
  remember(watch, { mentions, place }, { ts: told.ts, at: deps.now() })
  const became = place.kind === 'channel' ? 'posted' : 'burst'
  for (const { id, url, sentiment } of mentions) {
    const more = { channel: watch.channel, ...told, ...(sentiment === undefined ? {} : { sentiment }) }
    watch.unrecorded.push({ at: deps.now(), ...watch.key, id, url, became, ...more })
  }
}

/** What a storm that begins later wants to know. Bounded: a storm is told by its counts, not by these. */
function remember(
  { memory, weather }: Watch,
  { mentions, place }: Pick<Draft, 'mentions' | 'place'>,
  { ts, at }: { ts: string; at: number },
): void {
  if (weather === undefined) return
  const fresh = mentions.filter(({ id }) => memory.backfill?.has(id) !== true)
  const recent = [...(memory.recent ?? []), ...fresh.map((mention) => ({ mention, at, ts }))]
  memory.recent = recent.filter((one) => one.at > at - recentMs).slice(-mostRecent)
  if (place.kind === 'parent')
    memory.bursts = [...(memory.bursts ?? []), at].filter((burst) => burst > at - recentMs)
}
