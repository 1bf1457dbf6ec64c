import { createHash } from 'node:crypto'
import type { Id } from '../model/id.ts'
import type { Content, DigestReceipt } from '../model/message.ts'

const markDigits = 24

/**
 * Returns a mark that identifies a message if Slack dropped its metadata. It is a hash of the subscription, the alert and the mention ids in
 * order.
 */
export function receiptMark(subscription: string, alert: Id, ids: Id[]): string {
  return markOf([subscription, alert, ids.join(',')])
}

export function digestMark({ digest, period, part }: DigestReceipt): string {
  return markOf(['digest', digest, period, part])
}

export function reminderMark(id: string): string {
  return markOf(['reminder', id])
}

function markOf(facts: (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(facts))
  return `overheard-${hash.digest('hex').slice(0, markDigits)}`
}

export function withReceiptMark(content: Content, mark: string): Content {
  const [first, ...others] = content.blocks
  return first === undefined ? content : { ...content, blocks: [{ ...first, block_id: mark }, ...others] }
}
