import type { Time } from '@overheard/base/time'
import { timeSchema } from '@overheard/base/time-schema'
import { type Id, idSchema } from '@overheard/mention-client/id'
import { type Mention, mentionSchema, sentimentSchema } from '@overheard/mention-client/mention'
import { z } from 'zod'
import { type Correction, correctionSchema } from './correction.ts'
import { cardStyles, layoutShape, notifySchema, offeredActions } from './subscription.ts'

/**
 * Why a rule of the configuration chose a person, or nobody. `about` are the values of the mention that the rule is about; a stranger may have
 * written them. `inTurn` means that it was the person's turn among several, and `away` has the names of those who were away in their turn.
 */
export const ruleReasonSchema = z.object({
  about: z.string(),
  inTurn: z.literal(true).exactOptional(),
  away: z.array(z.string()).exactOptional(),
})
export type RuleReason = z.infer<typeof ruleReasonSchema>

const assignmentSchema = z.object({
  id: z.string(),
  /** The Slack member id of the person who assigned the mention; empty if a rule did. */
  from: z.string(),
  fromName: z.string(),
  note: z.string().exactOptional(),
  /** The mention is overdue at this time (UTC, ms). Present if the subscription has `followUp`. */
  due: timeSchema.exactOptional(),
  /** Present if a rule of the configuration assigned the mention. */
  rule: ruleReasonSchema.exactOptional(),
})

const heldStates = ['claimed', 'assigned'] as const
const closedStates = ['done', 'not-relevant'] as const
const handlingStates = [...heldStates, 'snoozed', ...closedStates] as const

/** What a mention on a card can be. An open mention has no record of its handling. */
export const mentionStates = ['open', ...handlingStates] as const
type MentionState = (typeof mentionStates)[number]
type HeldState = (typeof heldStates)[number]
export type ClosedState = (typeof closedStates)[number]

/** True if one person has the mention now. */
export const isHeld = (state: MentionState | undefined): state is HeldState =>
  heldStates.some((held) => held === state)

/** True if nobody has to answer the mention any more. */
export const isClosed = (state: MentionState | undefined): state is ClosedState =>
  closedStates.some((closed) => closed === state)

/** A mention that nobody has touched, or whose state was taken back, has no record. */
const handlingSchema = z.object({
  channel: z.string(),
  ts: z.string(),
  subscription: z.string(),
  alert: idSchema,
  mention: idSchema,
  sentiment: sentimentSchema.exactOptional(),
  state: z.enum(handlingStates),
  /** The Slack member id of the person who has the mention or who set its state. */
  user: z.string(),
  /** The name of `user` in Slack. */
  by: z.string(),
  at: timeSchema,
  /** When the first state was set. If the mention is opened again, the next state counts as the first. */
  firstAt: timeSchema,
  /** When somebody first claimed the mention or got it assigned (UTC, ms). Absent if the mention was closed without that. */
  claimedAt: timeSchema.exactOptional(),
  assigned: assignmentSchema.exactOptional(),
  snooze: z.object({ id: z.string(), until: timeSchema }).exactOptional(),
  /** What the person wrote who marked the mention as done. */
  note: z.string().exactOptional(),
  /** The state that the present state replaced. If a person removes the reaction that set the present state, this state returns. */
  before: z
    .object({
      state: z.enum(heldStates),
      user: z.string(),
      by: z.string(),
      at: timeSchema,
      assigned: assignmentSchema.exactOptional(),
    })
    .exactOptional(),
})
export type Handling = z.infer<typeof handlingSchema>

/** True if a rule assigned the mention and no person has done anything with it since. */
export const isOnlyByRule = ({ state, assigned }: Pick<Handling, 'state' | 'assigned'>): boolean =>
  state === 'assigned' && assigned?.rule !== undefined

/**
 * `words` are the distinct words of a title, sorted and usually without the name of the site. `numbers` are the words that contain a digit.
 * Titles with different numbers, such as "Q3 2025" and "Q3 2026", are never similar.
 */
const titleWordsSchema = z.object({ words: z.array(z.string()), numbers: z.array(z.string()) })

