import type { Ms } from '@overheard/base/time'
import { compareIds } from '@overheard/mention-client/id'
import { isKnownIdentity } from '@overheard/mention-client/identity'
import type { Mention } from '@overheard/mention-client/mention'
import type { PostedMessage } from '../../model/history.ts'
import { doneTime } from '../poll-time.ts'
import type { PollDeps } from '../ports.ts'
import { isReceiptOf } from '../post/post-receipt.ts'
import { reportHistory } from '../post/slack-problems.ts'
import { markDone } from '../progress/checkpoint-changes.ts'
import { isReceiptOfOther, withChannelSubscriptions } from '../shared/channel-subscriptions.ts'
import {
  defer,
  type PostedBefore,
  type Step,
  type SubscriptionRun,
  withCheckpoint,
  withState,
} from '../subscription-run.ts'
import { isOfSpike, readHistoryWithThreads } from './recovery.ts'

/** Receipts are read back for this time before the newest one, in ms, and further for mentions that are older. */
const receiptsBackMs: Ms = 31 * 86_400_000
/** The date of a mention may be later than its post by this time, in ms, because the clocks of sites are wrong. */
const dateMarginMs: Ms = 86_400_000
/**
 * After this time, in ms, the sources have given again what they still have, and a mention that they give then is too old for a post. It is the
 * time between two messages by Slack's clock, because ours may be wrong when the data is lost.
 */
const comparedForMs: Ms = 31 * 86_400_000

/**
 * Marks the waiting mentions as done that the receipts in the channel show under another id, and those that the initial sync skipped. If the
 * receipts cannot be read, or not far enough, the mentions are posted: better twice than never. That is reported.
 */
export async function withoutPosted(deps: PollDeps, start: SubscriptionRun): Promise<Step> {
  const suspects = suspectsOf(start)
  if (suspects.length === 0) return { run: start }
  const { run, end } = await withReceiptsRead(deps, start, suspects)
  const { postedBefore } = run.state
  if (end !== undefined || postedBefore === undefined) return { run, end }
  const isPosted = isKnownIdentity(postedBefore.identities)
  const unknown = suspects.filter(({ identities = [] }) => !isPosted(identities))
  const skipped = skippedBefore(deps, run, postedBefore, unknown)
  const done = new Set(
    suspects.filter((one) => !unknown.includes(one) || skipped.has(one)).map(({ id }) => id),
  )
  if (done.size === 0) return { run }
  const { key, lookBackStart } = run.input
  deps.log.info(
    { ...key, mentions: done.size },
    'the mention service gave mentions again under new ids; they are not posted again',
  )
  const isLeft = ({ id }: Mention) => !done.has(id)
  const left = { ...run, waiting: run.waiting.filter(isLeft), duplicates: run.duplicates.filter(isLeft) }
  return { run: withCheckpoint(left, markDone(run.checkpoint, [...done], doneTime(deps), lookBackStart)) }
}

function suspectsOf({ checkpoint, waiting, duplicates }: SubscriptionRun): Mention[] {
  const { givenAgain, lastTs } = checkpoint
  if (givenAgain === undefined) return []
  const passedMs = (Number(lastTs) - Number(givenAgain.lastTs)) * 1000
  if (passedMs > comparedForMs) return []
  return [...waiting, ...duplicates].filter(({ id }) => compareIds(id, givenAgain.from) >= 0)
}

/**
 * The mentions that the initial sync of the subscription has skipped, because they are older than its first message. The newest ones that
 * `backfill` asks for are left if they are not posted yet.
 */
function skippedBefore(
  { now }: PollDeps,
  { input: { subscription } }: SubscriptionRun,
  { announcedAt = 0, posted, backfill }: PostedBefore,
  mentions: readonly Mention[],
): Set<Mention> {
  // A date that is ahead of a wrong clock becomes the present time, so dates say nothing then.
  if (now() < announcedAt) return new Set()
  const older = mentions.filter(({ id, date }) => date < announcedAt && !backfill.has(id))
  const open = Math.max(0, subscription.backfill - posted - backfill.size)
  const newestFirst = older.toSorted((a, b) => b.date - a.date)
  for (const { id } of newestFirst.slice(0, open)) backfill.add(id)
  return new Set(newestFirst.slice(open))
}

async function withReceiptsRead(
  deps: PollDeps,
  start: SubscriptionRun,
  suspects: readonly Mention[],
): Promise<Step> {
  const gap = start.checkpoint.givenAgain?.gap
  const dates = suspects.map(({ date }) => date).filter((date) => date > 0)
  const back = Math.min(...dates) - dateMarginMs
  const known = start.state.postedBefore
  if (known !== undefined && known.gap === gap && known.backTo <= back) return { run: start }
  const shared = await withChannelSubscriptions(deps, start)
  // Only a search that starts now shows what this process has posted.
  const run =
    known?.gap === gap
      ? shared
      : withState(shared, { unverifiedSince: deps.steady(), postedBefore: undefined })
  const reachesBack = (messages: PostedMessage[]) => {
    const [newest, oldest] = [messages[0], messages.at(-1)].map((one) => Number(one?.ts) * 1000)
    return oldest !== undefined && newest !== undefined && oldest < Math.min(back, newest - receiptsBackMs)
  }
  const { history, state } = await readHistoryWithThreads(deps, run, undefined, reachesBack)
  const searched = withState(run, state)
  if (history.kind === 'unreachable') {
    reportHistory(deps, run.input, history)
    return {
      run: searched,
      end: defer({ wait: 'unreadable', code: history.reason }, deps.now() + history.afterMs),
    }
  }
  const isCutShort = history.kind === 'seen' && history.bounded
  reportHistory(
    deps,
    run.input,
    isCutShort ? { kind: 'unreadable', reason: 'history_too_long', extent: 'message' } : history,
  )
  if (history.kind !== 'seen') return { run: searched }
  const isWhole = !reachesBack(history.messages.filter(({ thread }) => thread === undefined))
  const postedBefore = receiptsIn(run, history.messages)
  return { run: withState(searched, { postedBefore: { ...postedBefore, gap, backTo: isWhole ? 0 : back } }) }
}

function receiptsIn(run: SubscriptionRun, messages: PostedMessage[]): Omit<PostedBefore, 'gap' | 'backTo'> {
  const { key } = run.input
  const ours = messages.filter((message) => isReceiptOf(key, message))
  const all = messages.filter((message) => isReceiptOf(key, message) || isReceiptOfOther(run, message))
  const [first] = ours.filter((message) => message.receipt?.ids.length === 0 && !isOfSpike(key, message))
  const later = ours.filter(({ ts }) => first !== undefined && ts > first.ts)
  return {
    identities: all.flatMap(({ receipt }) => receipt?.identities ?? []),
    posted: later.reduce((sum, { receipt }) => sum + (receipt?.ids.length ?? 0), 0),
    backfill: new Set(),
    ...(first === undefined ? {} : { announcedAt: Number(first.ts) * 1000 }),
  }
}
