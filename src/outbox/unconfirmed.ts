import type { Ms, Time } from '../async/time.ts'
import { defined } from '../model/defined.ts'
import type { HistoryRange, HistoryResult, PostedMessage } from '../model/history.ts'
import type { OutboxDeps } from './ports.ts'

export type UnconfirmedPost<Pending> = {
  sender: string
  pending: Pending
  /** The time when the pending post was stored, by the clock of the process that stored it. */
  sentAt: Time
  channel: string
  thread?: string
  /** The `ts` of the sender's previous message, if known. The search goes back to this message. */
  lastTs?: string
  isProof: (message: PostedMessage) => boolean
}

/** `history` is the search of the channel. It is missing if Slack confirmed or announced the post to this process. */
export type Resolution = { history?: HistoryResult } & (
  | { kind: 'posted'; ts: string }
  | { kind: 'wait'; reason: string; until: Time }
  /** The message must be posted again. `isCertain` is false if the history cannot be read; the message may then appear twice. */
  | { kind: 'not-posted'; isCertain: boolean }
)

/** Slack answers a post, or the post times out, within this time, in ms. A search that started earlier may miss the message. */
const answerTimeMs = 5000

const announcedWithinMs = 2000

/** If no `ts` of Slack is known, the search goes back to this long before the post, in ms, because our clock may be wrong. */
const clockSkewMs = 86_400_000

/**
 * Finds out if Slack has an unconfirmed post. An announcement by Slack proves the post without a search. If the receipt is not in the
 * channel, the post stays unconfirmed for `doubtMs`, because Slack may store a message late. After that, the post may be repeated.
 *
 * The wait is measured by the clock of this process, from the moment when it first saw the pending post. The clock of the process that
 * stored the post may be far ahead or behind, and any clock may be set.
 */
export async function resolveUnconfirmed<Pending extends object>(
  deps: OutboxDeps & { doubtMs: Ms },
  post: UnconfirmedPost<Pending>,
): Promise<Resolution> {
  const { sender, pending, isProof } = post
  const confirmed = deps.outboxMemory.confirmedTs(sender, pending)
  if (confirmed !== undefined) return { kind: 'posted', ts: confirmed }

  const seenAt = deps.outboxMemory.firstSeenAt(sender, pending, deps.now())
  const announced = await findAnnounced(deps, post, seenAt)
  if (announced !== undefined) return { kind: 'posted', ts: announced }

  const searchedAt = deps.now()
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
  if (searchedAt < end) return { kind: 'wait', reason: 'a post is unconfirmed', until: end, history }
  return { kind: 'not-posted', isCertain: history.kind === 'seen', history }
}

/**
 * Returns the `ts` of the post if Slack announced the message to this process. If the post was just sent and Slack announces messages, it
 * waits for the announcement. The announcement of an earlier message with the same receipt does not count.
 */
async function findAnnounced<Pending>(
  { outboxMemory, now, sleep }: OutboxDeps,
  { channel, lastTs, isProof }: UnconfirmedPost<Pending>,
  seenAt: Time,
): Promise<string | undefined> {
  const find = () =>
    outboxMemory.announced().findLast((one) => {
      const isLater = lastTs === undefined ? one.at >= seenAt : one.message.ts > lastTs
      return isLater && one.channel === channel && isProof(one.message)
    })?.message.ts
  const isJustSent = now() - seenAt < answerTimeMs + announcedWithinMs
  let waits = isJustSent && outboxMemory.announced().length > 0
  const end = waits
    ? sleep(announcedWithinMs).then(() => {
        waits = false
      })
    : undefined
  while (waits && find() === undefined) await Promise.race([end, outboxMemory.nextAnnounced()])
  return find()
}

/** The search goes back to the sender's last message, by Slack's clock, because our clock may have jumped. */
function searchRange<Pending>({ channel, thread, lastTs, sentAt }: UnconfirmedPost<Pending>): HistoryRange {
  const oldest = lastTs ?? ((sentAt - clockSkewMs) / 1000).toFixed(6)
  return { channel, oldest, ...defined({ thread }) }
}

/** Returns `unreadable` for a search that ended before it reached the time of the post, because such a search proves nothing. */
function asUnreadableIfCutShort<Pending>(
  history: HistoryResult,
  { isProof, sentAt }: UnconfirmedPost<Pending>,
): HistoryResult {
  if (history.kind !== 'seen' || !history.bounded || history.messages.some(isProof)) return history
  const reachesPost = history.backTo !== undefined && Number(history.backTo) * 1000 < sentAt - clockSkewMs
  return reachesPost ? history : { kind: 'unreadable', reason: 'history_too_long', extent: 'message' }
}
