import {
  type Checkpoint,
  type CheckpointKey,
  checkpointFromReceipts,
  confirmedIn,
  mergeReceipts,
} from '../model/checkpoint.ts'
import { compareIds, type Id } from '../model/id.ts'
import type { Receipt, RefusalScope } from '../model/message.ts'
import type { HistoryResult, PostedMessage, ReadHistory } from '../slack/history.ts'
import {
  checkpointFound,
  lostBehindCopy,
  lostWithDamage,
  lostWithoutBookmark,
  waitsForChoice,
} from './checkpoint-lost.ts'
import { announceSubscription, initialSyncPage, runInitialSync } from './initial-sync.ts'
import { type PollTime, postingTimeMs } from './poll.ts'
import type { PollDeps } from './poll-deps.ts'
import { isReceiptOf, toldBy } from './posting.ts'
import { flushCheckpoint, setCheckpoint } from './save-checkpoint.ts'
import {
  channelProblem,
  channelProblemKey,
  historyProblem,
  historyProblemKey,
  reportHistory,
} from './slack-problems.ts'
import { isSpikeCard, recoverSpike } from './spike-recovery.ts'
import { type Deferral, defer, type RunState, type SubscriptionRun } from './subscription-run.ts'

/** Finds where a subscription is: in the store, else in its channel's receipts; where neither knows, this is its first look. A look that was cut short knows nothing. */
export async function loadCheckpoint(
  deps: PollDeps,
  run: SubscriptionRun,
  time: PollTime,
): Promise<Deferral | undefined> {
  const kept = await deps.checkpoints.load(run.key)
  if (kept.kind !== 'kept')
    return recoverOrSync(deps, run, time, kept.kind === 'damaged' ? kept.reason : undefined)
  run.checkpoint = kept.checkpoint
  // Another process may have settled what this one posted last.
  if (kept.checkpoint.pending === undefined) deps.confirmedPosts.settled(run.key)
  if (kept.unsure) run.state.confirmed = false
  if (kept.restored) {
    run.state.confirmed = false
    run.state.fromBackup = true
    deps.log.warn(
      { ...run.key },
      'a bookmark was damaged: its backup is used, and the channel tells what came after',
    )
  }
  return undefined
}

/** Without a bookmark the channel's newest receipt gives it; only a channel that surely has none makes this the first look. */
async function recoverOrSync(
  deps: PollDeps,
  run: SubscriptionRun,
  time: PollTime,
  damage: string | undefined,
): Promise<Deferral | undefined> {
  const waiting = waitsForChoice(deps, run, false)
  if (waiting !== undefined) return waiting
  const told = await recoverAfterJoining(deps, run)
  const isRead = told.kind !== 'unreachable' && told.kind !== 'unreadable'
  if (isRead) deps.problems.clear(historyProblemKey(run.channel))
  switch (told.kind) {
    case 'unreachable':
      reportHistory(deps, run, told)
      return defer(told.reason, deps.now() + told.afterMs)
    case 'cut-short':
      if (damage !== undefined || told.found || !(await isNewHere(deps, run, told)))
        return lostWithoutBookmark(deps, run, damage)
      break
    case 'recovered':
      await useRecovered(deps, run, told)
      return undefined
    case 'unreadable':
      if (told.extent === 'channel') {
        deps.problems.raise(channelProblemKey(run.channel), channelProblem(run, told.reason))
        return defer(told.reason)
      }
      deps.problems.raise(historyProblemKey(run.channel), historyProblem(run, told.reason))
  }
  return damage === undefined ? syncFromHere(deps, run, time) : lostWithDamage(deps, run, damage)
}

/** Whether a subscription has surely no receipt further back: our bot came into the channel since, or the store knows that it is new. */
async function isNewHere(
  { begun }: PollDeps,
  { key }: SubscriptionRun,
  { joined: duplicate }: { joined: boolean },
) {
  return duplicate || (await begun.isNew(key))
}

async function useRecovered(
  deps: PollDeps,
  run: SubscriptionRun,
  { bookmark: checkpoint, messages }: Extract<Recovery, { kind: 'recovered' }>,
): Promise<void> {
  setCheckpoint(run, checkpoint)
  await recoverSpike(deps, run, messages)
  await deps.begun.note(run.key)
  await flushCheckpoint(deps, run)
  run.state.confirmed = true
  checkpointFound(deps, run)
  const { watermark } = checkpoint
  deps.log.info({ ...run.key, through: watermark }, 'no bookmark: the channel’s receipts give it')
}

async function syncFromHere(
  deps: PollDeps,
  run: SubscriptionRun,
  { signal }: PollTime,
): Promise<Deferral | undefined> {
  const newest = await deps.service.newest(run.alert.id, initialSyncPage, { priority: 'poll', signal })
  // Before the bookmark: once there is one, receipts may follow, and a look that is cut short must not take it for new.
  await deps.begun.note(run.key)
  await runInitialSync(deps, run, newest)
  run.state.confirmed = true
  checkpointFound(deps, run)
  return announceSubscription(deps, run, newest, deps.now() + postingTimeMs)
}

