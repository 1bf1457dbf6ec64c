import { defined } from '@overheard/base/defined'
import type { Ms } from '@overheard/base/time'
import { msSchema, timeSchema } from '@overheard/base/time-schema'
import { type WrittenAlert, writtenAlertSchema } from '@overheard/mention-client/id'
import { z } from 'zod'
import { key } from './key.ts'
import type { Pause, PlannedPause } from './pause.ts'

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
    description:
      'Range of the audience (followers) of the author; both ends are included. It is 0 if nobody knows it.',
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

export const cardStyles = ['compact', 'full'] as const
export const dedupeModes = ['url', 'story', 'coverage'] as const

/** Subscriptions that `setup` or people in Slack make have this written in their settings. */
export const dedupeOfNew = { dedupe: 'coverage' as const }

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

type CardField = (typeof cardFields)[number]

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

/** Stands between the name of an entry that has several channels and the channel, in the names of its subscriptions. */
const beforeChannel = ' → '

/** Returns the name of the subscription to one of several channels of an entry of the configuration file. */
export const nameInList = (entry: string, channel: string): string => `${entry}${beforeChannel}${channel}`

const inList = new RegExp(`^(.+)${beforeChannel}(?:#[^\\s#]+|[CGD][A-Z0-9]+)$`, 's')

/** Returns the name of the entry to which a subscription with this name belongs. If the entry has one channel, that is the same name. */
export function entryOf(name: string): string {
  return name.includes(beforeChannel) ? (inList.exec(name)?.[1] ?? name) : name
}

/** How the values of a subscription are checked: strictly where people write them, and not again where the bot has stored them. */
export type SubscriptionKinds = {
  name: z.ZodType<string>
  alert: z.ZodType<WrittenAlert>
  /** A channel's id or `#name`. */
  channel: z.ZodType<string>
  /** A cron expression, or `auto`. */
  schedule: z.ZodType<string>
  timezone: z.ZodType<string>
  /** `HH:MM` */
  timeOfDay: z.ZodType<string>
  duration: z.ZodType<Ms>
  filter: z.ZodType<Filter>
  /** A filter with at least one key. */
  condition: z.ZodType<Filter>
  memberId: z.ZodType<string>
  userGroupId: z.ZodType<string>
  show: z.ZodType<CardField[]>
  line: z.ZodType<string>
  language: z.ZodType<string>
  object<Keys extends z.core.$ZodShape>(keys: Keys): z.ZodType<z.output<z.ZodObject<Keys>>>
}

export const showExample = ['source', 'author', 'reach', 'sentiment', 'snippet', 'topics', 'language']
export const lineExample = '{sentiment} {title} · {author}'

const urgentExample = { sentiment: ['negative'], reach: { from: 50_000 } }

const quietKeys = (kinds: SubscriptionKinds) => ({
  from: key(kinds.timeOfDay, 'Start, as a time of day.', '22:00'),
  to: key(
    kinds.timeOfDay,
    'End, as a time of day. If it is not after the start, it is on the next day.',
    '07:00',
  ),
  days: key(
    z.array(z.enum(weekdays)).min(1, 'an empty list').exactOptional(),
    'Weekdays on which the quiet hours start. Default: every day.',
    ['mon', 'tue', 'wed', 'thu', 'fri'],
  ),
  timezone: key(
    kinds.timezone.exactOptional(),
    'Time zone of the two times. Default: that of the subscription, then that of the file.',
    'Europe/Berlin',
  ),
  urgent: key(
    kinds.condition.exactOptional(),
    'A filter with the keys of `only`. A mention that matches it is posted at once, during quiet hours too.',
    urgentExample,
  ),
})

const notifyKeys = (kinds: SubscriptionKinds) => ({
  users: key(z.array(kinds.memberId).default([]), 'Slack member ids.', ['U0123456789']),
  groups: key(z.array(kinds.userGroupId).default([]), 'Slack user group ids.', ['S0123456789']),
  here: key(z.boolean().default(false), 'Notify everybody who is active in the channel.', true),
  when: key(
    kinds.condition,
    'A filter with the keys of `only`. People are notified if a posted mention matches it.',
    { sentiment: ['negative'], reach: { from: 100_000 } },
  ),
})