/**
 * What a story says, as the sum of its places, each of which is one mention. `words` are beginnings of words, each with its weight, the number of
 * places that write it like a name, and the number of places that write it without a capital. `figures` are units with values.
 */
const coverageSchema = z.object({
  places: z.number(),
  /** Empty if nobody knows it. */
  language: z.string(),
  words: z.array(z.tuple([z.string(), z.number(), z.number(), z.number()])),
  figures: z.array(z.tuple([z.string(), z.string()])),
  years: z.array(z.string()),
  /** The first titles of the story: words as in `words`, in their order, separated by blanks. */
  titles: z.array(z.string()).exactOptional(),
})

/** `likeness` is the share of distinct words that two titles have in common (0 to 1). `words` are those that a mention shares with its story. */
const similaritySchema = z.union([
  z.object({ by: z.enum(['address', 'title', 'link']) }),
  z.object({ by: z.literal('words'), words: z.array(z.string()) }),
  z.object({ by: z.literal('likeness'), likeness: z.number() }),
])

/** What a place of a story said first. A figure has `before` by what earlier places said; strangers wrote the `unit`. */
const storyNewsSchema = z.union([
  z.object({ kind: z.enum(['correction', 'denial']) }),
  z.object({ kind: z.literal('figure'), now: z.string(), before: z.string(), unit: z.string() }),
])

/** Other mentions have the address, too, so it tells nothing about this one. */
const sharesAddress = z.literal(true).exactOptional()
/** With `sharesAddress`, what is the same for all mentions of one item. Absent if the mention service is not our own, and in older records. */
const item = z.string().exactOptional()

/** A place of a story. `url` is untrusted, because a stranger wrote it. */
export const duplicateSchema = z.object({
  id: idSchema,
  /** Present if another alert than that of the card found the mention. */
  alert: idSchema.exactOptional(),
  url: z.string(),
  sharesAddress,
  item,
  reach: z.number().exactOptional(),
  similarity: similaritySchema.exactOptional(),
  /** The `ts` of the message that has the address, with `dedupe: coverage`: usually a reply to the card. Absent before that message is posted. */
  shownIn: z.string().exactOptional(),
  news: z.array(storyNewsSchema).exactOptional(),
})
export type Duplicate = z.infer<typeof duplicateSchema>

/** Later mentions that match this fingerprint join the card. `url` is untrusted, because a stranger wrote it. */
export const fingerprintSchema = z.object({
  url: z.string(),
  sharesAddress,
  item,
  reach: z.number(),
  /** A mention with one of these keys joins the card. A key stands for an address, for who says what there, for a title, or for a link. */
  keys: z.array(z.string()),
  /** Present with `dedupe: story`. A mention with a similar title then also joins the card. */
  title: titleWordsSchema.exactOptional(),
  /** Present with `dedupe: coverage`. A mention about the same event then also joins the card. */
  coverage: coverageSchema.exactOptional(),
  /** The words that the alert searches for, as in `coverage`. All mentions have them, so they tell nothing. */
  searched: z.array(z.string()).exactOptional(),
  /** Present if the story had an earlier card. `from` is the id of the mention on that card, and `link` is the permalink of that card. */
  resurfaces: z.object({ from: idSchema, link: z.string().exactOptional() }).exactOptional(),
})

/** `url` is untrusted, because a stranger wrote it. */
const storySchema = z.object({
  url: z.string(),
  sharesAddress,
  item,
  reach: z.number(),
  title: titleWordsSchema,
  /** The reach of the story when it last got a new card. */
  shownReach: z.number(),
  /** The mentions on the story's earlier cards; empty if this is the story's first card. */
  earlier: z.array(duplicateSchema),
  link: z.string().exactOptional(),
  /** Present with `dedupe: coverage`. */
  coverage: coverageSchema.exactOptional(),
  /** When the last reply with places was posted (UTC, ms). */
  repliedAt: timeSchema.exactOptional(),
})

