import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SetTimer } from './clock.ts'

/** A person at the start, or only the name. Without `id`, the id is made from the name: `U0000000ANA`. */
export type PersonSeed = {
  id?: string
  name: string
  displayName?: string
  timezone?: string
  /** The language tag of the person, such as `de-DE`. */
  locale?: string
  /** A guest of the workspace, or a person of another organisation (Slack Connect). Without it: a full member. */
  kind?: 'guest' | 'external'
}

/**
 * A channel at the start. Without `id`, the id is made from the name: `C000GENERAL`. The bot is a member unless `botIsMember` is false.
 * Without `members` (ids or names), every full member is in it.
 */
export type ChannelSeed = {
  id?: string
  name: string
  botIsMember?: boolean
  isPrivate?: boolean
  members?: string[]
}

/**
 * A slash command of the app, for completion on the page. `escapes` is the manifest's `should_escape`. With `shortcut`, the callback id of
 * a global shortcut, `command` is a slash and the shortcut's name: Slack offers both after a slash.
 */
export type Command = {
  command: string
  description: string
  usage: string
  escapes?: boolean
  shortcut?: string
}

/** An entry in the menu of each message on the page. */
export type MessageShortcut = { name: string; callbackId: string }

/** The kinds of tokens: of the bot, of the app, of a person who has authorized the app, and for the configuration of apps. */
export const tokenKinds = ['bot', 'app', 'user', 'config'] as const
export type TokenKind = (typeof tokenKinds)[number]

/** The post limit of one channel: a steady rate after a burst. `off`: no limit. */
type PostLimit = { perSecond: number; burst: number } | 'off'

/** Everything but `now` has a default. */
export type WorkspaceOptions = {
  /** Ms since 1970. */
  now: () => number
  /** Runs a function later and returns a function that cancels it. Node's timers by default. */
  setTimer?: SetTimer
  /** The workspace's name, and its part of a Slack address. */
  team?: { name: string; domain: string }
  /** The name of the app's bot. */
  bot?: { name: string }
  token?: Partial<Record<TokenKind, string>>
  signingSecret?: string
  /** The app's request URL for signed HTTP requests. Without it, envelopes go by Socket Mode. */
  requestUrl?: string
  channels?: readonly (string | ChannelSeed)[]
  users?: readonly (string | PersonSeed)[]
  /** The bot token's scopes. */
  scopes?: string[]
  /** The scopes of the token of a person who has authorized the app. */
  userScopes?: string[]
  postLimit?: PostLimit
  /** The greatest number of messages on a page of history, whatever `limit` asks for. 999 by default. */
  historyPage?: number
  /**
   * Treats the app as commercially distributed outside the Marketplace: `conversations.history` and `conversations.replies`
   * take 1 request a minute and return at most 15 messages. Off by default, as for a company's own app.
   */
  distributed?: boolean
  /** The seconds between two such requests, if a test must not take minutes. 60 by default, as in Slack. */
  distributedSeconds?: number
  /** Ms within which the app must acknowledge a request, and use a trigger_id. 3,000 by default, as in Slack. */
  ackMs?: number
  /** Switches Slack's rate limits by tier for the other methods. On by default. */
  tiers?: 'on' | 'off'
  /** The app's slash commands. If the list is empty, every command goes to the app. */
  commands?: Command[]
  /** The app's message shortcuts, for the page. */
  messageShortcuts?: MessageShortcut[]
  /** The Events API events the app has subscribed to. */
  subscribedEvents?: string[]
  /** The metadata event types of `metadata_subscriptions` in the app's manifest. */
  metadataSubscriptions?: string[]
  /** The app's manifest, for `apps.manifest.export`. */
  manifest?: unknown
  /** Lets `files.upload` work, which Slack ended in November 2025. Off by default, as in Slack. */
  legacyUploads?: boolean
  /** Serves `/_control/…` if true. */
  control?: boolean
  /** Serves the browser page: every address that is neither API nor control. */
  page?: (request: IncomingMessage, response: ServerResponse) => void
  /** Receives a line for the developer, for example about a call of an unknown method. */
  log?: (line: string) => void
}

