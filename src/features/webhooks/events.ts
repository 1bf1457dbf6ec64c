import { createHash } from 'node:crypto'
import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import { type Mention, sentimentSchema } from '@overheard/mention-client/mention'
import { z } from 'zod'
import { ruleWords } from '../../messages/kit/rule-words.ts'
import { type CardChange, type PostedCard, shownMention } from '../../model/card.ts'
import type { ToldChange } from '../../model/change.ts'
import type { CheckpointKey } from '../../model/checkpoint.ts'
import type { MessageKey } from '../../model/collection.ts'
import { withSentiment } from '../../model/correction.ts'
import type { Content } from '../../model/message.ts'
import type { OpenProblem } from '../../model/problem.ts'
import { digestMail, maxMailHtml, maxMailText } from './digest-mail.ts'
import { type Announcement, type EventType, eventTypes } from './model.ts'

/** Texts of strangers are cut to these lengths (UTF-16 units), so that an event stays small. */
const maxTitle = 500
const maxSnippet = 1000
const maxUrl = 3000
const maxName = 200
const maxSentence = 2000

const time = z.iso.datetime().meta({ description: 'UTC, ISO 8601.' })
const strangersText = (max: number, description: string) =>
  z
    .string()
    .max(max)
    .meta({ description: `${description} A stranger wrote it: plain text, not markup.` })

const personSchema = z.object({
  id: z.string().meta({ description: 'Slack member id.' }),
  name: z.string().meta({ description: 'Name in Slack.' }),
})

const messageSchema = z.object({
  channel: z.string().meta({ description: 'Slack channel id.' }),
  ts: z.string().meta({ description: "The message's `ts` in Slack." }),
})

const keySchema = z.object({
  subscription: z.string().meta({ description: 'Name of the subscription.' }),
  alert: z.string().meta({ description: 'Id of the alert at the mention service.' }),
})

const mentionSchema = z.object({
  id: z.string(),
  url: strangersText(maxUrl, 'Address of the mention.'),
  title: strangersText(maxTitle, 'Title.'),
  snippet: strangersText(maxSnippet, 'Text around the searched words.'),
  source: z.string().meta({ description: 'Such as `web` or `reddit`.' }),
  language: z.string().meta({ description: 'ISO code; empty if unknown.' }),
  published: time.optional().meta({ description: 'When the mention was published. Absent if unknown.' }),
  reach: z.number(),
  sentiment: sentimentSchema.optional(),
  country: z.string().optional(),
  author: z.object({
    name: strangersText(maxName, 'Name of the author.'),
    url: strangersText(maxUrl, 'Address of the author.'),
  }),
})

const ofMention = keySchema.extend({ mention: mentionSchema, message: messageSchema })
const byPerson = ofMention.extend({
  by: personSchema,
})

const spikeSchema = keySchema.extend({
  message: messageSchema,
  started: time,
})

const problemSchema = z.object({
  key: z.string().meta({ description: 'The same in `problem.started` and `problem.ended`.' }),
  since: time,
  subscription: z.string().optional(),
  channel: z.string().optional(),
  code: z.string().optional().meta({ description: 'A stable word for the cause.' }),
  what: z.string().max(maxSentence),
  whatToDo: z.string().max(maxSentence),
})

