import type { Command } from './options.ts'
import type { Message, View } from './wire.ts'

/**
 * What the workspace tells whoever watches it: a snapshot first, then one change after another. The same JSON goes
 * to `subscribe` in the process and, as server-sent events, to `GET /_control/events` (`event: snapshot` once, then
 * `event: change`, with `id:` = `seq`). A watcher that keeps the snapshot and applies the changes knows all.
 */

/** A person. `displayName` may be missing, as in Slack. */
export type Person = { id: string; name: string; displayName?: string; timezone: string; isBot: boolean }

/** A conversation. `im`: the direct messages between the bot and `user`; its name is that person's name. */
export type Channel = {
  id: string
  name: string
  kind: 'public' | 'private' | 'im'
  user?: string
  isArchived: boolean
  botIsMember: boolean
  /** Ids of the people in it, without the bot. */
  members: string[]
  /** Seconds since 1970. */
  created: number
}

/** A message that only one person sees, until the page is reloaded in Slack; here until the reset. */
export type Ephemeral = { channel: string; user: string; message: Message }

/** A modal that is open before somebody's eyes. */
export type OpenView = { user: string; view: View }

/** A call of the Web API or of a response_url. */
export type CallRecord = {
  /** Grows by one with every call. */
  id: number
  /** `chat.postMessage`, …, or `response_url`. */
  method: string
  /** The arguments, without the token. */
  args: Record<string, unknown>
  /** Ms since 1970: when it came in, and when it ended. */
  at: number
  endedAt: number
  /** How it ended for the caller: an answer, a broken connection, or silence. */
  ending: 'answered' | 'reset' | 'hung'
  /** HTTP status; 0 where there was no answer. */
  status: number
  /** The answer; on `reset` and `hung` the one that never arrived, null where nothing was done. */
  answer: Record<string, unknown> | null
}

/** Something sent to the app: a command, a press, a submission, an event. Reported when sent, and again when it ended. */
export type EnvelopeRecord = {
  id: string
  type: 'slash_commands' | 'interactive' | 'events_api'
  payload: Record<string, unknown>
  /** `socket 1`, `socket 2`, … or the request URL. */
  via: string
  at: number
  endedAt?: number
  /** `pending` until it is acknowledged; `undeliverable`: no connection, or refused over HTTP. */
  state: 'pending' | 'acknowledged' | 'timeout' | 'undeliverable'
  /** The payload of the acknowledgement. */
  response?: Record<string, unknown>
}

/** Something Slack itself tells one person: not a message, gone when read. */
type Notice = { user: string; channel?: string; text: string }

/** Everything there is. `seq`: the changes from `seq + 1` on are not in it. */
export type Snapshot = {
  seq: number
  /** The workspace's time in ms since 1970. */
  now: number
  team: { id: string; name: string; domain: string }
  bot: { userId: string; botId: string; appId: string; name: string }
  commands: Command[]
  people: Person[]
  channels: Channel[]
  /** Per channel id, oldest first, with replies (those have another `thread_ts` than `ts`) and metadata. */
  messages: Record<string, Message[]>
  ephemerals: Ephemeral[]
  /** Open modals; of one person the last is on top. */
  views: OpenView[]
  /** The published home tab by person. */
  homes: Record<string, View>
  /** How many Socket Mode connections are open. */
  sockets: number
  faults: Fault[]
  /** The latest, oldest first. */
  calls: CallRecord[]
  envelopes: EnvelopeRecord[]
}

/** What can change. Every change carries the whole new thing: replace what has the same id (or ts). */
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
  | { type: 'notice'; notice: Notice }
  | { type: 'call'; call: CallRecord }
  | { type: 'envelope'; envelope: EnvelopeRecord }
  | { type: 'sockets'; open: number }
  | { type: 'faults'; faults: Fault[] }
  | { type: 'clock'; now: number }
  | { type: 'reset'; snapshot: Snapshot }

/** A change with its number, which grows by one, and its time in ms since 1970. */
export type WorkspaceEvent = Change & { seq: number; at: number }

/**
 * What goes wrong. `after: true` does the call's work first and fails then, so that the caller cannot know.
 * - `rateLimit`: 429 with Retry-After in seconds. - `status`: that HTTP status. - `error`: `ok: false` with that code.
 * - `reset`: the connection breaks. - `hang`: no answer at all. - `slow`: the answer comes so many ms later.
 * - `storeLate`: no answer, and the work is done so many ms later. - `dropMetadata`: a message is kept without it.
 * - `historyLag`: a message is kept at once, but history shows it only so many ms later.
 */
export type Act =
  | { do: 'rateLimit'; retryAfter: number; after?: boolean | undefined }
  | { do: 'status'; status: number; after?: boolean | undefined }
  | { do: 'error'; error: string; after?: boolean | undefined }
  | { do: 'reset'; after?: boolean | undefined }
  | { do: 'hang'; after?: boolean | undefined }
  | { do: 'slow'; ms: number; after?: boolean | undefined }
  | { do: 'storeLate'; ms: number }
  | { do: 'dropMetadata' }
  | { do: 'historyLag'; ms: number }

/** A fault that is ordered: for a method (`*`: every one, `response_url`: those), perhaps for one channel. */
export type Fault = {
  id: number
  method: string
  /** A channel id or name; without it, every call. */
  channel?: string | undefined
  /** Hits only calls whose arguments contain this text, wherever it stands; without it, every call. */
  text?: string | undefined
  /** How many calls are still to be hit; without it, until it is cleared. */
  times?: number | undefined
  act: Act
}
