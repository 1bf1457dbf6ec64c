import { z } from 'zod'

/** Longest pattern of a filter, in UTF-16 units. It bounds the work for each mention. */
export const longestPattern = 200
const mostPatterns = 1000

/**
 * A list of patterns with at least one entry. `what` names an entry in errors. YAML reads a pattern such as 42 as a number, so numbers
 * become text.
 */
const patterns = (what: string) =>
  z
    .array(
      z.union([z.string().min(1, `an empty ${what}`).max(longestPattern), z.number().transform(String)], {
        error: 'expected text',
      }),
    )
    .min(1, 'an empty list')
    .max(mostPatterns)
    .exactOptional()

const bound = (description: string, example: number) =>
  z
    .number()
    .int()
    .min(0)
    .exactOptional()
    .meta({ description, examples: [example] })

/** A range of numbers. Both ends are included and optional. */
const rangeSchema = z
  .strictObject({
    from: bound('Smallest value, included.', 1000),
    to: bound('Greatest value, included.', 900_000),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, 'from is above to')

export type Range = z.output<typeof rangeSchema>

/**
 * The keys of a filter. A list matches if one of its entries does. In `except`, one matching key is enough; in every other filter, all keys
 * must match.
 */
export const filterSchema = z.strictObject({
  source: patterns('source').meta({
    description: 'Kinds of sources: reddit, web, news-blogs, …',
    examples: [['reddit', 'web']],
  }),
  language: patterns('language').meta({
    description: 'ISO codes of languages, or unknown.',
    examples: [['en']],
  }),
  country: patterns('country').meta({
    description: 'ISO codes of countries, or unknown.',
    examples: [['US', 'unknown']],
  }),
  sentiment: z
    .array(z.enum(['positive', 'negative', 'neutral', 'unknown']))
    .min(1, 'an empty list')
    .exactOptional()
    .meta({ description: 'Sentiments.', examples: [['negative']] }),
  reach: rangeSchema.exactOptional().meta({
    description: 'Range of reach; both ends are included.',
    examples: [{ from: 1000, to: 900_000 }],
  }),
  tag: patterns('tag').meta({ description: 'Tags of the mention service.', examples: [['vip']] }),
  author: patterns('author').meta({ description: 'Full names of authors.', examples: [['Acme PR']] }),
  domain: patterns('domain').meta({
    description: 'Hosts; their subdomains are included.',
    examples: [['acme.example']],
  }),
  text: patterns('text').meta({
    description: 'Whole words in title and snippet; `*` stands for any text.',
    examples: [['refund*', 'log in']],
  }),
})

export type Filter = z.output<typeof filterSchema>

/** The days of a week as the configuration names them. The index is that of `Date.getDay`. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** Hours in which only urgent mentions are posted. The others are held until the end. */
const quietSchema = z.object({
  /** Wall-clock times of the time zone, `HH:MM`. If `to` is not after `from`, it is on the next day. */
  from: z.string(),
  to: z.string(),
  /** The days on which the hours begin. Without it, every day. */
  days: z.array(z.enum(weekdays)).exactOptional(),
  /** IANA zone. */
  timezone: z.string(),
  /** Mentions that match all keys are posted at once. Without it, none are. */
  urgent: filterSchema.exactOptional(),
})
export type Quiet = z.infer<typeof quietSchema>

/** The people whom a card notifies if its mention matches `when`. */
export const notifySchema = z.object({
  /** Slack member ids (`U…`). */
  users: z.array(z.string()),
  /** Slack user group ids (`S…`). */
  groups: z.array(z.string()),
  here: z.boolean(),
  when: filterSchema,
})
export type Notify = z.infer<typeof notifySchema>

export const cardStyles = ['compact', 'full'] as const
const dedupeModes = ['url', 'story'] as const
const spikeLevels = ['calm', 'normal', 'alert', 'off'] as const

/** A subscription posts the mentions of one alert to one channel. */
const subscriptionSchema = z.object({
  /** Unique and stable, because checkpoints and receipts are found by it (together with the alert's id). */
  name: z.string(),
  /** Name or id of an alert, as it was written. */
  alert: z.string(),
  /** Channel id or `#name`, as it was written. */
  channel: z.string(),
  /** Cron, five or six fields. */
  schedule: z.string(),
  /** IANA zone of a schedule that fires less than hourly. A faster schedule runs in UTC. */
  timezone: z.string(),
  only: filterSchema,
  except: filterSchema,
  /** The initial sync posts this many of the newest mentions (after the filters, within the newest page). */
  backfill: z.number(),
  /** If more deliverable mentions than this are waiting, they become one message with a thread. */
  burst: z.number(),
  /** Mentions whose own date is longer ago than this (in ms) are skipped. Absent if there is no limit. */
  maxAge: z.number().exactOptional(),
  quiet: quietSchema.exactOptional(),
  style: z.enum(cardStyles).exactOptional(),
  notify: notifySchema.exactOptional(),
  /**
   * `url`: a mention with the same address or title as a card of the last seven days joins that card; `story`: a mention with nearly the
   * same title does so, too, and the card shows the number of places and their reach.
   */
  dedupe: z.enum(dedupeModes).exactOptional(),
  /** An assigned mention is overdue if it is not done after this time (in ms). Absent if nobody is reminded. */
  followUp: z.number().exactOptional(),
  spike: z.enum(spikeLevels).exactOptional(),
})
export type Subscription = z.infer<typeof subscriptionSchema>

export type Digest = {
  name: string
  channel: string
  alerts: string[]
  schedule: string
  timezone: string
  period: 'day' | 'week' | 'month'
  /** If nothing happened, post nothing or one line that says so. */
  whenEmpty: 'skip' | 'line'
}

/** `by`: Slack member id. `at`: UTC, ms since the epoch. */
const doneBySchema = z.object({ by: z.string(), at: z.number() })
/** A subscription that was made in Slack. Its name is never used again, because checkpoints and receipts are found by it. */
export const slackSubscriptionSchema = z.object({
  subscription: subscriptionSchema,
  created: doneBySchema,
  /** Its polls are paused; its checkpoint stays. */
  paused: doneBySchema.exactOptional(),
  /** The channel was asked about the mentions of a long pause. Polls stay paused until somebody answers. */
  askedCatchUp: doneBySchema.exactOptional(),
  ended: doneBySchema.exactOptional(),
})
export type SlackSubscription = z.infer<typeof slackSubscriptionSchema>

/** A subscription from the configuration file or, with `fromSlack`, from Slack. */
export type RegisteredSubscription = { subscription: Subscription; fromSlack?: SlackSubscription }

/** The longest name made from an alert. The configuration allows 80 characters, so there is room for a number. */
const longest = 60

/** Makes a subscription's name from an alert's name, like `acme-brand`: letters and digits of any script, or '' if there are none. */
export function subscriptionNameOf(alert: string): string {
  const letters = alert
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-/, '')
  return [...letters].slice(0, longest).join('').replace(/-$/, '')
}
