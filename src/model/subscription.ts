import { z } from 'zod'
import { defined } from './defined.ts'
import { type WrittenAlert, writtenAlertSchema } from './id.ts'
import type { Pause } from './pause.ts'
import { msSchema, timeSchema } from './time.ts'

/** The longest pattern of a filter, in UTF-16 units. This limit bounds the work for each mention. */
export const longestPattern = 200
const mostPatterns = 1000

/**
 * `what` names an entry in error messages. Numbers become text, because YAML reads a pattern such as 42 as a number.
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

const rangeSchema = z
  .strictObject({
    from: bound('Smallest value, included.', 1000),
    to: bound('Largest value, included.', 900_000),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, 'from is above to')

export type Range = z.output<typeof rangeSchema>

/**
 * A list matches if one of its entries matches. In `except`, one matching key is enough; in every other filter, all
 * keys must match.
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
  audience: rangeSchema.exactOptional().meta({
    description: 'Range of the audience of the author; both ends are included.',
    examples: [{ from: 500 }],
  }),
  starred: z
    .boolean()
    .exactOptional()
    .meta({ description: 'True for mentions with a star in the mention service.', examples: [true] }),
  done: z
    .boolean()
    .exactOptional()
    .meta({ description: 'True for mentions that are done in the mention service.', examples: [false] }),
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

/** The index of each day is the number that `Date.getDay` returns. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** In quiet hours, only urgent mentions are posted. The other mentions are held until the end. */
const quietSchema = z.object({
  /** Wall-clock times of the time zone (`HH:MM`). If `to` is not after `from`, `to` is on the next day. */
  from: z.string(),
  to: z.string(),
  /** The days on which the hours begin; every day if absent. */
  days: z.array(z.enum(weekdays)).exactOptional(),
  timezone: z.string(),
  /** A mention that matches this filter is posted at once. If the filter is absent, all mentions are held. */
  urgent: filterSchema.exactOptional(),
})
export type Quiet = z.infer<typeof quietSchema>

/** A card notifies these people if its mention matches `when`. */
export const notifySchema = z.object({
  users: z.array(z.string()),
  groups: z.array(z.string()),
  here: z.boolean(),
  when: filterSchema,
})
export type Notify = z.infer<typeof notifySchema>

export const cardStyles = ['compact', 'full'] as const
const dedupeModes = ['url', 'story'] as const
const spikeLevels = ['calm', 'normal', 'alert', 'off'] as const

/** The actions that the buttons and the menu of a card can offer. The menu entry **More…** opens `links` and `ticket`. */
export const offeredActions = [
  'claim',
  'done',
  'assign',
  'snooze',
  'not-relevant',
  'mute',
  'links',
  'ticket',
  'why',
] as const
export type OfferedAction = (typeof offeredActions)[number]

/** What `show` and `line` can name, beside the title. */
export const cardFields = [
  'alert',
  'source',
  'author',
  'reach',
  'sentiment',
  'snippet',
  'topics',
  'language',
  'country',
  'date',
] as const
export type CardField = (typeof cardFields)[number]

export const layoutShape = {
  /** What a full card shows below its title, in this order. */
  show: z.array(z.enum(cardFields)).exactOptional(),
  /** The line of a compact card: text with placeholders. */
  line: z.string().exactOptional(),
}
export type CardLayout = { show?: CardField[]; line?: string }

/** `common` is the layout at the top level of the configuration. It counts as far as the subscription does not say its own. */
export function layoutOf(
  { style = 'full', show, line }: Pick<Subscription, 'style' | 'show' | 'line'>,
  common: CardLayout,
): CardLayout & { style: 'compact' | 'full' } {
  if (style === 'full') {
    const fields = show ?? common.show
    return { style, ...defined({ show: fields }) }
  }
  const template = line ?? common.line
  return { style, ...defined({ line: template }) }
}

/** True if a card with this layout names its alert. */
export const namesAlert = ({ show = [], line = '' }: CardLayout): boolean =>
  show.includes('alert') || line.includes('{alert}')

export const automatic = 'auto'

