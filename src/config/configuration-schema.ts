import { listenSettings } from '@overheard/listen/settings'
import { assumedRequestsPerMinute } from '@overheard/mention-client/request-limit'
import { z } from 'zod'
import type { WorthWeights } from '../cards/worth.ts'
import { features } from '../features.ts'
import { duration, key, memberId, renamed, timeOfDay, timezone, workingHours } from '../kernel/keys.ts'
import { writtenCondition, writtenFilter } from '../kernel/written-filter.ts'
import { languages } from '../messages/kit/locale.ts'
import { linePlaceholderWords, readLineTemplate } from '../messages/mention/line-template.ts'
import { requireDistinct } from '../model/distinct-names.ts'
import {
  cardFields,
  filterSchema,
  lineExample,
  mostComparedAlerts,
  showExample,
  subscriptionKeys,
} from '../model/subscription.ts'
import { calendarEntry, calendarEntryMessage } from './calendar.ts'
import { channel, channels, cronExpression, name, nonEmptyText, pollSchedule, userGroupId } from './keys.ts'
import { namesByFormer } from './renamed-keys.ts'

export { simpleSources } from '@overheard/listen/settings'

export const defaultWeights: WorthWeights = {
  negative: 4,
  neutral: 1,
  positive: 1,
  reach: 1,
  question: 2,
  growth: 1,
  sources: {},
  halfLife: 48 * 3_600_000,
}

function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}

const showSchema = z.array(z.enum(cardFields)).superRefine((fields, context) => {
  for (const [index, field] of fields.entries())
    if (fields.indexOf(field) < index)
      context.addIssue({ code: 'custom', message: `${field} is here twice`, path: [index] })
})

const lineSchema = z.string().superRefine((written, context) => {
  const read = readLineTemplate(written)
  if ('template' in read) return
  for (const message of read.errors) context.addIssue({ code: 'custom', message })
})

/** The keys of an entry of `subscriptions`, without those of features. */
const writtenKeys = {
  ...subscriptionKeys({
    name,
    alert: nonEmptyText('alert'),
    channel,
    schedule: pollSchedule,
    timezone,
    timeOfDay,
    duration,
    filter: writtenFilter,
    condition: writtenCondition,
    memberId,
    userGroupId,
    show: showSchema,
    line: lineSchema,
    language: z.enum(languages),
    object: z.strictObject,
  }),
  channel: key(
    channels,
    "Channel id, or the channel's name in quotes, or a list of them: then each channel has its own checkpoint, mutes and pauses, and holds its own mentions in quiet hours. A name keeps the channel that it meant first, also if that channel is renamed.",
    '#brand-watch',
    'C0123456789',
    ['#brand-watch', '#support'],
  ),
}

const digestSchema = z.strictObject({
  name: key(name, 'Unique name of the digest.', 'weekly'),
  channel: key(
    channel,
    "Channel id, or the channel's name in quotes. A name keeps the channel that it meant first, also if that channel is renamed.",
    '#marketing',
  ),
  alerts: key(
    z.array(nonEmptyText('alert')).min(1).max(20),
    'Names or ids of the alerts that the digest covers.',
    ['Acme brand', 'Acme competitors'],
  ),
  compare: key(
    z.array(nonEmptyText('alert')).min(2).max(mostComparedAlerts).exactOptional(),
    'Names or ids of two or three alerts. The digest shows their mentions, reach and net sentiment side by side.',
    ['Acme brand', 'Rival'],
  ),
  schedule: key(
    cronExpression.default('0 9 * * 1'),
    'When to post: cron. Default: Mondays at nine.',
    '0 8 * * 1',
  ),
  timezone: key(
    timezone.exactOptional(),
    'Time zone of the schedule and of the dates of the period. The mention service counts each date in UTC, so the digest waits until its last date is over in UTC, too. Default: that of the file.',
    'Europe/Berlin',
  ),
  period: key(
    z.enum(['day', 'week', 'month']).default('week'),
    'The digest covers the day, the seven days or the calendar month before its date. If the schedule does not run exactly once a day, week or month, it covers the days since the digest before.',
    'month',
  ),
  whenEmpty: key(
    z.enum(['skip', 'line']).default('line'),
    'If nothing happened: `line` says so in one line, `skip` posts nothing.',
    'skip',
  ),
  people: key(
    z.boolean().default(false),
    'true: the digest also says who closed and who has how many negative mentions.',
    true,
  ),
})

const weight = (description: string, normal: number, example: number) =>
  key(z.number().min(0).max(1000).default(normal), description, example)