/** The bot joins a public channel once, before its first look; someone who removes it later means it. */
async function recoverAfterJoining(deps: PollDeps, run: SubscriptionRun): Promise<Recovery> {
  const told = await recoverCheckpoint(deps, run)
  if (told.kind !== 'unreadable' || told.reason !== 'not_in_channel') return told
  await deps.channels.join(run.channel)
  return recoverCheckpoint(deps, run)
}

/**
 * What a channel tells of a subscription without a bookmark. `silent`: there is no receipt of it. `cut-short`: there is more than was read;
 * `found`: some of its receipts were, and `joined`: our bot came into the channel since.
 */
type Recovery =
  | { kind: 'recovered'; bookmark: Checkpoint; messages: PostedMessage[] }
  | { kind: 'silent' }
  | { kind: 'cut-short'; found: boolean; joined: boolean }
  | { kind: 'unreadable'; reason: string; extent: RefusalScope }
  | Extract<HistoryResult, { kind: 'unreachable' }>

type ReceiptMessage = { receipt: Receipt; ts: string; isParent: boolean; isOfStorm: boolean }

/**
 * Reads a bookmark out of the receipts in a channel, newest first. The newest tells `through`; what is settled above it stands
 * in the receipts before, back to the first one that covers nothing above it (posts go up in ids, so none before does). The
 * card of a storm covers nothing by itself, and is no such end.
 */
async function recoverCheckpoint(
  { readHistory, now }: { readHistory: ReadHistory; now: () => number },
  { channel, key, state }: Pick<SubscriptionRun, 'channel' | 'key' | 'state'>,
): Promise<Recovery> {
  const seen = await readHistory({ channel }, (messages) => reachesBack(receiptsOf(key, messages)))
  if (seen.kind !== 'seen') return seen
  const told = receiptsOf(key, seen.messages)
  const newest = told[0]
  const cutShort = {
    kind: 'cut-short' as const,
    found: newest !== undefined,
    joined: seen.messages.some(({ joined: duplicate }) => duplicate),
  }
  if (seen.bounded && !reachesBack(told)) return cutShort
  if (newest === undefined) return { kind: 'silent' }
  const parents = told.flatMap(({ isParent, ts }) => (isParent ? [ts] : []))
  const threads = await readThreads(readHistory, state, { channel, parents }, now)
  if (threads.kind !== 'seen') return threads
  if (threads.bounded) return cutShort
  const messages = [...seen.messages, ...threads.messages]
  const all = receiptsOf(key, messages)
  const { through: watermark, posted } = toldBy(all.map(({ receipt }) => receipt))
  const lastTs = all.reduce((latest, { ts }) => (ts > latest ? ts : latest), newest.ts)
  return { kind: 'recovered', bookmark: checkpointFromReceipts(watermark, posted, lastTs, now()), messages }
}

function receiptsOf(key: CheckpointKey, messages: PostedMessage[]): ReceiptMessage[] {
  return messages.flatMap((message) => {
    const { receipt, ts, replies } = message
    if (receipt === undefined || !isReceiptOf(key, message)) return []
    return [
      {
        receipt,
        ts,
        isParent: mayHaveThread(key, message),
        isOfStorm: receipt.ids.length === 0 && (isSpikeCard(key, message) || replies > 0),
      },
    ]
  })
}

function reachesBack(told: ReceiptMessage[]): boolean {
  const watermark = told[0]?.receipt.through
  return (
    watermark !== undefined &&
    told.some(({ receipt, isOfStorm }) => !isOfStorm && coversNothingAbove(receipt.ids, watermark))
  )
}

const coversNothingAbove = (ids: Id[], watermark: Id) => ids.every((id) => compareIds(id, watermark) <= 0)

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

/** What nobody has gone on with for so long is read again, in ms: another process may have posted there. */
const threadsKeptMs = 10 * 60_000

/**
 * Reads the replies to some of our messages (by `ts`), as one look. Slack takes about fifty such calls a minute, of all
 * subscriptions together: what was read before it took no more is remembered, and the next turn goes on from there. Or those that
 * have lost their bookmarks at once would keep each other from ever reading to the end.
 */
async function readThreads(
  look: ReadHistory,
  state: RunState,
  { channel, parents }: { channel: string; parents: string[] },
  now: () => number,
): Promise<HistoryResult> {
  const known = state.threads
  let bounded = false
  const isFresh = known?.channel === channel && now() - known.at < threadsKeptMs
  const byParent = isFresh ? known.byParent : new Map<string, PostedMessage[]>()
  for (const parent of parents.filter((ts) => !byParent.has(ts))) {
    const replies = await look({ channel, thread: parent })
    if (replies.kind !== 'seen') return replies
    byParent.set(parent, replies.messages)
    bounded ||= replies.bounded
    state.threads = { channel, at: now(), byParent }
  }
  delete state.threads
  return { kind: 'seen', messages: parents.flatMap((ts) => byParent.get(ts) ?? []), bounded }
}

/**
 * Whether replies of ours may stand below one of our messages: history says so, or it is the parent of a burst (which covers
 * several mentions) or the card of a storm. Where history tells no replies at all, a thread that is not read would come twice.
 */
function mayHaveThread(key: CheckpointKey, message: PostedMessage): boolean {
  if (message.replies > 0) return true
  const coversSeveral = (message.receipt?.ids.length ?? 0) > 1
  return message.thread === undefined && (coversSeveral || isSpikeCard(key, message))
}
