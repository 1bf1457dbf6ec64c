import { settlePost, withdraw } from '../decide/bookmark.ts'
import type { Look, Posted } from '../deliver/history.ts'
import type { Intent } from '../model/bookmark.ts'
import { type PostedReason, postedReason, rememberFirst } from './first-card.ts'
import { keep } from './keep.ts'
import type { TurnDeps } from './ports.ts'
import { markOf } from './receipt.ts'
import { tellHistory } from './slack-troubles.ts'
import { type Leave, leave, type Watch } from './watch.ts'

/** Where Slack's clock has told nothing yet, a look begins so much before the intent, in ms: ours may be wrong. */
const skew = 86_400_000

/**
 * Ends the doubt about the intent of a bookmark: what Slack answered this process, or else the channel, tells whether it was posted. If
 * it was, it is settled. If not, the subscription waits until `doubtMs` have passed since the sending (Slack may store late), and is
 * then free to post again.
 */
export async function resolveDoubt(deps: TurnDeps, watch: Watch): Promise<Leave | undefined> {
  const { intent } = watch.bookmark
  if (intent === undefined) return undefined
  const answered = deps.answers.tsOf(watch.key, intent)
  if (answered !== undefined) return settleFound(deps, watch, intent, answered)
  const lookedAt = deps.now()
  const isIt = (message: Posted) => covers(watch, intent, message)
  const look = reachingBack(await deps.look(placeOf(watch, intent), (messages) => messages.some(isIt)), {
    isIt,
    intent,
  })
  tellHistory(deps, watch, look)
  if (look.kind === 'unreachable') return leave(`in doubt, and ${look.reason}`, deps.now() + look.afterMs)
  const found = look.kind === 'seen' ? look.messages.find(isIt) : undefined
  if (found !== undefined) return settleFound(deps, watch, intent, found.ts)
  const end = startOf(watch, intent, lookedAt) + deps.doubtMs
  if (lookedAt < end) return leave('in doubt', end)
  if (look.kind === 'unreadable') watch.unproven = intent
  watch.bookmark = withdraw(watch.bookmark)
  return undefined
}

/**
 * A look that was cut short before it came to the time of the post, and has not found it, tells nothing: as one that could not be made. Our
 * clock may differ from Slack's.
 */
function reachingBack(
  look: Look,
  { isIt, intent }: { isIt: (message: Posted) => boolean; intent: Intent },
): Look {
  if (look.kind !== 'seen' || !look.bounded || look.messages.some(isIt)) return look
  const isBehind = look.backTo !== undefined && Number(look.backTo) * 1000 < intent.at - skew
  return isBehind ? look : { kind: 'unreadable', reason: 'history_too_long', extent: 'message' }
}

/** When a doubt began. Where the clock was set back since, that is its first look: it must not last for as long as the clock went back. */
function startOf({ memory }: Watch, { at: sentAt }: Intent, now: number): number {
  const seenAt = memory.doubt?.sentAt === sentAt ? Math.min(memory.doubt.seenAt, now) : now
  memory.doubt = { sentAt, seenAt }
  return Math.min(sentAt, seenAt)
}

/** Settles a post that has arrived. Where that cannot be written it throws, and nothing else is posted before it can. */
async function settleFound(deps: TurnDeps, watch: Watch, intent: Intent, ts: string): Promise<undefined> {
  const first = await rememberFirst(deps, watch, intent, ts)
  recordFound(deps, watch, intent, { ts, ...postedReason(first, intent) })
  await keep(deps, watch, settlePost(watch.bookmark, { intent, ts }, deps.now(), watch.turnStart))
  deps.log.info({ subscription: watch.subscription.name, ts }, 'a post in doubt has arrived')
}

/** What a mention's address is, only the turn in which it was posted knows: where that is over, the entry has none. */
function recordFound(
  deps: TurnDeps,
  watch: Watch,
  intent: Intent,
  told: PostedReason & { ts: string },
): void {
  const became = intent.thread === undefined && intent.opens === undefined ? 'posted' : 'burst'
  const urls = new Map(watch.waiting.map(({ id, url }) => [id, url]))
  for (const id of intent.ids) {
    const url = urls.get(id) ?? intent.prints?.url ?? ''
    const { channel } = intent
    watch.unrecorded.push({ at: deps.now(), ...watch.key, id, url, became, channel, ...told })
  }
}

/** From the message before on, by Slack's own clock: ours may have jumped. */
function placeOf({ bookmark }: Watch, { channel, thread, at }: Intent) {
  const oldest = bookmark.lastTs ?? ((at - skew) / 1000).toFixed(6)
  return thread === undefined ? { channel, oldest } : { channel, thread, oldest }
}

/** A receipt, or (where Slack dropped the metadata) the mark in the first block; never of a message that was settled before. */
function covers({ key, bookmark }: Watch, intent: Intent, { ts, receipt, mark }: Posted): boolean {
  if (ts === bookmark.lastTs) return false
  if (receipt === undefined) return mark === markOf(key, intent)
  const same = receipt.subscription === key.subscription && receipt.alert === key.alert
  return same && intent.storm !== 'call' && receipt.ids.join() === intent.ids.join()
}
