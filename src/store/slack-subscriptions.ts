import { type SlackSubscription, slackSubscriptionSchema } from '../model/subscription.ts'
import type { RecordStore, RecordType } from './records.ts'

/** The subscriptions that were made in Slack, by name; the ended ones keep their names. */
export type SlackSubscriptions = {
  all(): Promise<SlackSubscription[]>
  find(name: string): Promise<SlackSubscription | undefined>
  /** Changes one in one step; `next` returns what it was given to leave it as it is. */
  change(
    name: string,
    next: (current: SlackSubscription | undefined) => SlackSubscription | undefined,
  ): Promise<SlackSubscription | undefined>
}

const subscriptionType: RecordType<SlackSubscription> = {
  name: 'subscriptions',
  shape: slackSubscriptionSchema,
}

/** The subscriptions made in Slack, as the records have them. */
export function slackSubscriptions(records: RecordStore): SlackSubscriptions {
  return {
    all: async () => (await records.all(subscriptionType)).map(({ value }) => value),
    find: (name) => records.find(subscriptionType, name),
    change: (name, next) => records.change(subscriptionType, name, next),
  }
}
