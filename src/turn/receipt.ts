import { beyondJump, receiptWatermark } from '../decide/bookmark.ts'
import { confirmedUpTo } from '../decide/jumps.ts'
import type { PostedMessage } from '../deliver/history.ts'
import { receiptMark } from '../messages/receipt-mark.ts'
import type { CheckpointKey, PendingPost } from '../model/bookmark.ts'
import { beforeAll, compareIds, greatestId, type Id, idBefore, leastId } from '../model/id.ts'
import type { Receipt } from '../model/message.ts'
import type { SubscriptionRun } from './watch.ts'

/** The mark of a message: what is said of a storm differs by it from the line of the first look, which has no ids either; so does the card of one that is over. */
export function receiptMarkOf(
  { subscription, alert }: CheckpointKey,
  { ids, spike }: { ids: Id[]; spike?: PendingPost['spike'] | 'over' },
): string {
  return receiptMark(subscription, alert, spike === undefined ? ids : [`storm ${spike}`])
}

/** Whether a message carries a receipt of this subscription and alert. */
export function isReceiptOf(key: CheckpointKey, { receipt }: PostedMessage): boolean {
  return receipt?.subscription === key.subscription && receipt.alert === key.alert
}

/** The receipt of a message of this watch that covers the ids. */
export function receiptOf({ subscription, alert, checkpoint }: SubscriptionRun, ids: Id[]): Receipt {
  const beyond = beyondJump(checkpoint)
  const receipt = {
    subscription: subscription.name,
    alert: alert.id,
    through: receiptWatermark(checkpoint),
    ids,
  }
  return beyond.length === 0 ? receipt : { ...receipt, beyond }
}

/**
 * What receipts tell together: which mentions are posted, and up to where everything is settled. A claim beyond a jump that nothing else
 * confirms is not believed: neither what they tell nor what is `known` already. Where no claim is left, what is below it all is old.
 */
export function toldBy(receipts: Receipt[], known: Id[] = []): { through: Id; posted: Id[] } {
  const posted = [...new Set(receipts.flatMap(({ ids, beyond = [] }) => [...ids, ...beyond]))]
  const claims = receipts.map(({ through: watermark }) => watermark)
  const told = [...claims, ...posted, ...known]
  const least = leastId(told) ?? beforeAll
  const confirmed = confirmedUpTo(least, told)
  const believed = claims.filter((claim) => compareIds(claim, confirmed) <= 0)
  return { through: greatestId(believed, believed.length === 0 ? idBefore(least) : beforeAll), posted }
}
