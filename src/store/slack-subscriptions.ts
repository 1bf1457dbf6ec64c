import { z } from 'zod'
import {
  type DoneBy,
  filterSchema,
  type Notify,
  type Quiet,
  type SlackSubscription,
  type Subscription,
  weekdays,
} from '../model/subscription.ts'
import type { EveryKey } from './every-key.ts'
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

const quiet: z.ZodType<Quiet> = z.object({
  from: z.string(),
  to: z.string(),
  days: z.array(z.enum(weekdays)).exactOptional(),
  timezone: z.string(),
  urgent: filterSchema.exactOptional(),
} satisfies EveryKey<Quiet>)

const notify: z.ZodType<Notify> = z.object({
  users: z.array(z.string()),
  groups: z.array(z.string()),
  here: z.boolean(),
  when: filterSchema,
} satisfies EveryKey<Notify>)

const subscription: z.ZodType<Subscription> = z.object({
  name: z.string(),
  alert: z.string(),
  channel: z.string(),
  schedule: z.string(),
  timezone: z.string(),
  only: filterSchema,
  except: filterSchema,
  backfill: z.number(),
  burst: z.number(),
  maxAge: z.number().exactOptional(),
  quiet: quiet.exactOptional(),
  style: z.enum(['compact', 'full']).exactOptional(),
  notify: notify.exactOptional(),
  dedupe: z.enum(['url', 'story']).exactOptional(),
  spike: z.enum(['calm', 'normal', 'alert', 'off']).exactOptional(),
} satisfies EveryKey<Subscription>)

const deed: z.ZodType<DoneBy> = z.object({ by: z.string(), at: z.number() })

/** One subscription that was made in Slack, as it is kept. */
export const slackSubscriptionSchema: z.ZodType<SlackSubscription> = z.object({
  subscription,
  created: deed,
  paused: deed.exactOptional(),
  askedCatchUp: deed.exactOptional(),
  ended: deed.exactOptional(),
} satisfies EveryKey<SlackSubscription>)

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
