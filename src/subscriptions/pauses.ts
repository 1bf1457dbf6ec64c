import type { Time } from '@overheard/base/time'

/** Pauses of subscriptions. */
export type Pauses = {
  /** Makes a subscription that did not run since `since` ask before it is polled again. A pause that exists already stays. */
  askAfterStop(request: { name: string; user: string; since: Time }): Promise<void>
}