const dataSchemas = {
  'mention.posted': ofMention,
  'mention.claimed': byPerson,
  'mention.assigned': byPerson.extend({
    to: personSchema,
    note: z.string().optional(),
    due: time.optional().meta({ description: 'Present if the subscription has `followUp`.' }),
    why: strangersText(
      maxSentence,
      'Why a rule chose this person; absent if a person assigned the mention.',
    ).optional(),
  }),
  'mention.snoozed': byPerson.extend({ until: time }),
  'mention.released': byPerson,
  'mention.reopened': byPerson,
  'mention.done': byPerson.extend({
    note: z.string().optional().meta({ description: 'What the person wrote when they closed it.' }),
  }),
  'mention.dismissed': byPerson,
  'mention.linked': byPerson.extend({
    link: z.string().meta({ description: 'Address of the ticket; empty if the link was taken away.' }),
  }),
  'mention.corrected': byPerson.extend({
    serviceSentiment: sentimentSchema.optional().meta({
      description: "The mention service's rating; absent if it gave none. The mention has that of people.",
    }),
  }),
  'mention.escalated': ofMention.extend({
    stage: z.enum(['person', 'group']).meta({
      description: 'Who was told: the person on duty (`person`), or the people of `notify` (`group`).',
    }),
    called: personSchema.optional(),
  }),
  'watch.unanswered': ofMention,
  'spike.started': spikeSchema.extend({
    signs: z.array(z.string()).meta({ description: 'The rules that detected the spike.' }),
  }),
  'spike.ended': spikeSchema.extend({
    ended: time,
    total: z.number().meta({ description: 'Number of mentions.' }),
    negative: z.number(),
    reach: z.number(),
  }),
  'digest.posted': z.object({
    digest: z.string().meta({ description: 'Name of the digest.' }),
    period: z.string().meta({ description: 'Such as `2026-W47`.' }),
    message: messageSchema,
    subject: z.string().meta({ description: 'Its heading: one line of plain text.' }),
    text: z
      .string()
      .max(maxMailText)
      .meta({ description: 'The whole digest as plain text. Strangers wrote parts of it.' }),
    html: z.string().max(maxMailHtml).meta({
      description:
        'The same as a page of HTML, in which the texts of strangers are escaped. It loads nothing: no images, styles or scripts.',
    }),
  }),
  'problem.started': problemSchema,
  'problem.ended': problemSchema,
  'settings.changed': z.object({
    by: personSchema,
    channel: z.string().meta({ description: 'Slack channel id.' }),
    what: strangersText(
      maxSentence,
      'What was changed, in English; it follows the name of the person, and has no full stop.',
    ),
    alerts: z.array(z.string()).meta({
      description: 'The alerts that it is about, by name or id. None if it is about the channel, as a mute.',
    }),
  }),
} satisfies Record<EventType, z.ZodType>

export const eventDescriptions: Record<EventType, string> = {
  'mention.posted':
    'A subscription posted a mention, or joined the post of another subscription in the channel (both events have the same `message`). Duplicates that join a card have no event.',
  'mention.claimed': 'Somebody (`by`) claimed a mention.',
  'mention.assigned':
    'Somebody (`by`), or a rule (then `by.id` is empty), assigned a mention to a person (`to`).',
  'mention.snoozed': 'Somebody snoozed a mention.',
  'mention.released': 'Somebody released a mention: it is open again.',
  'mention.reopened': 'A mention is open again after it was done or not relevant, or after its snooze.',
  'mention.done': 'Somebody marked a mention as done.',
  'mention.dismissed': 'Somebody marked a mention as not relevant.',
  'mention.linked': 'Somebody linked a mention to a ticket.',
  'mention.corrected':
    'Somebody corrected the sentiment of a mention, or took the correction back. It comes once, also if several channels have the mention.',
  'mention.escalated':
    'People were told about an urgent mention that nobody had claimed: first the person on duty (`called`), then the people of `notify`.',
  'watch.unanswered':
    'Nobody has claimed an urgent mention after the last call and `escalateAfter` once more. Somebody should be called outside Slack.',
  'spike.started': 'An unusual number of mentions began, and its live card (`message`) was posted.',
  'spike.ended': 'A spike ended, and its card shows the end.',
  'digest.posted': 'A scheduled digest was posted.',
  'problem.started': 'Something stopped, and somebody should look at it.',
  'problem.ended': 'A problem is solved, or its time has passed.',
  'settings.changed':
    'Somebody (`by`) changed from Slack what a channel gets, or undid it: a subscription, an alert, a mute, a pause, the duty, or a false alarm.',
}

