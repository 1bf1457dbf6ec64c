import { claimed } from '../decide/bookmark.ts'
import type { Posted } from '../deliver/history.ts'
import { receiptMark } from '../messages/receipt-mark.ts'
import type { BookmarkKey, Intent } from '../model/bookmark.ts'
import type { Id } from '../model/id.ts'
import type { Receipt } from '../model/message.ts'
import type { Watch } from './watch.ts'

/** The mark of a message: what is said of a storm differs by it from the line of the first look, which has no ids either; so does the card of one that is over. */
export function markOf(
  { subscription, alert }: BookmarkKey,
  { ids, storm }: { ids: Id[]; storm?: Intent['storm'] | 'over' },
): string {
  return receiptMark(subscription, alert, storm === undefined ? ids : [`storm ${storm}`])
}

/** Whether a message carries a receipt of this subscription and alert. */
export function isOf(key: BookmarkKey, { receipt }: Posted): boolean {
  return receipt?.subscription === key.subscription && receipt.alert === key.alert
}

/** The receipt of a message of this watch that covers the ids. */
export function receiptOf({ subscription, alert, bookmark }: Watch, ids: Id[]): Receipt {
  return { subscription: subscription.name, alert: alert.id, through: claimed(bookmark), ids }
}
