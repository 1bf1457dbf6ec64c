import { confirmedIn, mergeReceipts } from '../decide/bookmark.ts'
import type { HistoryResult, PostedMessage } from '../deliver/history.ts'
import { flushCheckpoint, setCheckpoint } from './keep.ts'
import { checkpointFound, lostBehindCopy, waitsForChoice } from './place-lost.ts'
import type { PollDeps } from './ports.ts'
import { readThreads } from './read-threads.ts'
import { isReceiptOf, toldBy } from './receipt.ts'
import { reportHistory } from './slack-troubles.ts'
import { recoverSpike } from './storm/take-up.ts'
import { mayHaveThread } from './thread-of.ts'
import { type Deferral, defer, type SubscriptionRun } from './watch.ts'

/**
 * Before the first post of a process: what the channel has beyond the bookmark is settled, because the bookmark may come from
 * a backup. One look a subscription.
 */
export async function verifyCheckpoint(deps: PollDeps, run: SubscriptionRun): Promise<Deferral | undefined> {
  if (run.state.confirmed) return undefined
  const waiting = waitsForChoice(deps, run, true)
  if (waiting !== undefined) return waiting
  const { lastTs, burst, spike } = run.checkpoint
  const parents = [burst?.thread, spike?.thread].filter((ts) => ts !== undefined)
  const oldest = lastTs === undefined ? undefined : [lastTs, ...parents].sort()[0]
  const look = await readHistoryWithThreads(deps, run, oldest)
  reportHistory(deps, run, look)
  if (look.kind === 'unreachable')
    return defer(`the channel cannot be read: ${look.reason}`, deps.now() + look.afterMs)
  if (look.kind === 'seen' && look.bounded && isOldCopy(run, look.messages)) return lostBehindCopy(deps, run)
  if (look.kind === 'seen') await adoptReceipts(deps, run, look.messages)
  // What was taken over is known to the next turn only once it is written.
  await flushCheckpoint(deps, run)
  delete run.state.fromBackup
  run.state.confirmed = true
  checkpointFound(deps, run)
  return undefined
}

/** Whether a bookmark is behind the channel: it comes from its backup, or messages of the subscription are newer than it knows. */
function isOldCopy(
  { state, key, checkpoint: { lastTs = '' } }: SubscriptionRun,
  messages: PostedMessage[],
): boolean {
  return (
    state.fromBackup === true || messages.some((message) => isReceiptOf(key, message) && message.ts > lastTs)
  )
}

/** Takes over what the channel shows, all of it or nothing: a look from the newest message on would not see the card of a storm. */
async function adoptReceipts(deps: PollDeps, run: SubscriptionRun, messages: PostedMessage[]): Promise<void> {
  const { checkpoint } = run
  try {
    mergeSeenReceipts(run, messages, deps.now())
    await recoverSpike(deps, run, messages)
  } catch (error) {
    run.checkpoint = checkpoint
    throw error
  }
}

/** The messages of a channel from `oldest` on, with the replies to those of ours that may have any. */
async function readHistoryWithThreads(
  deps: PollDeps,
  run: SubscriptionRun,
  oldest: string | undefined,
): Promise<HistoryResult> {
  const look = await deps.readHistory({ channel: run.channel, ...(oldest === undefined ? {} : { oldest }) })
  if (look.kind !== 'seen') return look
  const parents = look.messages.filter(
    (message) => isReceiptOf(run.key, message) && mayHaveThread(run.key, message),
  )
  const threads = { channel: run.channel, parents: parents.map(({ ts }) => ts) }
  const replies = await readThreads(deps.readHistory, run.state, threads, deps.now)
  if (replies.kind !== 'seen') return replies
  const bounded = look.bounded || replies.bounded
  return { ...look, bounded, messages: [...look.messages, ...replies.messages] }
}

function mergeSeenReceipts(run: SubscriptionRun, messages: PostedMessage[], now: number): void {
  const { checkpoint, key } = run
  const ours = messages.filter((message) => isReceiptOf(key, message))
  const [lastTs] = ours.map(({ ts }) => ts).toSorted((a, b) => (a > b ? -1 : 1))
  if (lastTs === undefined) return
  const receipts = ours.flatMap(({ receipt }) => receipt ?? [])
  const told = toldBy(receipts, [checkpoint.watermark, confirmedIn(checkpoint)])
  setCheckpoint(run, mergeReceipts(checkpoint, { ...told, lastTs }, now, run.pollStart))
}
