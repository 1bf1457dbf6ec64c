import { z } from 'zod'

/** Longest pattern of a filter, in UTF-16 units, and most patterns in one list. They bound the work for each mention. */
export const longestPattern = 200
export const mostPatterns = 1000

/** A list of patterns with at least one entry; `what` names an entry in errors. YAML reads a pattern such as 42 as a number. */
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

const reachSchema = z
  .strictObject({
    from: z
      .number()
      .int()
      .min(0)
      .exactOptional()
      .meta({ description: 'Smallest reach, included.', examples: [1000] }),
    to: z
      .number()
      .int()
      .min(0)
      .exactOptional()
      .meta({ description: 'Greatest reach, included.', examples: [900_000] }),
  })
  .refine(
    (range) => range.from === undefined || range.to === undefined || range.from <= range.to,
    'from is above to',
  )

/** The keys of a filter. `rules/filters.ts` has the condition for each of them. An empty filter matches every mention. */
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
  reach: reachSchema.exactOptional().meta({
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

/** The conditions of a filter. A list matches if one entry does; inside `only` all keys must match, inside `except` one is enough. */
export type Filter = z.output<typeof filterSchema>

/** The days of a week, as they are written in a configuration; the index is that of `Date.getDay`. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
type Weekday = (typeof weekdays)[number]

/** Hours in which only what is urgent is posted; everything else waits for their end. */
export type Quiet = {
  /** Wall-clock times of the time zone, `HH:MM`. An end that is not after the beginning lies on the next day. */
  from: string
  to: string
  /** The days on which the hours begin; every day where absent. */
  days?: Weekday[]
  /** IANA zone. */
  timezone: string
  /** What passes at once: all keys must hold. Nothing does where absent. */
  urgent?: Filter
}

/** Who is called by name on a card, and the condition that a mention must meet for it (besides passing the filters). */
export type Notify = {
  /** Slack member ids (`U…`) and user group ids (`S…`). */
  users: string[]
  groups: string[]
  /** Calls everybody who is active in the channel. */
  here: boolean
  when: Filter
}

/** One alert to one channel: what to watch, how often, what to pass on and where to. */
export type Subscription = {
  /** Unique and stable: bookmark and receipt hang on it (with the alert's id). */
  name: string
  /** Name or id of an alert, as it was written. */
  alert: string
  /** Channel id or `#name`, as it was written. */
  channel: string
  /** Cron, five or six fields. */
  schedule: string
  /** IANA zone of a schedule that fires less than hourly; a faster one runs in UTC. */
  timezone: string
  only: Filter
  except: Filter
  /** How many of the newest mentions the first look posts (after the filters, within the newest page). */
  backfill: number
  /** More deliverable mentions than this in one turn become one message and its thread. */
  burst: number
  /** Mentions older than this by their own date are skipped, in ms; no limit where absent. */
  maxAge?: number
  /** When only what is urgent is posted; the rest is held until the end. */
  quiet?: Quiet
  /** How much a card shows; full where absent. */
  style?: 'compact' | 'full'
  notify?: Notify
  /**
   * `url`: the same address or title within seven days joins the first card instead of getting its own; `story`: titles that are
   * nearly the same, too, and the card tells places and reach.
   */
  dedupe?: 'url' | 'story'
  /** How much it takes to call something a storm; `normal` where absent. */
  spike?: 'calm' | 'normal' | 'alert' | 'off'
}

/** A scheduled summary of one or more alerts for a channel. */
export type Digest = {
  name: string
  channel: string
  alerts: string[]
  schedule: string
  timezone: string
  period: 'day' | 'week' | 'month'
  /** What to do when nothing happened: stay silent, or say so in one line. */
  whenEmpty: 'skip' | 'line'
}

/** Who did something, and when: a Slack member id; UTC, ms since the epoch. */
export type DoneBy = { by: string; at: number }

/** A subscription that was made in Slack. Its name is never used again: bookmark and receipts hang on it. */
export type SlackSubscription = {
  subscription: Subscription
  created: DoneBy
  /** It rests; its bookmark stays. */
  paused?: DoneBy
  /** It is asked in the channel what to do with what came during a long pause; it rests until somebody answers. */
  askedCatchUp?: DoneBy
  /** It was unsubscribed. */
  ended?: DoneBy
}

/** Within the 80 of the configuration's schema, with room for a number. */
const longest = 60

/** What an alert is called as the name of a subscription, like `acme-brand`: letters and digits of any script; '' where it has none. */
export function subscriptionNameOf(alert: string): string {
  const letters = alert
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-/, '')
  return [...letters].slice(0, longest).join('').replace(/-$/, '')
}