const originalCardSchema = z.object({
  subscription: z.string(),
  alert: idSchema,
  mention: idSchema,
  channel: z.string(),
  ts: z.string(),
  at: timeSchema,
  /**
   * A mention with one of these keys joins the card. With a story, these include the addresses of duplicates and the keys of the earlier
   * card.
   */
  keys: z.array(z.string()),
  duplicates: z.array(duplicateSchema),
  /** Present if mentions with a similar title also join the card. The card then shows the reach of the story. */
  story: storySchema.exactOptional(),
  /** The mention of the story's next card. Duplicates join that card instead of this one. */
  successor: idSchema.exactOptional(),
})
export type OriginalCard = z.infer<typeof originalCardSchema>

/** The people whom a message notifies. */
const notifiedSchema = notifySchema.omit({ when: true })

/** The actions that the buttons of the message offer. If absent: all actions. */
const offersSchema = z.array(z.enum(offeredActions)).exactOptional()

/** The bot stores the mentions of a message, so that it can draw the message again without a request to the mention service. */
export const shownMentionsSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('card'),
    mention: mentionSchema,
    style: z.enum(cardStyles),
    /** The layout of the subscription when the card was posted. */
    ...layoutShape,
    /** Present if the card names its alert, because several alerts post to the channel or because the layout has the name. */
    alertName: z.string().exactOptional(),
    notify: notifiedSchema.exactOptional(),
    offers: offersSchema,
    /**
     * Present if the mention belongs to several subscriptions of the channel: their names, in the order of the configuration. The first one
     * decides the appearance and the buttons.
     */
    members: z.array(z.string()).exactOptional(),
    /** Our own organisation published the mention, so nobody has to answer it. */
    isOwn: z.literal(true).exactOptional(),
    /** The name in Slack of the person who found the mention. The mention service did not find it, so nothing counts it as found. */
    foundBy: z.string().exactOptional(),
    /** What a feature says of the mention on its card. */
    remark: z.string().exactOptional(),
  }),
  /** `thread` is a message in the thread of a burst, of a spike or of a story. */
  z.object({
    kind: z.literal('thread'),
    mentions: z.array(mentionSchema),
    /** The position of the message's first mention in the whole burst or spike, from 1. */
    firstNumber: z.number(),
    /** The number of mentions of the whole burst; absent for a spike, because a spike grows. */
    total: z.number().exactOptional(),
    /**
     * Present in a reply with places of a story: what each mention says first, and the mentions that have a card of their own now, whose
     * addresses the reply does not have any more.
     */
    places: z
      .object({ news: z.array(z.array(storyNewsSchema)), moved: z.array(idSchema).exactOptional() })
      .exactOptional(),
    offers: offersSchema,
  }),
  /**
   * `burst` is the first message of a burst. Its texts describe the whole burst, but `mentions` has only the mentions that the message
   * lists.
   */
  z.object({
    kind: z.literal('burst'),
    headline: z.string(),
    facts: z.string(),
    more: z.string(),
    mentions: z.array(mentionSchema),
    /** The ids of all negative mentions of the burst. One button claims them all. */
    negative: z.array(idSchema),
    notify: notifiedSchema.exactOptional(),
    offers: offersSchema,
  }),
])
export type ShownMentions = z.infer<typeof shownMentionsSchema>

export function mentionsOf(shows: ShownMentions): Mention[] {
  return shows.kind === 'card' ? [shows.mention] : shows.mentions
}

/** True if a person found the mention of the card, and not the mention service. */
export const isFoundByPerson = ({ shows }: Pick<PostedCard, 'shows'>): boolean =>
  shows.kind === 'card' && shows.foundBy !== undefined

export function shownMention({ shows }: Pick<PostedCard, 'shows'>, id: Id): Mention | undefined {
  return mentionsOf(shows).find((mention) => mention.id === id)
}

/** A person linked this ticket to a mention. `by` is the person's name in Slack. */
const ticketSchema = z.object({
  mention: idSchema,
  url: z.string(),
  user: z.string(),
  by: z.string(),
  at: timeSchema,
})
export type Ticket = z.infer<typeof ticketSchema>

/** A ticket and the alert of its mention. */
export type LinkedTicket = Ticket & { alert: Id }

