import { timeSchema } from '@overheard/base/time-schema'
import { idSchema } from '@overheard/mention-client/id'
import { z } from 'zod'
import type { CollectionKind, MessageKey } from '../../model/collection.ts'
import { reminderBase } from '../../model/reminder.ts'

const personSchema = z.object({ user: z.string(), name: z.string() })

/**
 * A person to invite. `left`: the account is deactivated or unknown. `private`: the person may not see the alert. `guest`: Slack does not
 * let the guest in. `external`: the person belongs to another organisation. `refused`: Slack refuses for another reason.
 */
const inviteeSchema = personSchema.extend({
  role: z.enum(['opener', 'lead', 'watch', 'notify']),
  /** Absent until Slack has answered. */
  outcome: z.enum(['in', 'left', 'private', 'guest', 'external', 'refused']).exactOptional(),
})
export type Invitee = z.infer<typeof inviteeSchema>

/** So many people are invited at most. Each invitation is a call, and Slack accepts about fifty a minute. */
export const mostInvited = 50

const roomSchema = z.object({
  /** The card of the spike. */
  card: z.object({ channel: z.string(), ts: z.string() }),
  subscription: z.string(),
  alert: idSchema,
  alertName: z.string(),
  /** Who opened it. */
  by: personSchema,
  at: timeSchema,
  isPrivate: z.boolean(),
  /** The name of the channel. A taken name is followed by the next one. */
  name: z.string(),
  /** How many names were taken. */
  taken: z.number(),
  /** Slack refused the words of the alert's name. */
  isPlain: z.literal(true).exactOptional(),
  /** Since this time (UTC, ms) Slack may have a channel of ours with this name. */
  sentAt: timeSchema.exactOptional(),
  /** The id of the channel. Absent until Slack has it. */
  channel: z.string().exactOptional(),
  isDescribed: z.literal(true).exactOptional(),
  invitees: z.array(inviteeSchema).exactOptional(),
  /** How many people and groups were not invited, because there are too many or because Slack does not tell who is in a group. */
  notAsked: z.object({ people: z.number(), groups: z.number() }).exactOptional(),
  /** Slack may have a canvas of ours. */
  canvasSent: z.literal(true).exactOptional(),
  /** Where the live numbers are. */
  board: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('canvas'), id: z.string() }),
      /** `isPinned` is absent until Slack has answered. */
      z.object({ kind: z.literal('message'), isPinned: z.boolean().exactOptional() }),
    ])
    .exactOptional(),
  /** The `ts` of the first message. */
  welcome: z.string().exactOptional(),
  /** What the board shows, as a hash, since this time (UTC, ms). */
  drawn: z.object({ hash: z.string(), at: timeSchema }).exactOptional(),
  /** `by` is absent if the spike has ended by itself. */
  ended: z.object({ at: timeSchema, by: personSchema.exactOptional() }).exactOptional(),
  /** The first message shows that the room has ended. */
  isClosed: z.literal(true).exactOptional(),
  /** The `ts` of the report. */
  report: z.string().exactOptional(),
  /** The member who wants the channel to be archived. */
  archive: z.string().exactOptional(),
  /** `lost`: the channel was archived or deleted by somebody, or accepts no messages. */
  over: z.enum(['archived', 'lost']).exactOptional(),
})
export type Room = z.infer<typeof roomSchema>

/** By the card of the spike, so that a spike has at most one room. */
export const roomKind: CollectionKind<Room> = { name: 'rooms', schema: roomSchema }

export const roomKey = ({ channel, ts }: MessageKey): string => `${channel} ${ts}`

/** The messages of a room. Each is posted exactly once. */
export const roomMessageSchema = reminderBase.extend({
  kind: z.literal('room'),
  card: z.object({ channel: z.string(), ts: z.string() }),
  what: z.enum(['welcome', 'report']),
})
export type RoomMessage = z.infer<typeof roomMessageSchema>

export const roomMessageId = (card: MessageKey, what: RoomMessage['what']): string =>
  `room ${what} ${roomKey(card)}`
