import { defined } from '@overheard/base/defined'
import type { Ms, Time } from '@overheard/base/time'
import type { HistoryRange, HistoryResult } from './history.ts'
import type { FindDeps } from './ports.ts'

type Found = { ts: string }

export type UnconfirmedPost<Pending, Message> = {
  sender: string
  pending: Pending
  /** The time of Slack's clock when the pending post was stored. Older versions did not store it. */
  slackAt?: Time
  channel: string
  thread?: string
  /** The `ts` of the sender's previous message, if known. The search goes back to this message. */
  lastTs?: string
  /** True for the message, by its receipt or its mark. */
  isProof: (message: Message) => boolean
}

type Place = Pick<UnconfirmedPost<unknown, unknown>, 'channel' | 'thread' | 'lastTs' | 'slackAt'>

/** `history` is the search of the channel. It is missing if Slack confirmed or announced the post to this process. */
export type Resolution<Message> = { history?: HistoryResult<Message> } & (
  | { kind: 'posted'; ts: string }
  | { kind: 'wait'; reason: string; until: Time }
  /** The message must be posted again. `isCertain` is false if the history cannot be read; the message may then appear twice. */
  | { kind: 'not-posted'; isCertain: boolean }
)

/** Slack answers a post, or the post times out, within this time, in ms. A search that started earlier may miss the message. */
const answerTimeMs = 5000

const announcedWithinMs = 2000

/** If no `ts` of Slack is known, the search goes back to this long before the post, in ms, because Slack's servers may disagree about the time. */
const slackSkewMs = 86_400_000

/**
 * Finds out if Slack has an unconfirmed post. An announcement by Slack proves the post without a search. If the receipt is not in the
 * channel, the post stays unconfirmed for `doubtMs`, because Slack may store a message late. After that, the post may be repeated.
 *
 * The wait is measured by the steady clock of this process, from the moment when it first saw the pending post, because the machine's clock
 * can be set, and the clock of the process that stored the post may be far ahead or behind.
 */
export async function resolveUnconfirmed<Pending extends object, Message extends Found>(
  deps: FindDeps<Message> & { doubtMs: Ms },
  post: UnconfirmedPost<Pending, Message>,
): Promise<Resolution<Message>> {
  const { sender, pending, isProof } = post
  const confirmed = deps.outboxMemory.confirmedTs(sender, pending)
  if (confirmed !== undefined) return { kind: 'posted', ts: confirmed }

  const seenAt = deps.outboxMemory.firstSeenAt(sender, pending, deps.steady())
  const announced = await findAnnounced(deps, post, seenAt)
  if (announced !== undefined) return { kind: 'posted', ts: announced }

  const searchedAt = deps.steady()
  const end = seenAt + deps.doubtMs
  const since = searchedAt < end ? Math.min(searchedAt, seenAt + answerTimeMs) : end
  const found = await deps.readHistory({ ...searchRange(post), since }, (messages) => messages.some(isProof))
  const history = asUnreadableIfCutShort(found, post)
  if (history.kind === 'unreachable')
    return {
      kind: 'wait',
      reason: `a post is unconfirmed, and ${history.reason}`,
      until: deps.now() + history.afterMs,
      history,
    }
  const proof = history.kind === 'seen' ? history.messages.find(isProof) : undefined
  if (proof !== undefined) return { kind: 'posted', ts: proof.ts, history }
  // The deciding search starts only after the wait is over, however long the search takes.
  const until = deps.now() + end - deps.steady()
  if (searchedAt < end) return { kind: 'wait', reason: 'a post is unconfirmed', until, history }
  return { kind: 'not-posted', isCertain: history.kind === 'seen', history }
}

/**
 * Returns the `ts` of the post if Slack announced the message to this process. If the post was just sent and Slack announces messages, it
 * waits for the announcement. The announcement of an earlier message with the same receipt does not count.
 */
async function findAnnounced<Pending, Message extends Found>(
  { outboxMemory, steady, sleep }: FindDeps<Message>,
  { channel, lastTs, isProof }: UnconfirmedPost<Pending, Message>,
  seenAt: Ms,
): Promise<string | undefined> {
  const find = () =>
    outboxMemory.announced().findLast((one) => {
      const isLater = lastTs === undefined ? one.at >= seenAt : one.message.ts > lastTs
      return isLater && one.channel === channel && isProof(one.message)
    })?.message.ts
  const isJustSent = steady() - seenAt < answerTimeMs + announcedWithinMs
  let waits = isJustSent && outboxMemory.announced().length > 0
  const end = waits
    ? sleep(announcedWithinMs).then(() => {
        waits = false
      })
    : undefined
  while (waits && find() === undefined) await Promise.race([end, outboxMemory.nextAnnounced()])
  return find()
}

/**
 * The search goes back to the sender's last message, or else to the post, by Slack's clock: ours may have been wrong by any time. If neither
 * is known, the search reads the whole channel until it finds the receipt.
 */
function searchRange(post: Place): HistoryRange {
  const { channel, thread, lastTs = tsBefore(post) } = post
  return { channel, ...defined({ thread, oldest: lastTs }) }
}

/** Returns a `ts` before that of the message, if it arrived. */
const tsBefore = ({ slackAt }: Place) =>
  slackAt === undefined ? undefined : ((slackAt - slackSkewMs) / 1000).toFixed(6)

/** Returns `unreadable` for a search that ended before it reached the time of the post, because such a search proves nothing. */
function asUnreadableIfCutShort<Pending, Message>(
  history: HistoryResult<Message>,
  post: UnconfirmedPost<Pending, Message>,
): HistoryResult<Message> {
  if (history.kind !== 'seen' || !history.bounded || history.messages.some(post.isProof)) return history
  const before = tsBefore(post)
  const reachesPost = history.backTo !== undefined && before !== undefined && history.backTo < before
  return reachesPost ? history : { kind: 'unreadable', reason: 'history_too_long', extent: 'message' }
}