const prioritySchema = z.strictObject({
  negative: weight('Points of a negative mention.', defaultWeights.negative, 6),
  neutral: weight('Points of a neutral or unrated mention.', defaultWeights.neutral, 0),
  positive: weight('Points of a positive mention.', defaultWeights.positive, 2),
  reach: weight('Points for each tenfold of reach.', defaultWeights.reach, 0.5),
  question: weight('Points of a mention that asks a question.', defaultWeights.question, 4),
  growth: weight('Points for each doubling of the sites of a story.', defaultWeights.growth, 2),
  sources: key(
    z.record(z.string(), z.number().min(0).max(1000)).default({}),
    'Factors by source, such as reddit or web. Other sources have the factor 1.',
    { reddit: 1.5, web: 0.5 },
  ),
  halfLife: key(
    duration.refine((ms) => ms > 0, 'expected more than nothing').prefault('2d'),
    'The points of a mention halve in this time.',
    '1d',
  ),
})

const ownSchema = key(
  z
    .strictObject({
      authors: key(filterSchema.shape.author, 'Full names of our own authors.', ['Acme PR']),
      domains: key(filterSchema.shape.domain, 'Hosts of our own sites; their subdomains are included.', [
        'acme.example',
      ]),
    })
    .prefault({}),
  'What we publish ourselves is posted in one line without buttons, and does not count in stories and spikes.',
  { authors: ['Acme PR'], domains: ['acme.example'] },
)

const usualWorkingHours = [
  { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' },
] satisfies z.input<typeof workingHours>

const calendarSchema = z.union([calendarEntry, z.array(calendarEntry).min(1, 'an empty list')], {
  error: calendarEntryMessage,
})

const pollingSchema = z
  .strictObject({
    requestsPerMinute: key(
      z.number().int().min(30).max(6000).default(assumedRequestsPerMinute),
      'How many requests a minute the mention service allows for your token. The default is an [assumption](../reference/assumptions.md); Overheard sends a little less, and keeps a part for people. A service of your own (`listen`) allows 300. A change needs a restart.',
      60,
    ),
    share: key(
      z.number().min(0.05).max(1).default(0.5),
      'The share of the requests for polls (five of six of `requestsPerMinute`) that they use while there are few alerts. With the defaults, more than 250 alerts use more, because each would wait too long.',
      0.3,
    ),
    fastest: key(
      duration.refine((ms) => ms >= 1000, 'expected at least 1s').prefault('5s'),
      'No alert is polled more often than this.',
      '10s',
    ),
    slowest: key(
      duration.prefault('5m'),
      'No alert is polled less often than this, as far as the requests suffice.',
      '2m',
    ),
  })
  .refine(({ fastest, slowest }) => fastest <= slowest, '`fastest` must not be longer than `slowest`')

/** The keys of the file, without those of features and without `subscriptions`. */
const fileKeys = {
  timezone: key(
    timezone.default('UTC'),
    'IANA time zone of everything that does not name its own.',
    'Europe/Berlin',
  ),
  language: key(
    z.enum(languages).default('en'),
    'Language of the messages, unless a subscription has its own, or a person another one in Slack.',
    'en',
  ),
  locale: key(
    z.string().refine(isLocale, { error: 'expected a language tag such as en-US or en-GB' }).exactOptional(),
    'How messages write dates, numbers and the names of countries and languages (BCP 47). It counts for `language`, and for its own language. Default: as usual in the language, and `en-US` in English.',
    'en-GB',
  ),
  admins: key(
    z.array(memberId).min(1, 'an empty list').exactOptional(),
    'Slack member ids. If set, only these people mute for longer than a day, subscribe, edit, pause and resume from Slack. Default: all full members, for their own channels.',
    ['U0123456789'],
  ),
  ownPosts: renamed('own', ownSchema),
  private: key(
    z.array(nonEmptyText('alert')).min(1, 'an empty list').exactOptional(),
    'Names or ids of private alerts. Only the members of the channels that this file sends them to, and `admins`, see them from Slack or subscribe to them. Only an admin may subscribe another channel. Use ids if alerts may be renamed, and write their channels by id.',
    ['Project Falcon'],
  ),
  docs: key(
    z
      .url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'expected an https address' })
      .max(3000)
      .exactOptional(),
    'Address of your own documentation; the home tab links to it.',
    'https://wiki.example.com/overheard',
  ),
  plan: key(
    z
      .strictObject({
        monthlyMentions: key(z.number().int().min(1), 'Number of mentions a month.', 50_000),
      })
      .exactOptional(),
    'Your plan at the mention service. The channels are warned when 80 and 95 per cent of it are used.',
    { monthlyMentions: 50_000 },
  ),
  doubtSeconds: key(
    z.number().int().min(1).max(3600).default(30),
    'How long to wait for the receipt of an unconfirmed post before it is posted again, in seconds.',
    60,
  ),
  polling: key(
    pollingSchema.prefault({}),
    'How the polls of subscriptions with `schedule: auto` are planned.',
    { share: 0.3, fastest: '10s' },
  ),
  workingHours: key(
    workingHours.prefault(usualWorkingHours),
    'When people work. Each entry has some weekdays and their hours. docs/use/assign.md explains what depends on them.',
    [
      { days: ['mon', 'tue', 'wed', 'thu'], from: '09:00', to: '17:30' },
      { days: ['fri'], from: '09:00', to: '14:00' },
    ],
  ),
  calendar: key(
    calendarSchema.exactOptional(),
    'Holidays: a date, a range of dates, or an iCalendar file (`.ics`) beside this file, or a list of them. On these days nobody works.',
    'holidays.ics',
    ['holidays.ics', '2026-12-24..2027-01-01', '2027-05-01'],
  ),
  staysOpen: renamed(
    'openFor',
    key(
      duration.refine((ms) => ms <= 90 * 86_400_000, 'expected at most 90d').prefault('14d'),
      'How long a posted mention stays open, unless somebody marks it as done or not relevant. Units: s, m, h, d, w. At most 90d, because cards are kept that long.',
      '7d',
    ),
  ),
  priority: renamed(
    'worth',
    key(
      prioritySchema.prefault({}),
      'Which open mention comes first in `/mentions open` and on the home tab. docs/use/cards.md has the formula.',
      { question: 4, sources: { reddit: 1.5 } },
    ),
  ),
  show: key(
    showSchema.exactOptional(),
    `What a full card shows below its title, in this order: ${cardFields.join(', ')}. An empty list: only the title. Default: snippet, alert (if several post to the channel), sentiment, author, source, reach, country, language, date. [My own card](../run/configure.md#my-own-card) has examples.`,
    showExample,
  ),
  line: key(
    lineSchema.exactOptional(),
    `The line of a compact card: text with ${linePlaceholderWords}. \`{title}\` must be there, because it is the link. Default: sentiment, title, author, source and reach.`,
    lineExample,
  ),
  retentionDays: key(
    z.number().int().min(1).max(3660).exactOptional(),
    'How many days the decision log, the records of cards and other records with names are kept. Default: 35, and 90 for cards and for who changed what. With less than 35, the digest of a month counts only the days that are kept, and no mention is open for longer.',
    30,
  ),
  quiet: key(
    writtenKeys.quiet,
    'Quiet hours of each subscription that has none of its own, also of those from Slack.',
    { from: '22:00', to: '07:00' },
  ),
  listen: key(
    listenSettings.exactOptional(),
    'The mention service of your own: what it listens for, and where. The bot starts it if MENTIONS_API_URL is not set. docs/run/listen.md explains it.',
    { alerts: [{ name: 'Acme brand', query: 'acme' }], feeds: ['https://blog.example/feed.xml'] },
  ),
  digests: key(
    z.array(digestSchema).nullable().default([]),
    'Each entry is a summary that is posted on a schedule.',
  ),
}

