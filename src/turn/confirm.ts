import { adopt, confirmedIn } from '../decide/bookmark.ts'
import type { Look, Posted } from '../deliver/history.ts'
import { move, save } from './keep.ts'
import { lostBehindCopy, placeFound, waitsForChoice } from './place-lost.ts'
import type { TurnDeps } from './ports.ts'
import { readThreads } from './read-threads.ts'
import { isOf, toldBy } from './receipt.ts'
import { tellHistory } from './slack-troubles.ts'
import { takeUpStorm } from './storm/take-up.ts'
import { mayHaveThread } from './thread-of.ts'
import { type Leave, leave, type Watch } from './watch.ts'

/**
 * Before the first post of a process: what the channel has beyond the bookmark is settled, because the bookmark may come from
 * a backup. One look a subscription.
 */
export async function confirm(deps: TurnDeps, watch: Watch): Promise<Leave | undefined> {
  if (watch.memory.confirmed) return undefined
  const waiting = waitsForChoice(deps, watch, true)
  if (waiting !== undefined) return waiting
  const { lastTs, burst, storm } = watch.bookmark
  const parents = [burst?.thread, storm?.thread].filter((ts) => ts !== undefined)
  const oldest = lastTs === undefined ? undefined : [lastTs, ...parents].sort()[0]
  const look = await lookWithThreads(deps, watch, oldest)
  tellHistory(deps, watch, look)
  if (look.kind === 'unreachable')
    return leave(`the channel cannot be read: ${look.reason}`, deps.now() + look.afterMs)
  if (look.kind === 'seen' && look.bounded && isOldCopy(watch, look.messages))
    return lostBehindCopy(deps, watch)
  if (look.kind === 'seen') await takeOver(deps, watch, look.messages)
  // What was taken over is known to the next turn only once it is written.
  await save(deps, watch)
  delete watch.memory.fromBackup
  watch.memory.confirmed = true
  placeFound(deps, watch)
  return undefined
}

/** Whether a bookmark is behind the channel: it comes from its backup, or messages of the subscription are newer than it knows. */
function isOldCopy({ memory, key, bookmark: { lastTs = '' } }: Watch, messages: Posted[]): boolean {
  return memory.fromBackup === true || messages.some((message) => isOf(key, message) && message.ts > lastTs)
}

/** Takes over what the channel shows, all of it or nothing: a look from the newest message on would not see the card of a storm. */
async function takeOver(deps: TurnDeps, watch: Watch, messages: Posted[]): Promise<void> {
  const { bookmark } = watch
  try {
    adoptSeen(watch, messages, deps.now())
    await takeUpStorm(deps, watch, messages)
  } catch (error) {
    watch.bookmark = bookmark
    throw error
  }
}

/** The messages of a channel from `oldest` on, with the replies to those of ours that may have any. */
async function lookWithThreads(deps: TurnDeps, watch: Watch, oldest: string | undefined): Promise<Look> {
  const look = await deps.look({ channel: watch.channel, ...(oldest === undefined ? {} : { oldest }) })
  if (look.kind !== 'seen') return look
  const parents = look.messages.filter(
    (message) => isOf(watch.key, message) && mayHaveThread(watch.key, message),
  )
  const threads = { channel: watch.channel, parents: parents.map(({ ts }) => ts) }
  const replies = await readThreads(deps.look, watch.memory, threads, deps.now)
  if (replies.kind !== 'seen') return replies
  const bounded = look.bounded || replies.bounded
  return { ...look, bounded, messages: [...look.messages, ...replies.messages] }
}

function adoptSeen(watch: Watch, messages: Posted[], now: number): void {
  const { bookmark, key } = watch
  const ours = messages.filter((message) => isOf(key, message))
  const [lastTs] = ours.map(({ ts }) => ts).toSorted((a, b) => (a > b ? -1 : 1))
  if (lastTs === undefined) return
  const receipts = ours.flatMap(({ receipt }) => receipt ?? [])
  const told = toldBy(receipts, [bookmark.through, confirmedIn(bookmark)])
  move(watch, adopt(bookmark, { ...told, lastTs }, now, watch.turnStart))
}
