import type { Subscription } from '../../model/subscription.ts'
import type { PollDeps } from '../ports.ts'
import { type Deferral, defer } from '../subscription-run.ts'

/** If nobody says now whether a person may get a subscription, it is tried again after this time, in ms. */
const retryMs = 10_000

/** Returns why nothing may be posted to the person of a subscription; undefined if they may get it. */
export async function whyNotReceived(
  { places: { recipient }, now }: PollDeps,
  { name }: Subscription,
): Promise<Deferral | undefined> {
  const state = await recipient(name)
  if (state === 'ended') return defer('person-ended')
  if (state === 'unknown') return defer('person-unknown', now() + retryMs)
  return undefined
}
