import type { Clock } from './clock.ts'
import type {
  Ack,
  CallRecord,
  Change,
  Channel,
  EntityDetails,
  EnvelopeRecord,
  Ephemeral,
  Fault,
  OpenView,
  Person,
  Snapshot,
  WorkspaceEvent,
} from './events.ts'
import type { Seed, TokenKind } from './options.ts'
import type { Entity, Message, View } from './wire.ts'

/** History shows the message from `readableAt` (ms since 1970) on. */
export type Stored = { message: Message; readableAt: number }

/** A trigger opens one modal before `expiresAt` (ms). `entity`: the Work Object whose details were asked for. */
type Trigger = { user: string; expiresAt: number; used: boolean; entity?: Entity['external_ref'] }

/** The place that a response_url belongs to. */
export type ResponseUrl = {
  user: string
  channel: string
  issuedAt: number
  uses: number
  /** The message whose button was pressed, for `replace_original` and `delete_original`. */
  original?: { ts: string; ephemeral: boolean }
}

/** A file that an app uploads in three steps. `bytes` are missing before the second step. */
export type StoredFile = {
  id: string
  name: string
  title: string
  length: number
  bytes?: Buffer
  isShared: boolean
  /** True if a person made it public. */
  isPublic?: boolean
  user: string
  /** Seconds since 1970, as all times below. */
  created: number
}

/** A file of another service. */
export type RemoteFile = {
  id: string
  externalId: string
  url: string
  title: string
  filetype: string
  hasPreview: boolean
  user: string
  created: number
}

/** A message that will be posted at `postAt`. */
export type ScheduledMessage = {
  id: string
  channel: string
  postAt: number
  created: number
  fields: MessageContent
}

/** What an app says in a message. */
export type MessageContent = Pick<Message, 'text'> &
  Partial<Pick<Message, 'metadata' | 'thread_ts' | 'parent_user_id' | 'subtype' | 'username' | 'icons'>> & {
    blocks?: Message['blocks'] | undefined
    attachments?: Message['attachments'] | undefined
  }

/** A link in the bar of a channel, in Slack's JSON. */
export type Bookmark = {
  id: string
  channel_id: string
  title: string
  link: string
  emoji: string
  icon_url: string | null
  type: 'link'
  entity_id: string | null
  date_created: number
  date_updated: number
  rank: string
  last_updated_by_user_id: string
  last_updated_by_team_id: string
  shortcut_id: string | null
  app_id: string
}

/** A canvas. `access` is the level by the id of a user or a channel. */
export type Canvas = {
  id: string
  title: string
  sections: { id: string; text: string }[]
  access: Record<string, string>
  /** The channel whose canvas it is. */
  channel?: string
}

/** A call of another service, in Slack's JSON. */
export type VoiceCall = {
  id: string
  date_start: number
  date_end?: number
  external_unique_id: string
  join_url: string
  desktop_app_join_url: string
  external_display_id: string
  title: string
  users: Record<string, unknown>[]
}

export type UserGroup = {
  id: string
  name: string
  handle: string
  description: string
  channels: string[]
  users: string[]
  isEnabled: boolean
  created: number
  updated: number
  createdBy: string
}

/** Everything the workspace stores. `reset` replaces its contents, never the object. */
export type State = {
  channels: Map<string, Channel>
  people: Map<string, Person>
  /** By channel id, oldest first. */
  messages: Map<string, Stored[]>
  ephemerals: Ephemeral[]
  views: OpenView[]
  homes: Map<string, View>
  triggers: Map<string, Trigger>
  responseUrls: Map<string, ResponseUrl>
  /** One-time tickets for Socket Mode connections. */
  tickets: Set<string>
  token: Record<TokenKind, string>
  revoked: Set<string>
  scopes: Record<TokenKind, string[]>
  /** True if Slack treats the app as commercially distributed (see `web-api/rate-limits.ts`). */
  distributed: boolean
  /** True if Slack's rate limits apply. */
  limited: boolean
  /** The Events API events of the app, and the metadata event types of its manifest. */
  subscriptions: { events: string[]; metadata: string[] }
  /** The bot's ids. A new installation of the app changes them. */
  bot: Seed['bot']
  /** Every bot id that the app has had, with its user id. */
  installations: { botId: string; userId: string }[]
  /** Locked threads as `channel ts`. */
  lockedThreads: Set<string>
  /** The ids of channels without threads. */
  unthreadable: Set<string>
  /** The files of apps, by id. */
  files: Map<string, StoredFile>
  remoteFiles: Map<string, RemoteFile>
  scheduled: ScheduledMessage[]
  /** By channel id. */
  bookmarks: Map<string, Bookmark[]>
  pins: Map<string, { ts: string; by: string; created: number }[]>
  canvases: Map<string, Canvas>
  voiceCalls: Map<string, VoiceCall>
  groups: Map<string, UserGroup>
  /** The manifests of apps by app id. */
  manifests: Map<string, unknown>
  /** The latest details of a Work Object that a user sees. */
  details: Map<string, EntityDetails>
  /** The users who are away. */
  away: Set<string>
  /** The end of a user's snooze. */
  snoozes: Map<string, number>
  /** The hours (ms) of a user's Do Not Disturb, which repeat every day. */
  doNotDisturb: Map<string, { start: number; end: number }>
  /** The fields of profiles that apps have changed. */
  profiles: Map<string, Record<string, unknown>>
  faults: Fault[]
  /**
   * The time (ms) from which the next call is within the rate limit. By method, for posts by method and channel (see
   * `web-api/rate-limits.ts`).
   */
  nextCallAt: Map<string, number>
  calls: CallRecord[]
  envelopes: EnvelopeRecord[]
  lastId: number
}

