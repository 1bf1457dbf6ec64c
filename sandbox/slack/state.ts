import type { CallRecord, Channel, EnvelopeRecord, Ephemeral, OpenView, Person } from './events.ts'
import type { Fault } from './fault.ts'
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