/** The schemas of all events, and those of their shared parts. */
export function eventSchemas(): Record<string, z.ZodType> {
  const timestamp = time.meta({ description: 'When it happened: UTC, ISO 8601.' })
  const events = eventTypes.map(
    (type) => [type, z.object({ type: z.literal(type), timestamp, data: dataSchemas[type] })] as const,
  )
  return {
    mention: mentionSchema,
    message: messageSchema,
    person: personSchema,
    ...Object.fromEntries(events),
  }
}

type DataOf<Type extends EventType> = z.input<(typeof dataSchemas)[Type]>

function announcementOf<Type extends EventType>(
  type: Type,
  { cause, order, at }: { cause: (string | number)[]; order: (string | number)[]; at: Time },
  data: DataOf<Type>,
): Announcement {
  const id = `evt_${createHash('sha256')
    .update(JSON.stringify([type, ...cause]))
    .digest('hex')
    .slice(0, 32)}`
  return { id, order: JSON.stringify(order), at, event: { type, timestamp: isoOf(at), data } }
}

/** The card of a mention, or the message that lists it. */
type PostedMentions = CheckpointKey & MessageKey & { mentions: readonly Mention[] }

export function postedEvents({ subscription, alert, channel, ts, mentions }: PostedMentions): Announcement[] {
  return mentions.map((mention) =>
    announcementOf(
      'mention.posted',
      {
        cause: [subscription, alert, mention.id],
        order: ['mention', subscription, alert, mention.id],
        at: msOf(ts),
      },
      { subscription, alert, mention: mentionOf(mention), message: { channel, ts } },
    ),
  )
}

export const typeOfChange = {
  claimed: 'mention.claimed',
  assigned: 'mention.assigned',
  snoozed: 'mention.snoozed',
  released: 'mention.released',
  reopened: 'mention.reopened',
  done: 'mention.done',
  'not-relevant': 'mention.dismissed',
  linked: 'mention.linked',
  corrected: 'mention.corrected',
} as const satisfies Record<CardChange['to'], EventType>

/** Returns undefined if the card does not show the mention any more. */
export function changeEvent(card: PostedCard, change: CardChange): Announcement | undefined {
  const { subscription, alert, channel, ts } = card
  const mention = shownMention(card, change.mention)
  if (mention === undefined) return undefined
  const { holder, note, due, rule, until, link, to, sentiment, was } = change
  // A later correction must not change what this event says.
  const told = to === 'corrected' ? withSentiment(mention, sentiment) : mention
  return announcementOf(
    typeOfChange[change.to],
    {
      cause: [channel, ts, change.mention, change.at],
      order: ['mention', subscription, alert, change.mention],
      at: change.at,
    },
    {
      subscription,
      alert,
      mention: mentionOf(told),
      message: { channel, ts },
      by: change.by,
      ...defined({ to: holder, note }),
      ...(due === undefined ? {} : { due: isoOf(due) }),
      ...(rule === undefined ? {} : { why: ruleWords(rule) }),
      ...(until === undefined ? {} : { until: isoOf(until) }),
      ...defined({ link, serviceSentiment: was }),
    } as DataOf<'mention.claimed'>,
  )
}

type Escalation = { card: PostedCard; mentions: readonly string[] } & {
  stage: 'person' | 'group' | 'unanswered'
  called?: { id: string; name: string }
  at: Time
}

/** Leaves out mentions that the card does not show any more. */
export function escalated({ card, mentions, stage, called, at }: Escalation): Announcement[] {
  const { subscription, alert, channel, ts } = card
  return mentions.flatMap((id) => {
    const mention = shownMention(card, id)
    if (mention === undefined) return []
    const told = { cause: [channel, ts, id, stage], order: ['mention', subscription, alert, id], at }
    const data = { subscription, alert, mention: mentionOf(mention), message: { channel, ts } }
    return stage === 'unanswered'
      ? announcementOf('watch.unanswered', told, data)
      : announcementOf('mention.escalated', told, { ...data, stage, ...defined({ called }) })
  })
}