export function createState(seed: Seed, now: number): State {
  const people = peopleOf(seed)
  return {
    channels: new Map(seed.channels.map((channel) => [channel.id, channelOf(channel, now)])),
    people: new Map(people.map((person) => [person.id, person])),
    messages: new Map(),
    ephemerals: [],
    views: [],
    homes: new Map(),
    triggers: new Map(),
    responseUrls: new Map(),
    tickets: new Set(),
    token: { ...seed.token },
    revoked: new Set(),
    scopes: structuredClone(seed.scopes),
    distributed: seed.distributed,
    limited: true,
    subscriptions: { events: [...seed.subscribedEvents], metadata: [...seed.metadataSubscriptions] },
    bot: seed.bot,
    installations: [{ botId: seed.bot.botId, userId: seed.bot.userId }],
    lockedThreads: new Set(),
    unthreadable: new Set(),
    files: new Map(),
    remoteFiles: new Map(),
    scheduled: [],
    bookmarks: new Map(),
    pins: new Map(),
    canvases: new Map(),
    voiceCalls: new Map(),
    groups: new Map(),
    manifests: new Map(seed.manifest === undefined ? [] : [[seed.bot.appId, seed.manifest]]),
    details: new Map(),
    away: new Set(),
    snoozes: new Map(),
    doNotDisturb: new Map(),
    profiles: new Map(),
    faults: [],
    nextCallAt: new Map(),
    calls: [],
    envelopes: [],
    lastId: 0,
  }
}

/** Creates an id with a prefix like Slack's: `V0000000012`. Ids are deterministic, so that runs can be compared. */
export function newId(state: State, prefix: string): string {
  state.lastId += 1
  return prefix + state.lastId.toString(36).toUpperCase().padStart(10, '0')
}

function peopleOf(seed: Seed): Person[] {
  const bot = { id: seed.bot.userId, name: seed.bot.name, timezone: 'Etc/UTC', isBot: true }
  return [bot, ...seed.users.map((user) => ({ ...user, timezone: user.timezone ?? 'Etc/UTC', isBot: false }))]
}

/** Guests and external users are only in channels that name them. */
export const isFullMember = ({ kind }: Pick<Person, 'kind'>) => kind === undefined

function channelOf(channel: Seed['channels'][number], now: number): Channel {
  return {
    id: channel.id,
    name: channel.name,
    kind: channel.isPrivate ? 'private' : 'public',
    isArchived: false,
    botIsMember: channel.botIsMember,
    members: channel.members,
    created: Math.floor(now / 1000),
  }
}

/** The home workspace of a user. That of an external user is another one. */
export function teamOf({ seed }: Context, { kind }: Person): string {
  return kind === 'external' ? 'T0EXTERNAL1' : seed.team.id
}

/** Shared by all parts of the workspace. */
export type Context = {
  seed: Seed
  state: State
  clock: Clock
  /** Reports a change to every watcher. All code that changes the state must call it. */
  emit: (change: Change) => void
  /** The address of the server, `http://127.0.0.1:PORT`, without a trailing slash. */
  url: () => string
  log: (line: string) => void
  /** Sends an event of the Events API if the app has subscribed to its type, or to `name`. Undefined: it has not. */
  sendEvent: (event: AppEvent, name?: string) => Promise<Ack | undefined>
}

/** The `event` of an Events API payload, without its `event_ts`. */
export type AppEvent = {
  type: string
  item?: { type: string; channel: string; ts: string }
  [field: string]: unknown
}

/** Receives every change. Must not throw. */
export type Listener = (event: WorkspaceEvent) => void

/** Each event is a copy, so that later changes of the state do not alter it. */
export function createFeed(now: () => number) {
  const listeners = new Set<Listener>()
  let seq = 0
  return {
    emit(change: Change): void {
      seq += 1
      if (listeners.size === 0) return
      const event: WorkspaceEvent = { ...structuredClone(change), seq, at: now() }
      for (const listener of listeners) listener(event)
    },
    /** Returns a function that unsubscribes. */
    subscribe(listener: Listener): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The number of the last change. */
    seq: () => seq,
  }
}

/** The greatest number of stored calls and envelopes, so that a long demo does not grow. */
export const maxRecords = 5000

/** A snapshot has at most this many calls and envelopes. */
const latestRecords = 200

/** Returns everything as one JSON value that shares nothing with the state. */
export function snapshotOf(context: Context, seq: number, sockets: number): Snapshot {
  const { state, seed, clock } = context
  const messages = [...state.messages].map(([id, stored]) => [id, stored.map((entry) => entry.message)])
  return structuredClone({
    seq,
    now: clock.now(),
    team: seed.team,
    bot: state.bot,
    commands: seed.commands,
    messageShortcuts: seed.messageShortcuts,
    people: [...state.people.values()],
    channels: [...state.channels.values()],
    messages: Object.fromEntries(messages),
    ephemerals: state.ephemerals,
    views: state.views,
    homes: Object.fromEntries(state.homes),
    sockets,
    faults: state.faults,
    calls: state.calls.slice(-latestRecords),
    envelopes: state.envelopes.slice(-latestRecords),
  })
}