requireDistinct('keys of the configuration file', [
  ...[...Object.keys(fileKeys), 'subscriptions'],
  ...[...namesByFormer(fileKeys).keys()],
  ...features.flatMap(({ keys }) => [...Object.keys(keys.file), ...namesByFormer(keys.file).keys()]),
])

requireDistinct('keys of a subscription', [
  ...Object.keys(writtenKeys),
  ...features.flatMap(({ keys }) => Object.keys(keys.subscription)),
])

type Keys = Readonly<Record<string, z.ZodType>>

const keysOfFeatures = features.reduce<{ file: Keys; subscription: Keys }>(
  (all, { keys }) => ({
    file: { ...all.file, ...keys.file },
    subscription: { ...all.subscription, ...keys.subscription },
  }),
  { file: {}, subscription: {} },
)

type Entry = z.output<z.ZodObject<typeof writtenKeys>>

export const entryKeys: Keys = { ...writtenKeys, ...keysOfFeatures.subscription }

const entrySchema: z.ZodType<Entry> = z
  .strictObject({ ...writtenKeys, ...keysOfFeatures.subscription })
  .refine(({ style, line }) => line === undefined || style === 'compact', {
    error: '`line` is for `style: compact`, which this subscription does not have',
    path: ['line'],
  })

/** The keys of the top level that had other names, by those names. */
export const formerNames = namesByFormer({ ...fileKeys, ...keysOfFeatures.file })

/** The whole file. It finds errors, and the documentation and editors show it. */
export const configurationSchema = z.strictObject({
  ...fileKeys,
  subscriptions: key(
    z.array(entrySchema).nullable().default([]),
    'Each entry posts the mentions of one alert to one channel, or to several.',
  ),
  ...keysOfFeatures.file,
})

/** What the core reads of a file that has no errors, beside its subscriptions. Features read their own keys. */
export const coreSchema = z.object(fileKeys)
