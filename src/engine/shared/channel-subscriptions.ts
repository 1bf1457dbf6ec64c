import type { Id } from '@overheard/mention-client/id'
import type { PostedMessage } from '../../model/history.ts'
import { entryOf } from '../../model/subscription.ts'
import type { PollDeps } from '../ports.ts'
import type { SubscriptionRun } from '../subscription-run.ts'

/** Adds the subscriptions that share the channel to a run; none if it has the channel alone. */
export async function withChannelSubscriptions(
  deps: PollDeps,
  run: SubscriptionRun,
): Promise<SubscriptionRun> {
  if (run.channelSubscriptions !== undefined) return run
  const { channel } = run.input
  const found = await deps.places.subscriptionsIn(channel)
  if (found.length < 2) return { ...run, channelSubscriptions: [] }
  await deps.channelPosts.load(channel)
  const alerts = new Set(found.map(({ subscription }) => subscription.alert))
  return { ...run, channelSubscriptions: found, namesAlert: alerts.size > 1 }
}

/**
 * Returns the ids in receipts of other subscriptions of the alert whose posts the store does not know, because it was wiped or is an older
 * copy. Nothing but the receipts shows that they are posted, so they are done. What the store knows is joined instead (join-posts.ts).
 */
export function idsOnlyInReceipts(
  { channelPosts }: PollDeps,
  run: SubscriptionRun,
  messages: readonly PostedMessage[],
): Id[] {
  const { channel, key } = run.input
  const ids = messages
    .filter((message) => isReceiptOfOther(run, message))
    .flatMap(({ receipt }) => [...(receipt?.ids ?? []), ...(receipt?.implausible ?? [])])
  const isUnknown = (id: Id) => channelPosts.find(channel, key, { id, url: '' }).kind === 'new'
  return [...new Set(ids)].filter(isUnknown)
}

/** True if the message is a receipt of another subscription of the same alert in the channel. */
export function isReceiptOfOther(
  { input: { key }, channelSubscriptions = [] }: SubscriptionRun,
  { receipt }: PostedMessage,
): boolean {
  const isOther = receipt?.alert === key.alert && entryOf(receipt.subscription) !== entryOf(key.subscription)
  return channelSubscriptions.length > 0 && isOther
}
