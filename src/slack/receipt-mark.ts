import type { Id } from '@overheard/mention-client/id'
import { markOf } from '@overheard/post-once/mark'
import type { DigestReceipt } from '../model/message.ts'

/**
 * Returns a mark that identifies a message if Slack dropped its metadata. It is a hash of the subscription, the alert and the mention ids in
 * order.
 */
export function receiptMark(subscription: string, alert: Id, ids: Id[]): string {
  return overheardMark([subscription, alert, ids.join(',')])
}

export function digestMark({ digest, period, part }: DigestReceipt): string {
  return overheardMark(['digest', digest, period, part])
}

export function reminderMark(id: string): string {
  return overheardMark(['reminder', id])
}

const overheardMark = (facts: (string | number)[]) => markOf('overheard', facts)