/**
 * Describes each key of a subscription, without those of features: for the configuration file, for its documentation, and for what is stored of
 * subscriptions from Slack. `kinds` says how strictly the values are checked.
 */
export const subscriptionKeys = (kinds: SubscriptionKinds) => ({
  name: key(
    kinds.name,
    'Unique name. Keep it: the checkpoint and the receipts use it, and a new name starts from now again.',
    'acme-complaints',
  ),
  alert: key(kinds.alert, 'Name or id of an alert of the mention service.', 'Acme brand', 1002),
  channel: key(
    kinds.channel,
    "Channel id, or the channel's name in quotes. A name keeps the channel that it meant first, also if that channel is renamed.",
    '#brand-watch',
    'C0123456789',
  ),
  schedule: key(
    kinds.schedule.default(automatic),
    'When to poll the alert. `auto`: as often as the requests of `polling` allow, busy alerts more often. Or cron with five or six fields (seconds first): only then.',
    '*/10 8-18 * * 1-5',
  ),
  timezone: key(
    kinds.timezone.exactOptional(),
    'Time zone of the schedule, if it fires less than hourly. Other schedules run in UTC. Default: that of the file.',
    'America/New_York',
  ),
  only: key(
    kinds.filter.default({}),
    'Filter: a mention is posted only if it matches every key given here. A list matches if one entry does.',
    { source: ['reddit', 'web'], language: ['en'] },
  ),
  except: key(
    kinds.filter.default({}),
    'Filter with the same keys: a mention that matches one of them is never posted (a mute by configuration).',
    { author: ['Acme PR'], domain: ['acme.example'] },
  ),
  backfill: key(
    z.number().int().min(0).max(300).exactOptional(),
    'How many of the newest mentions the initial sync posts. Default: 0, and 3 with `listen`, so that a new alert shows at once what it finds.',
    3,
  ),
  burst: key(
    z.number().int().min(1).max(1000).default(5),
    'If more mentions than this come within `burstWithin`, the rest become one message with a thread.',
    10,
  ),
  burstWithin: key(
    kinds.duration.refine((ms) => ms <= 600_000, 'expected at most 10m').exactOptional(),
    'After `burst` cards within this time, further mentions wait until it is over, and then become one message. At most 10m. With 0s, each poll decides alone. Default: 2m.',
    '5m',
  ),
  maxAge: key(
    kinds.duration.exactOptional(),
    'Skip mentions that are older than this by their own date. Units: s, m, h, d, w. Default: 7d with `listen`, because a feed that is added gives old entries, too; otherwise none.',
    '7d',
  ),
  quiet: key(
    kinds.object(quietKeys(kinds)).exactOptional(),
    'Quiet hours: only urgent mentions are posted. The others are posted together at the end.',
    { from: '22:00', to: '07:00' },
  ),
  style: key(
    z.enum(cardStyles).exactOptional(),
    'How much a card shows: `full`, or one line. Default: full.',
    'compact',
  ),
  show: key(
    kinds.show.exactOptional(),
    'What a full card of this subscription shows, instead of `show` at the top level.',
    showExample,
  ),
  line: key(
    kinds.line.exactOptional(),
    'The line of a compact card of this subscription, instead of `line` at the top level. It needs `style: compact`.',
    lineExample,
  ),
  language: key(
    kinds.language.exactOptional(),
    'Language of what is posted for this subscription. Default: that of the file; in direct messages, that of the person in Slack. The filter for mentions is `only: { language: … }`.',
    'en',
  ),
  notify: key(
    kinds
      .object(notifyKeys(kinds))
      .refine(({ users, groups, here }) => here || users.length + groups.length > 0, 'nobody to notify')
      .exactOptional(),
    'People who are @-mentioned on the cards of important mentions.',
    { users: ['U0123456789'], when: { sentiment: ['negative'] } },
  ),
  dedupe: key(
    z.enum(dedupeModes).exactOptional(),
    'Duplicates within seven days join the first card. `url`: same address or title. `story`: also nearly the same title. `coverage`: also other articles about the same event, whose addresses are in the thread of the card. Default: no duplicates are joined.',
    'story',
  ),
  followUp: key(
    kinds.duration.exactOptional(),
    'If an assigned mention is not done after this time, the person gets one reminder; after the same time again, the person who assigned it gets one. Default: no reminder.',
    '4h',
  ),
  spike: key(
    z.enum(spikeLevels).exactOptional(),
    'How easily an unusual number of mentions counts as a spike, which is one live card with a thread. Default: normal.',
    'calm',
  ),
  actions: key(
    z.array(z.enum(offeredActions)).exactOptional(),
    `What the buttons and the menu of a card offer: ${offeredActions.join(', ')}. An empty list: no buttons. Default: all. docs/use/cards.md says where each is.`,
    ['claim', 'done', 'links', 'ticket'],
  ),
})

