import { isOpen, settle, settlePost, withdraw } from '../decide/bookmark.ts'
import type { Look, Posted } from '../deliver/history.ts'
import { receiptMark } from '../messages/receipt-mark.ts'
import type { Intent } from '../model/bookmark.ts'
import { greatestId } from '../model/id.ts'
import type { TurnDeps } from './ports.ts'
import { historyKey, historyTrouble } from './slack-troubles.ts'
import { keep, type Leave, leave, type Watch } from './watch.ts'

/** Our clock and Slack's may differ by this much, in ms: a look begins so much before the intent. */
const skew = 10 * 60_000

/**
 * Ends the doubt about the intent of a bookmark: the channel tells whether it was posted. If it was, it is settled. If not, the
 * subscription waits until `doubtMs` have passed since the sending (Slack may store late), and is then free to post again.
 */
export async function resolveDoubt(deps: TurnDeps, watch: Watch): Promise<Leave | undefined> {
  const { intent } = watch.bookmark
  if (intent === undefined) return undefined
  const look = await deps.look(placeOf(watch, intent))
  if (look.kind === 'unreachable') return leave(`in doubt, and ${look.reason}`, deps.now() + look.afterMs)
  tellHistory(deps, watch, look)
  const found =
    look.kind === 'seen' ? look.messages.find((message) => covers(watch, intent, message)) : undefined
  if (found !== undefined) {
    await keep(deps, watch, settlePost(watch.bookmark, intent, found.ts, deps.now(), watch.turnStart))
    deps.log.info({ subscription: watch.subscription.name, ts: found.ts }, 'a post in doubt has arrived')
    return undefined
  }
  const end = intent.at + deps.doubtMs
  if (deps.now() < end) return leave('in doubt', end)
  if (look.kind === 'unreadable') watch.unproven = intent
  watch.bookmark = withdraw(watch.bookmark)
  return undefined
}

/**
 * Before the first post of a process: what the channel has beyond the bookmark is settled, because the bookmark may come from
 * a backup. One look a subscription; where nothing is known of an earlier post, there is nothing to look for.
 */
export async function confirm(deps: TurnDeps, watch: Watch): Promise<Leave | undefined> {
  const { lastTs, burst } = watch.bookmark
  if (watch.memory.confirmed || lastTs === undefined) return undefined
  const oldest = burst !== undefined && burst.thread < lastTs ? burst.thread : lastTs
  const look = await lookWithThreads(deps, watch, oldest)
  if (look.kind === 'unreachable')
    return leave(`the channel cannot be read: ${look.reason}`, deps.now() + look.afterMs)
  tellHistory(deps, watch, look)
  if (look.kind === 'seen') adopt(watch, look.messages, deps.now())
  watch.memory.confirmed = true
  return undefined
}

/** The messages of a channel from `oldest` on, with the replies to those of ours that have any. */
export async function lookWithThreads(deps: TurnDeps, watch: Watch, oldest: string): Promise<Look> {
  const look = await deps.look({ channel: watch.channel, oldest })
  if (look.kind !== 'seen') return look
  const parents = look.messages.filter((message) => message.replies > 0 && isOf(watch, message))
  for (const { ts } of parents) {
    const replies = await deps.look({ channel: watch.channel, thread: ts })
    if (replies.kind !== 'seen') return replies
    look.messages.push(...replies.messages)
  }
  return look
}

/** Whether a message carries a receipt of this subscription and alert. */
export function isOf({ key }: Pick<Watch, 'key'>, { receipt }: Posted): boolean {
  return receipt?.subscription === key.subscription && receipt.alert === key.alert
}

function adopt(watch: Watch, messages: Posted[], now: number): void {
  const receipts = messages.filter((message) => isOf(watch, message)).flatMap(({ receipt }) => receipt ?? [])
  const posted = receipts.flatMap(({ ids }) => ids).filter(isOpen(watch.bookmark))
  const through = greatestId(
    receipts.map((receipt) => receipt.through),
    watch.bookmark.through,
  )
  if (posted.length === 0 && through === watch.bookmark.through) return
  watch.bookmark = { ...settle(watch.bookmark, [...new Set(posted)], now, watch.turnStart), through }
  watch.unsaved = true
}

function placeOf({ bookmark }: Watch, { channel, thread, at }: Intent) {
  const slack = ((at - skew) / 1000).toFixed(6)
  const oldest = bookmark.lastTs !== undefined && bookmark.lastTs > slack ? bookmark.lastTs : slack
  return thread === undefined ? { channel, oldest } : { channel, thread, oldest }
}

/** A receipt, or (where Slack dropped the metadata) the mark in the first block. */
function covers({ key }: Watch, { ids }: Intent, { receipt, mark }: Posted): boolean {
  if (receipt === undefined) return mark === receiptMark(key.subscription, key.alert, ids)
  const same = receipt.subscription === key.subscription && receipt.alert === key.alert
  return same && receipt.ids.join() === ids.join()
}

function tellHistory(deps: TurnDeps, watch: Watch, look: Look): void {
  if (look.kind === 'unreadable')
    deps.troubles.raise(historyKey(watch.channel), historyTrouble(watch, look.reason))
  if (look.kind === 'seen') deps.troubles.clear(historyKey(watch.channel))
}
