import { createHash } from 'node:crypto'
import type { Id } from '../model/id.ts'
import type { Content, DigestReceipt } from '../model/message.ts'

/** Hexadecimal digits of the hash that are kept: 96 bits, far below the 255 characters of a `block_id`. */
const markDigits = 24

/**
 * A mark by which a message is recognised although Slack dropped its metadata: the same for the same subscription, alert
 * and mentions (in this order), different for others.
 */
export function receiptMark(subscription: string, alert: Id, ids: Id[]): string {
  return markOf([subscription, alert, ids.join(',')])
}

/** The same for a part of a digest. */
export function digestMark({ digest, period, part }: DigestReceipt): string {
  return markOf(['digest', digest, period, part])
}

function markOf(facts: (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(facts))
  return `overheard-${hash.digest('hex').slice(0, markDigits)}`
}

/** The message with the mark as its first block's `block_id`. A message without blocks cannot carry one. */
export function withReceiptMark(content: Content, mark: string): Content {
  const [first, ...others] = content.blocks
  return first === undefined ? content : { ...content, blocks: [{ ...first, block_id: mark }, ...others] }
}