const storedKinds: SubscriptionKinds = {
  name: z.string(),
  alert: writtenAlertSchema,
  channel: z.string(),
  schedule: z.string(),
  timezone: z.string(),
  timeOfDay: z.string(),
  duration: msSchema,
  filter: filterSchema,
  condition: filterSchema,
  memberId: z.string(),
  userGroupId: z.string(),
  show: z.array(z.enum(cardFields)),
  line: z.string(),
  language: z.string(),
  object: z.object,
}

/** In quiet hours, only urgent mentions are posted. The other mentions are held until the end. */
const quietSchema = z.object({ ...quietKeys(storedKinds), timezone: z.string() })

/** A card notifies these people if its mention matches `when`. */
export const notifySchema = z.object(notifyKeys(storedKinds))
export type Notify = z.output<typeof notifySchema>

/** A subscription with the values that its entry in the file may leave out. Its name never changes, because checkpoints and receipts are found by it. */
const subscriptionShape = z.object({
  ...subscriptionKeys(storedKinds),
  timezone: z.string(),
  backfill: z.number(),
  quiet: quietSchema.exactOptional(),
})
export type Subscription = z.output<typeof subscriptionShape>

/** Keeps keys that it does not know: they belong to features, and a feature may come back. */
export const subscriptionSchema: z.ZodType<Subscription> = z.looseObject(subscriptionShape.shape)

/** A comparison has at most this many alerts, because its table must fit a phone and each alert needs seven requests. */
export const mostComparedAlerts = 3

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

/** Stands for a channel in a stored subscription that posts to the person who made it, in the direct messages of the bot. */
export const ownMessages = '@me'

/** Why the bot itself ended the subscription of a person. */
const endReasons = ['person-left', 'access-lost'] as const
export type EndReason = (typeof endReasons)[number]

/** The name of an ended subscription is never used again, because checkpoints and receipts are found by the name. */
export const slackSubscriptionSchema = z.object({
  subscription: subscriptionSchema,
  created: doneBySchema,
  /** The id of the bot's direct messages with the person who made the subscription, if its channel is `ownMessages`. */
  direct: z.string().exactOptional(),
  /** The admin who shares a private alert with a channel to which the configuration file does not send it. */
  sharedBy: doneBySchema.exactOptional(),
  /** With `reason`, the bot ended it, and `by` is its person. `notice` is the id of the reminder that tells them. */
  ended: doneBySchema
    .extend({ reason: z.enum(endReasons).exactOptional(), notice: z.string().exactOptional() })
    .exactOptional(),
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
  plannedPause?: PlannedPause
  pauseIsDamaged?: true
}

/** Returns the person whom a subscription tells in direct messages; undefined if it posts to a channel. */
export const recipientOf = ({ fromSlack }: Pick<RegisteredSubscription, 'fromSlack'>): string | undefined =>
  fromSlack?.direct === undefined ? undefined : fromSlack.created.by

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