const subscriptionShape = z.object({
  /**
   * The name is unique and never changes, because checkpoints and receipts are found by it (together with the alert's
   * id).
   */
  name: z.string(),
  alert: writtenAlertSchema,
  /** The channel's id or `#name`, as it was written. */
  channel: z.string(),
  /** A cron expression, or `auto`. */
  schedule: z.string(),
  /** The IANA time zone of the schedule. A schedule that fires every hour or more often runs in UTC. */
  timezone: z.string(),
  only: filterSchema,
  except: filterSchema,
  /** The initial sync posts this many of the newest mentions (after the filters, within the newest page). */
  backfill: z.number(),
  /** If more deliverable mentions than this come within `burstWithin`, the rest become one message with a thread. */
  burst: z.number(),
  /** In ms. Default: two minutes. */
  burstWithin: msSchema.exactOptional(),
  /** Mentions whose own date is longer ago than this (ms) are skipped; absent if there is no limit. */
  maxAge: msSchema.exactOptional(),
  quiet: quietSchema.exactOptional(),
  style: z.enum(cardStyles).exactOptional(),
  ...layoutShape,
  notify: notifySchema.exactOptional(),
  /**
   * With `url`, a mention with the same address or title as a card of the last seven days joins that card. With
   * `story`, a mention with nearly the same title also joins, and the card shows the number of places and their reach.
   */
  dedupe: z.enum(dedupeModes).exactOptional(),
  /** An assigned mention is overdue if it is not done after this time (ms). If absent, no mention becomes overdue. */
  followUp: msSchema.exactOptional(),
  spike: z.enum(spikeLevels).exactOptional(),
  /** Prefilled pages that a card offers. If absent, the cards offer the pages at the top level of the configuration. */
  links: z.array(z.object({ label: z.string(), url: z.string() })).exactOptional(),
  /** If absent, the cards have all actions. */
  actions: z.array(z.enum(offeredActions)).exactOptional(),
})
export type Subscription = z.infer<typeof subscriptionShape>

/** Keeps keys that it does not know: they belong to features, and a feature may come back. */
export const subscriptionSchema: z.ZodType<Subscription> = z.looseObject(subscriptionShape.shape)

export type Digest = {
  name: string
  channel: string
  alerts: WrittenAlert[]
  /** Two or three alerts that the digest shows side by side. */
  compare?: WrittenAlert[]
  schedule: string
  timezone: string
  period: 'day' | 'week' | 'month'
  /** If nothing happened, `skip` posts no message, and `line` posts one line that says so. */
  whenEmpty: 'skip' | 'line'
  /** True if the digest says who handled how many mentions. */
  people: boolean
}

/** Returns the names of all alerts whose numbers the digest shows. */
export const alertsOfDigest = ({ alerts, compare = [] }: Pick<Digest, 'alerts' | 'compare'>) => [
  ...new Set([...alerts, ...compare]),
]

/** `by` is a Slack member id. */
const doneBySchema = z.object({ by: z.string(), at: timeSchema })
/** The name of an ended subscription is never used again, because checkpoints and receipts are found by the name. */
export const slackSubscriptionSchema = z.object({
  subscription: subscriptionSchema,
  created: doneBySchema,
  /** The admin who shares a private alert with a channel to which the configuration file does not send it. */
  sharedBy: doneBySchema.exactOptional(),
  ended: doneBySchema.exactOptional(),
})
export type SlackSubscription = z.infer<typeof slackSubscriptionSchema>

/**
 * A subscription without `fromSlack` is from the configuration file. A subscription with `pause` is not polled. With `pauseIsDamaged` nobody
 * knows if it is paused, so it is not polled either.
 */
export type RegisteredSubscription = {
  subscription: Subscription
  fromSlack?: SlackSubscription
  pause?: Pause & { state: 'paused' | 'asks' }
  pauseIsDamaged?: true
}

export const isPolled = ({ pause, pauseIsDamaged }: Omit<RegisteredSubscription, 'subscription'>): boolean =>
  pause === undefined && pauseIsDamaged === undefined

/**
 * The longest name made from an alert's name, in characters. The configuration allows 80, so there is room for a
 * number.
 */
const longestNameFromAlert = 60

/** Makes a name such as `acme-brand` from the letters and digits of any script. Returns '' if there are none. */
export function subscriptionNameOf(alert: string): string {
  const letters = alert
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-/, '')
  return [...letters].slice(0, longestNameFromAlert).join('').replace(/-$/, '')
}