/** `startedAt` and `announcedAt` are UTC, ms. */
type StartedSpike = CheckpointKey & MessageKey & { startedAt: Time; announcedAt: Time; signs: string[] }

export function spikeStarted({ subscription, alert, channel, ts, ...spike }: StartedSpike): Announcement {
  return announcementOf(
    'spike.started',
    {
      cause: [subscription, alert, spike.announcedAt],
      order: ['spike', subscription, alert],
      at: msOf(ts),
    },
    {
      subscription,
      alert,
      message: { channel, ts },
      started: isoOf(spike.startedAt),
      signs: spike.signs,
    },
  )
}

type SpikeEnd = CheckpointKey &
  MessageKey & { startedAt: Time; endedAt: Time; total: number; negative: number; reach: number }

export function spikeEnded({ subscription, alert, channel, ts, ...spike }: SpikeEnd): Announcement {
  const { total, negative, reach } = spike
  return announcementOf(
    'spike.ended',
    {
      cause: [subscription, alert, channel, ts],
      order: ['spike', subscription, alert],
      at: Math.max(spike.endedAt, msOf(ts) + 1),
    },
    {
      subscription,
      alert,
      message: { channel, ts },
      started: isoOf(spike.startedAt),
      ended: isoOf(spike.endedAt),
      total,
      negative,
      reach,
    },
  )
}

type PostedDigest = MessageKey & { digest: string; period: string; messages: readonly Content[] }

export function digestPosted({ digest, period, channel, ts, messages }: PostedDigest): Announcement {
  return announcementOf(
    'digest.posted',
    { cause: [digest, period, channel], order: ['digest', digest], at: msOf(ts) },
    { digest, period, message: { channel, ts }, ...digestMail(messages) },
  )
}

/**
 * A problem is told again if its cause changes, so `problem.started` can come several times for one `since`, and `now` tells these apart. The
 * time at which a problem ends by itself is not told, because it can move.
 */
export function problemEvent(
  type: 'problem.started' | 'problem.ended',
  problem: OpenProblem,
  now: Time,
): Announcement {
  const { key, since, subscription, channel, code, what, whatToDo } = problem
  return announcementOf(
    type,
    { cause: type === 'problem.ended' ? [key, since] : [key, since, now], order: ['problem', key], at: now },
    {
      key,
      since: isoOf(since),
      ...defined({ subscription, channel, code }),
      what: cut(what, maxSentence),
      whatToDo: cut(whatToDo, maxSentence),
    },
  )
}

export function settingsChanged({ id, at, user, by, channel, what, alerts }: ToldChange): Announcement {
  return announcementOf(
    'settings.changed',
    { cause: [id], order: ['settings', channel], at },
    { by: { id: user, name: by }, channel, what: cut(what, maxSentence), alerts },
  )
}

function mentionOf(mention: Mention): z.input<typeof mentionSchema> {
  const { id, url, title, snippet, source, language, date, reach, sentiment, location, author } = mention
  return {
    id,
    url: cut(url, maxUrl),
    title: cut(title, maxTitle),
    snippet: cut(snippet, maxSnippet),
    source,
    language,
    ...(date > 0 && date <= lastTime ? { published: isoOf(date) } : {}),
    reach,
    ...defined({ sentiment, country: location?.country }),
    author: { name: cut(author.name, maxName), url: cut(author.url, maxUrl) },
  }
}

/** Cuts before a surrogate pair that would be split, and replaces lone surrogates, because the body must be valid UTF-8. */
function cut(text: string, max: number): string {
  return text
    .slice(0, max)
    .toWellFormed()
    .replace(/\ufffd$/, '')
}

const msOf = (ts: string) => Math.floor(Number(ts) * 1000)

/** The last time (UTC, ms) whose year has four digits. */
const lastTime = Date.UTC(9999, 11, 31)

function isoOf(at: Time): string {
  return new Date(Math.min(Math.max(at, 0), lastTime)).toISOString()
}