type WithoutDefault = 'now' | 'setTimer' | 'requestUrl' | 'scopes' | 'control' | 'page' | 'log'
type Normalized = 'team' | 'bot' | 'channels' | 'users' | 'token' | 'userScopes'

/** The options with all defaults. A reset restores this state. */
export type Seed = Required<Omit<WorkspaceOptions, WithoutDefault | Normalized>> & {
  team: { id: string; name: string; domain: string }
  bot: { userId: string; botId: string; appId: string; name: string }
  channels: (Omit<ChannelSeed, 'members'> & { id: string; botIsMember: boolean; members: string[] })[]
  users: (PersonSeed & { id: string })[]
  token: Record<TokenKind, string>
  scopes: Record<TokenKind, string[]>
  requestUrl: string | undefined
}

const botScopes = [
  'chat:write',
  'commands',
  'channels:read',
  'groups:read',
  'channels:join',
  'channels:history',
  'groups:history',
  'im:history',
  'im:write',
  'users:read',
  'metadata.message:read',
  'reactions:read',
  'files:write',
]

const defaultChannels = ['general', 'random', 'support', 'marketing']

const defaultPeople: PersonSeed[] = [
  { name: 'ana', displayName: 'Ana Lima', timezone: 'Europe/Lisbon' },
  { name: 'ben', displayName: 'Ben Okafor', timezone: 'Europe/London' },
  { name: 'kim', displayName: 'Kim Lee', timezone: 'America/New_York' },
  { name: 'mei', timezone: 'Asia/Tokyo' },
]

const tokens: Record<TokenKind, string> = {
  bot: 'xoxb-sandbox-bot',
  app: 'xapp-sandbox-app',
  user: 'xoxp-sandbox-user',
  config: 'xoxe.xoxp-sandbox-config',
}

const defaults = {
  signingSecret: 'sandbox-signing-secret',
  requestUrl: undefined,
  postLimit: { perSecond: 1, burst: 5 },
  historyPage: 999,
  distributed: false,
  distributedSeconds: 60,
  ackMs: 3000,
  tiers: 'on' as const,
  commands: [],
  messageShortcuts: [],
  manifest: undefined,
  legacyUploads: false,
  subscribedEvents: ['app_home_opened', 'reaction_added', 'reaction_removed'],
  metadataSubscriptions: [],
}

/** Throws if two channels or two people have the same id. */
export function seedOf({
  team = { name: 'Your workspace', domain: 'your-workspace' },
  bot = { name: 'your-app' },
  channels = defaultChannels,
  users = defaultPeople,
  scopes = botScopes,
  userScopes = [],
  token,
  ...given
}: WorkspaceOptions): Seed {
  const people = users.map((user) => (typeof user === 'string' ? { name: user } : user)).map(withId('U'))
  const everybody = people.filter(({ kind }) => kind === undefined).map(({ id }) => id)
  const idOf = (member: string) => people.find(({ name }) => name === member)?.id ?? member
  const places = channels
    .map((channel) => (typeof channel === 'string' ? { name: channel } : channel))
    .map(withId('C'))
    .map(({ members, botIsMember = true, ...channel }) => ({
      ...channel,
      botIsMember,
      members: members?.map(idOf) ?? everybody,
    }))
  refuseRepeated([...people, ...places])
  return {
    ...defaults,
    ...given,
    team: { id: 'T0000000001', ...team },
    bot: { userId: 'U00000000BOT', botId: 'B0000000001', appId: 'A0000000001', ...bot },
    channels: places,
    users: people,
    token: { ...tokens, ...token },
    scopes: { bot: scopes, app: ['connections:write'], user: userScopes, config: [] },
  }
}

/** Adds an id that is made from the name, such as `C000GENERAL`. */
const withId =
  (prefix: string) =>
  <Named extends { id?: string; name: string }>(one: Named): Named & { id: string } => {
    const made = one.name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
    return { ...one, id: one.id ?? `${prefix}${made.padStart(10, '0')}` }
  }

function refuseRepeated(named: { id: string; name: string }[]): void {
  for (const [index, { id, name }] of named.entries()) {
    const other = named.slice(0, index).find((one) => one.id === id)
    if (other !== undefined)
      throw new Error(`“${other.name}” and “${name}” have the same id, ${id}. Set one.`)
  }
}
