import { createHash } from 'node:crypto'
import type { Id } from '../model/id.ts'
import type { Content, DigestReceipt } from '../model/message.ts'

/** Kept hexadecimal digits of the hash: 96 bits, far below the 255 characters of a `block_id`. */
const markDigits = 24

/**
 * A mark that identifies a message if Slack dropped its metadata. It is a hash of the subscription, the alert and the mention ids in order.
 */
export function receiptMark(subscription: string, alert: Id, ids: Id[]): string {
  return markOf([subscription, alert, ids.join(',')])
}

/** The mark of a digest part. */
export function digestMark({ digest, period, part }: DigestReceipt): string {
  return markOf(['digest', digest, period, part])
}

/** The mark of a reminder, by its id. */
export function reminderMark(id: string): string {
  return markOf(['reminder', id])
}

function markOf(facts: (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(facts))
  return `overheard-${hash.digest('hex').slice(0, markDigits)}`
}

/** Sets the mark as `block_id` of the first block. A message without blocks cannot have one. */
export function withReceiptMark(content: Content, mark: string): Content {
  const [first, ...others] = content.blocks
  return first === undefined ? content : { ...content, blocks: [{ ...first, block_id: mark }, ...others] }
}
