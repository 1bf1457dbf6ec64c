import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SetTimer } from '../../src/async/clock.ts'

export type PersonSeed = {
  id: string
  name: string
  displayName?: string
  timezone?: string
  /** A guest of the workspace, or a person of another organisation (Slack Connect). Without it: a full member. */
  kind?: 'guest' | 'external'
}

/** A channel at the start. Without `members`, every full member is in it. */
export type ChannelSeed = {
  id: string
  name: string
  botIsMember: boolean
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

/** The post limit of one channel: a steady rate after a burst. `off`: no limit. */
type PostLimit = { perSecond: number; burst: number } | 'off'

/** Everything but `now` has a default that suits the demo. */
export type WorkspaceOptions = {
  /** Ms since 1970. */
  now: () => number
  /** Runs a function later and returns a function that cancels it. Node's timers by default. */
  setTimer?: SetTimer
  token?: { bot: string; app: string }
  signingSecret?: string
  /** The app's request URL for signed HTTP requests. Without it, envelopes go by Socket Mode. */
  requestUrl?: string
  channels?: ChannelSeed[]
  users?: PersonSeed[]
  /** The bot token's scopes. */
  scopes?: string[]
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
  /** The Events API events the app has subscribed to. */
  subscribedEvents?: string[]
  /** The metadata event types of `metadata_subscriptions` in the app's manifest. */
  metadataSubscriptions?: string[]
  /** Serves `/_control/…` if true. */
  control?: boolean
  /** Serves the browser page: every address that is neither API nor control. */
  page?: (request: IncomingMessage, response: ServerResponse) => void
  /** Receives a line for the developer, for example about a call of an unknown method. */
  log?: (line: string) => void
}

type WithoutDefault = 'now' | 'setTimer' | 'requestUrl' | 'scopes' | 'control' | 'page' | 'log'

/** The options with all defaults. A reset restores this state. */
export type Seed = Required<Omit<WorkspaceOptions, WithoutDefault>> & {
  team: { id: string; name: string; domain: string }
  bot: { userId: string; botId: string; appId: string; name: string }
  scopes: { bot: string[]; app: string[] }
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

export const demoChannels: ChannelSeed[] = [
  { id: 'C000GENERAL', name: 'general', botIsMember: true },
  { id: 'C00000BRAND', name: 'brand-watch', botIsMember: true },
  { id: 'C0000SUPPRT', name: 'support', botIsMember: true },
  { id: 'C0MARKETING', name: 'marketing', botIsMember: true },
]

export const demoPeople: PersonSeed[] = [
  { id: 'U0000000ANA', name: 'ana', displayName: 'Ana Lima', timezone: 'Europe/Lisbon' },
  { id: 'U0000000BEN', name: 'ben', displayName: 'Ben Okafor', timezone: 'Europe/London' },
  { id: 'U0000000KIM', name: 'kim', displayName: 'Kim Lee', timezone: 'America/New_York' },
  { id: 'U0000000MEI', name: 'mei', timezone: 'Asia/Tokyo' },
]

const defaults: Seed = {
  team: { id: 'T0000000001', name: 'Overheard demo', domain: 'overheard-demo' },
  bot: { userId: 'U00000000BOT', botId: 'B0000000001', appId: 'A0000000001', name: 'overheard' },
  token: { bot: 'xoxb-sandbox-bot', app: 'xapp-sandbox-app' },
  scopes: { bot: botScopes, app: ['connections:write'] },
  signingSecret: 'sandbox-signing-secret',
  requestUrl: undefined,
  channels: demoChannels,
  users: demoPeople,
  postLimit: { perSecond: 1, burst: 5 },
  historyPage: 999,
  distributed: false,
  distributedSeconds: 60,
  ackMs: 3000,
  tiers: 'on',
  commands: [],
  subscribedEvents: ['app_home_opened', 'reaction_added', 'reaction_removed'],
  metadataSubscriptions: [],
}

export function seedOf({ scopes, ...given }: WorkspaceOptions): Seed {
  return { ...defaults, ...given, scopes: { ...defaults.scopes, bot: scopes ?? defaults.scopes.bot } }
}
