import type { PostedMessage } from '../deliver/history.ts'
import { digestMark } from '../messages/receipt-mark.ts'
import type { DigestProgress, PendingDigestPart } from '../model/digest-progress.ts'
import type { DigestReceipt } from '../model/message.ts'
import { type RetryLater, retryLater } from './begin.ts'
import type { DigestDeps } from './ports.ts'
import { abandonPart, commitPart, isSamePart, threadOf } from './progress.ts'

/** Our clock may be wrong by this much, in ms: a look begins so much before the intent. */
const clockSkewMs = 86_400_000

/**
 * Ends the doubt about a part that may have been posted: what Slack answered this process, or else the channel, tells. Where it is not
 * found, it waits until `doubtMs` have passed since the sending (Slack may store late), and is then free to be posted again.
 */
export async function resolveUnconfirmed(
  deps: DigestDeps,
  name: string,
  progress: DigestProgress,
  pending: PendingDigestPart,
): Promise<RetryLater | undefined> {
  const answered = deps.confirmedPosts.get(name)
  if (isSamePart(answered?.intent, pending)) return commitFound(deps, name, pending, answered?.ts)
  const { channel, period } = progress
  const thread = threadOf(progress, pending.part)
  const oldest = ((pending.at - clockSkewMs) / 1000).toFixed(6)
  const receipt = { digest: name, period, part: pending.part }
  const isPart = (message: PostedMessage) => hasReceipt(message, receipt)
  const place = { channel, oldest, ...(thread === undefined ? {} : { thread }) }
  const history = await deps.readHistory(place, (messages) => messages.some(isPart))
  if (history.kind === 'unreachable')
    return retryLater(deps, `in doubt, and ${history.reason}`, history.afterMs)
  const found = history.kind === 'seen' ? history.messages.find(isPart) : undefined
  if (found !== undefined) return commitFound(deps, name, pending, found.ts)
  const left = pending.at + deps.unconfirmedMs - deps.now()
  if (left > 0) return retryLater(deps, 'in doubt', left)
  await deps.progress.change(name, (current) => current && abandonPart(current, pending))
  return undefined
}

async function commitFound(
  deps: DigestDeps,
  name: string,
  pending: PendingDigestPart,
  ts: string | undefined,
): Promise<undefined> {
  await deps.progress.change(name, (current) => current && commitPart(current, pending, ts))
  deps.confirmedPosts.delete(name)
  deps.log.info({ digest: name, ts }, 'a post in doubt has arrived')
}

/** By its receipt, or (where Slack dropped the metadata) by the mark in the first block. */
function hasReceipt({ digest, mark }: PostedMessage, receipt: DigestReceipt): boolean {
  if (digest === undefined) return mark === digestMark(receipt)
  return digest.digest === receipt.digest && digest.period === receipt.period && digest.part === receipt.part
}