export function ticketOf({ tickets }: Pick<PostedCard, 'tickets'>, id: Id): Ticket | undefined {
  return tickets?.find(({ mention }) => mention === id)
}

const personSchema = z.object({ id: z.string(), name: z.string() })

/** A change of one mention by a person. `at` is unique within the card and grows with each change. */
export const cardChangeSchema = z.object({
  at: timeSchema,
  mention: idSchema,
  to: z.enum([...handlingStates, 'released', 'reopened', 'linked', 'corrected']),
  by: personSchema,
  /** The person who has the mention after an assignment. */
  holder: personSchema.exactOptional(),
  note: z.string().exactOptional(),
  due: timeSchema.exactOptional(),
  /** Why a rule assigned the mention; absent if a person did. */
  rule: ruleReasonSchema.exactOptional(),
  until: timeSchema.exactOptional(),
  link: z.string().exactOptional(),
  /** The sentiment of a corrected mention, and that of the mention service. Absent if there is none. */
  sentiment: sentimentSchema.exactOptional(),
  was: sentimentSchema.exactOptional(),
})
export type CardChange = z.infer<typeof cardChangeSchema>

export const postedCardSchema = z.object({
  channel: z.string(),
  ts: z.string(),
  /** The subscription that posted the message. Its receipt names it. */
  subscription: z.string(),
  alert: idSchema,
  /** The first message of the thread, if the message is a reply. Records of version 0.2 do not have it. */
  thread: z.string().exactOptional(),
  shows: shownMentionsSchema,
  actions: z.array(handlingSchema),
  /** At most one ticket for each mention. A ticket stays if the state of the mention changes. */
  tickets: z.array(ticketSchema).exactOptional(),
  /** At most one for each mention. The mentions in `shows` have the sentiment that people gave them. */
  corrections: z.array(correctionSchema).exactOptional(),
  /** The last event of each person and reaction. `ts` is Slack's `event_ts`. Repeated and older events change nothing. */
  reactions: z
    .array(z.object({ user: z.string(), to: z.enum(['claim', 'done']), ts: z.string() }))
    .exactOptional(),
  original: originalCardSchema.exactOptional(),
  /** The changes that features have not stored yet. */
  changes: z.array(cardChangeSchema).exactOptional(),
  /** The `at` of the newest change (UTC, ms). */
  changedAt: timeSchema.exactOptional(),
  /** The mentions that were marked as done because they are done in the mention service. If a person reopens one, it stays open. */
  closedByService: z.array(idSchema).exactOptional(),
  /**
   * The mentions for which a rule has chosen a person (`to`), or found nobody (then `reason` says why), or which somebody had already. A rule
   * decides once about a mention, because people may give it back.
   */
  ruled: z
    .array(
      z.object({
        mention: idSchema,
        to: z.string().exactOptional(),
        reason: ruleReasonSchema.exactOptional(),
      }),
    )
    .exactOptional(),
  /** Present after people were called because of this message. They are not called again. */
  called: z.literal(true).exactOptional(),
})
export type PostedCard = z.infer<typeof postedCardSchema>

/** Returns the name of the subscription whose settings the buttons of a card follow. */
export function leadOf({ subscription, shows }: Pick<PostedCard, 'subscription' | 'shows'>): string {
  return (shows.kind === 'card' ? shows.members?.[0] : undefined) ?? subscription
}

/** Returns what a rule decided about a mention of the card; undefined if none did. */
export function ruledOn({ ruled }: Pick<PostedCard, 'ruled'>, id: Id) {
  return ruled?.find(({ mention }) => mention === id)
}

/** A mention of a message, with its correction. */
export type CorrectedMention = { ts: string; alert: Id; correction: Correction; mention: Mention }

export function correctionOf(
  { corrections }: Pick<PostedCard, 'corrections'>,
  id: Id,
): Correction | undefined {
  return corrections?.find(({ mention }) => mention === id)
}

/** Why an open mention is urgent. */
export type WorthReasons = {
  sentiment: Mention['sentiment']
  reach: number
  asksQuestion: boolean
  /** The number of pages with the mention or its duplicates. */
  sites: number
  /** The time from which the age of the mention counts. */
  since: Time
}
