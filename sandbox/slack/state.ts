import type { Clock } from './clock.ts'
import type { Ack } from './delivery.ts'
import type {
  CallRecord,
  Change,
  Channel,
  EnvelopeRecord,
  Ephemeral,
  Fault,
  OpenView,
  Person,
  Snapshot,
  WorkspaceEvent,
} from './events.ts'
import type { Seed } from './options.ts'
import type { Message, View } from './wire.ts'

/** A message and when history begins to show it (ms since 1970). */
export type Stored = { message: Message; readableAt: number }

/** Who may open a modal until when (ms), once. */
type Trigger = { user: string; expiresAt: number; used: boolean }

/** Where a response_url leads. */
export type ResponseUrl = {
  user: string
  channel: string
  issuedAt: number
  uses: number
  /** The message the press stood on, which `replace_original` and `delete_original` mean. */
  original?: { ts: string; ephemeral: boolean }
}

/** Everything the workspace remembers. `reset` replaces its contents, never the object. */
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
  token: { bot: string; app: string }
  revoked: Set<string>
  scopes: { bot: string[]; app: string[] }
  /** Whether Slack treats the app as commercially distributed (see `web-api/rate-limits.ts`). */
  distributed: boolean
  /** The Events API events the app has subscribed to, and the metadata event types it wants events for. */
  subscriptions: { events: string[]; metadata: string[] }
  /** Who the bot is: another installation of the app may have other ids. */
  bot: Seed['bot']
  /** Every bot id the app has had, with the user it belonged to. */
  installations: { botId: string; userId: string }[]
  /** Threads that take no more replies, as `channel ts`. */
  lockedThreads: Set<string>
  /** Ids of the channels that have no threads. */
  unthreadable: Set<string>
  faults: Fault[]
  /** By method, a post's with its channel: when, in ms, the next call would be within the rate (see `limits.ts`). */
  nextCallAt: Map<string, number>
  calls: CallRecord[]
  envelopes: EnvelopeRecord[]
  lastId: number
}

/** The state at the start. */
export function createState(seed: Seed, now: number): State {
  const people = peopleOf(seed)
  return {
    channels: new Map(seed.channels.map((channel) => [channel.id, channelOf(channel, seed, now)])),
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
    scopes: { bot: [...seed.scopes.bot], app: [...seed.scopes.app] },
    distributed: seed.distributed,
    subscriptions: { events: [...seed.subscribedEvents], metadata: [...seed.metadataSubscriptions] },
    bot: seed.bot,
    installations: [{ botId: seed.bot.botId, userId: seed.bot.userId }],
    lockedThreads: new Set(),
    unthreadable: new Set(),
    faults: [],
    nextCallAt: new Map(),
    calls: [],
    envelopes: [],
    lastId: 0,
  }
}

/** A new id with Slack's kind of prefix: `V0000000012`. Deterministic, so that runs can be compared. */
export function newId(state: State, prefix: string): string {
  state.lastId += 1
  return prefix + state.lastId.toString(36).toUpperCase().padStart(10, '0')
}

function peopleOf(seed: Seed): Person[] {
  const bot = { id: seed.bot.userId, name: seed.bot.name, timezone: 'Etc/UTC', isBot: true }
  return [bot, ...seed.users.map((user) => ({ ...user, timezone: user.timezone ?? 'Etc/UTC', isBot: false }))]
}

function channelOf(channel: Seed['channels'][number], seed: Seed, now: number): Channel {
  return {
    id: channel.id,
    name: channel.name,
    kind: channel.isPrivate ? 'private' : 'public',
    isArchived: false,
    botIsMember: channel.botIsMember,
    members: channel.members ?? seed.users.map((user) => user.id),
    created: Math.floor(now / 1000),
  }
}

/** What every part of the workspace works with. */
export type Context = {
  seed: Seed
  state: State
  clock: Clock
  /** Tells every watcher of a change. Whoever changes the state calls it. */
  emit: (change: Change) => void
  /** The address the server listens on, `http://127.0.0.1:PORT`, without a slash at the end. */
  url: () => string
  log: (line: string) => void
  /** Sends an event of the Events API if the app has subscribed to its type. Undefined: it has not. */
  sendEvent: (event: AppEvent) => Promise<Ack | undefined>
}

/** The `event` of an Events API payload, without its `event_ts`. */
export type AppEvent = { type: string; [field: string]: unknown }

/** Hears every change. Must not throw. */
export type Listener = (event: WorkspaceEvent) => void

/** The stream of changes. */
type Feed = {
  emit: (change: Change) => void
  /** Starts to hear; returns how to stop. */
  subscribe: (listener: Listener) => () => void
  /** The number of the last change. */
  seq: () => number
}

/** Builds a feed. Each event is a copy, so that a later change of the state does not alter what was told. */
export function createFeed(now: () => number): Feed {
  const listeners = new Set<Listener>()
  let seq = 0
  return {
    emit: (change) => {
      seq += 1
      if (listeners.size === 0) return
      const event: WorkspaceEvent = { ...structuredClone(change), seq, at: now() }
      for (const listener of listeners) listener(event)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    seq: () => seq,
  }
}

/** Calls and envelopes a snapshot shows at most: what an inspector can list. */
const latestRecords = 200

/** Everything there is now, as one JSON value that shares nothing with the state. */
export function snapshotOf(context: Context, seq: number, sockets: number): Snapshot {
  const { state, seed, clock } = context
  const messages = [...state.messages].map(([id, stored]) => [id, stored.map((entry) => entry.message)])
  return structuredClone({
    seq,
    now: clock.now(),
    team: seed.team,
    bot: state.bot,
    commands: seed.commands,
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
