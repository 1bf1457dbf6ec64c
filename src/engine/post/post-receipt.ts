import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import type { Checkpoint, CheckpointKey } from '../../model/checkpoint.ts'
import type { PostedMessage } from '../../model/history.ts'
import type { Receipt } from '../../model/message.ts'
import { entryOf } from '../../model/subscription.ts'
import { receiptMark } from '../../slack/receipt-mark.ts'
import {
  implausibleDoneIds,
  isPostedLate,
  type PendingPost,
  receiptWatermark,
} from '../progress/checkpoint-changes.ts'

/** Returns the mark that identifies a message if Slack drops its receipt. Messages about a spike have no ids, so their marks name their kind. */
export function receiptMarkOf(
  { subscription, alert }: CheckpointKey,
  { ids, spike }: { ids: Id[]; spike?: PendingPost['spike'] | 'over' },
): string {
  return receiptMark(subscription, alert, spike === undefined ? ids : [`spike ${spike}`])
}

/**
 * True if the message, which is in the channel of the subscription, has a receipt of its entry. The name of the subscription may have been
 * another one when it was posted: that of the entry, or one with another spelling of the channel.
 */
export function isReceiptOf(key: CheckpointKey, { receipt }: PostedMessage): boolean {
  return receipt?.alert === key.alert && entryOf(receipt.subscription) === entryOf(key.subscription)
}

/**
 * True if the message has the receipt of the pending post, or its mark if Slack dropped the metadata. The last committed message, with
 * `lastTs`, does not count.
 */
export function isProofOf(
  key: CheckpointKey,
  lastTs: string | undefined,
  pending: PendingPost,
  message: PostedMessage,
): boolean {
  const { ts, receipt, mark } = message
  if (ts === lastTs) return false
  if (receipt === undefined) return mark === receiptMarkOf(key, pending)
  return isReceiptOf(key, message) && pending.spike !== 'call' && receipt.ids.join() === pending.ids.join()
}

export function receiptOf(
  { subscription, alert }: CheckpointKey,
  checkpoint: Checkpoint,
  mentions: readonly Pick<Mention, 'id' | 'identities'>[],
): Receipt {
  const implausible = implausibleDoneIds(checkpoint)
  const ids = mentions.map(({ id }) => id)
  // Every rule can be read for ever, so the newest one is enough.
  const identities = mentions.flatMap((mention) => mention.identities?.at(-1) ?? [])
  return {
    ...{ subscription, alert, through: receiptWatermark(checkpoint), ids },
    ...(implausible.length === 0 ? {} : { implausible }),
    ...(isPostedLate(checkpoint, ids) ? { late: true } : {}),
    ...(identities.length === 0 ? {} : { identities }),
  }
}
