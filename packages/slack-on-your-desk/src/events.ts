import { z } from 'zod'
import type { Command, MessageShortcut } from './options.ts'
import type { Entity, Message, View } from './wire.ts'

/**
 * The types that the workspace sends to watchers: first a snapshot, then one change after another. `subscribe` and
 * the server-sent events of `GET /_control/events` deliver the same JSON (`event: snapshot` once, then `event:
 * change`, with `id:` = `seq`). A watcher that applies the changes to the snapshot knows everything.
 */

/** A user of the workspace. `displayName` may be absent, as in Slack. */
export type Person = {
  id: string
  name: string
  displayName?: string
  timezone: string
  /** The language tag that `users.info` gives with `include_locale`. Without it: `en-US`. */
  locale?: string
  isBot: boolean
  /** A guest of the workspace, or a user of another organisation (Slack Connect). Without it: a full member. */
  kind?: 'guest' | 'external'
  /** True if an admin has deactivated the account. Slack keeps the user. */
  isDeactivated?: true
}

/** A conversation. `im`: the direct messages between the bot and `user`, under that user's name. */
export type Channel = {
  id: string
  name: string
  kind: 'public' | 'private' | 'im'
  user?: string
  isArchived: boolean
  botIsMember: boolean
  /** The ids of its users, without the bot. */
  members: string[]
  /** Seconds since 1970. */
  created: number
  creator?: string
  topic?: Description
  purpose?: Description
}

/** A topic or purpose in Slack's JSON. */
type Description = { value: string; creator: string; last_set: number }

/** What a person sees who has asked for the details of a Work Object. */
export type EntityDetails =
  | { kind: 'entity'; entity: Entity }
  | { kind: 'authentication'; url: string }
  | { kind: 'error'; error: unknown }

/** A message that only one user sees. It stays until the reset. */
export type Ephemeral = { channel: string; user: string; message: Message }

/** An open modal. */
export type OpenView = { user: string; view: View }

/** A call of the Web API or of a response_url. */
export type CallRecord = {
  /** Grows by one with every call. */
  id: number
  /** `chat.postMessage`, … or `response_url`. */
  method: string
  /** Without the token. */
  args: Record<string, unknown>
  /** Ms since 1970, start and end. */
  at: number
  endedAt: number
  /** How the call ended for the caller: an answer, a broken connection, or silence. */
  ending: 'answered' | 'reset' | 'hung'
  /** The HTTP status; 0 if there was no answer. */
  status: number
  /** The answer. After `reset` and `hung` it never arrived; null if the call did nothing. */
  answer: Record<string, unknown> | null
}

/**
 * A command, button press, submission or event that was sent to the app. Reported when it is sent and when it ends.
 */
export type EnvelopeRecord = {
  id: string
  type: 'slash_commands' | 'interactive' | 'events_api'
  payload: Record<string, unknown>
  /** `socket 1`, `socket 2`, … or the request URL. */
  via: string
  at: number
  endedAt?: number
  /** `pending` until it is acknowledged. `undeliverable`: there is no connection, the connection closed, or HTTP refused it. */
  state: 'pending' | 'acknowledged' | 'timeout' | 'undeliverable'
  /** The payload of the acknowledgement. */
  response?: Record<string, unknown>
}

/** A notice from Slack itself to one user. It is not a message of the channel. */
type Notice = { user: string; channel?: string; text: string }

/** Everything in the workspace. It includes the changes up to `seq`. */
export type Snapshot = {
  seq: number
  /** The workspace's time in ms since 1970. */
  now: number
  team: { id: string; name: string; domain: string }
  bot: { userId: string; botId: string; appId: string; name: string }
  commands: Command[]
  messageShortcuts: MessageShortcut[]
  people: Person[]
  channels: Channel[]
  /** By channel id, oldest first, with metadata. Replies have a `thread_ts` other than their `ts`. */
  messages: Record<string, Message[]>
  ephemerals: Ephemeral[]
  /** Open modals. Of one user's modals the last is on top. */
  views: OpenView[]
  /** The published home tabs by user. */
  homes: Record<string, View>
  /** The number of open Socket Mode connections. */
  sockets: number
  faults: Fault[]
  /** The latest ones, oldest first. */
  calls: CallRecord[]
  envelopes: EnvelopeRecord[]
}

/** A change carries the whole new object. It replaces the one with the same id (or ts). */
export type Change =
  | { type: 'message_posted'; channel: string; message: Message }
  | { type: 'message_updated'; channel: string; message: Message }
  | { type: 'message_deleted'; channel: string; ts: string }
  | { type: 'ephemeral_posted'; ephemeral: Ephemeral }
  | { type: 'ephemeral_updated'; ephemeral: Ephemeral }
  | { type: 'ephemeral_deleted'; channel: string; user: string; ts: string }
  | { type: 'view_opened'; user: string; view: View }
  | { type: 'view_updated'; user: string; view: View }
  | { type: 'view_closed'; user: string; viewId: string }
  | { type: 'home_published'; user: string; view: View }
  | { type: 'channel_changed'; channel: Channel }
  | { type: 'details_presented'; user: string; details: EntityDetails }
  | { type: 'notice'; notice: Notice }
  | { type: 'call'; call: CallRecord }
  | { type: 'envelope'; envelope: EnvelopeRecord }
  | { type: 'sockets'; open: number }
  | { type: 'faults'; faults: Fault[] }
  | { type: 'clock'; now: number }
  | { type: 'reset'; snapshot: Snapshot }

/** A change with its number, which grows by one, and its time in ms since 1970. */
export type WorkspaceEvent = Change & { seq: number; at: number }

const after = z.boolean().optional()
const ms = z.number().nonnegative()

/** The effect of a fault. With `after: true` the call does its work first and fails then, so that the caller cannot know. */
const actSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('rateLimit'), retryAfter: z.number(), after }),
  z.object({ do: z.literal('status'), status: z.number().int().min(400).max(599), after }),
  z.object({ do: z.literal('error'), error: z.string(), after }),
  z.object({ do: z.literal('reset'), after }),
  z.object({ do: z.literal('hang'), after }),
  z.object({ do: z.literal('slow'), ms, after }),
  z.object({ do: z.literal('storeLate'), ms }),
  z.object({ do: z.literal('dropMetadata') }),
  z.object({ do: z.literal('historyLag'), ms }),
])
export type Act = z.infer<typeof actSchema>

/** A planned fault for a method: `*` is every method, `response_url` is every response_url. */
export const plannedFault = z.object({
  method: z.string(),
  /** A channel id or name. Without it, any channel. */
  channel: z.string().optional(),
  /** Hits only calls whose arguments contain this text. */
  text: z.string().optional(),
  /** The number of calls still to hit. Without it, the fault stays until it is cleared. */
  times: z.number().int().positive().optional(),
  act: actSchema,
})
export type Fault = z.infer<typeof plannedFault> & { id: number }

/** The app's reaction to an envelope. `payload` is what the acknowledgement carried, empty if nothing. */
export type Ack =
  | { kind: 'acknowledged'; payload: Record<string, unknown> }
  | { kind: 'timeout' }
  | { kind: 'undeliverable' }
