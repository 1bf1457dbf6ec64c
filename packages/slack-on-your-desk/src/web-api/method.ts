import { directChannel, visibleChannel } from '../channels.ts'
import type { Channel } from '../events.ts'
import { parseJson } from '../json.ts'
import { type TokenKind, tokenKinds } from '../options.ts'
import type { Context } from '../state.ts'
import { type Answer, refuse } from '../wire.ts'
import type { FaultEffects } from './faults.ts'

/** Tiers 1 to 4 of Slack's page "Rate limits". A `special` limit is not published. */
export type Tier = 1 | 2 | 3 | 4 | 'special'

/** A method of the Web API. Its facts are those of its reference page; `npm run methods` compares them with a list. */
export type Method = {
  /** The kinds of tokens that it takes: `bot` by default. Empty: it takes no token. */
  tokens?: readonly TokenKind[]
  /** The scopes for it. A single one is needed for every call; a method with several checks the right one itself. */
  scopes?: readonly string[]
  /** The scopes of a person's token, if they are others. */
  userScopes?: readonly string[]
  tier: Tier
  /** Without these arguments Slack answers `invalid_arguments`. */
  required?: readonly string[]
  /** Its own error codes. It answers with no others besides those of every method. `*`: any code. */
  errors?: readonly string[]
  /** True if it counts against the post limit of its channel. */
  isPost?: boolean
  run: (context: Context, args: Args, call: CallFacts) => Answer
}

/** The caller of a method: the id of the bot, or of the person whose token it is. */
type Caller = { kind: TokenKind; user: string }

type CallFacts = StorageFaults & { caller: Caller }

/** The effects of planned faults on storing a call's message. */
export type StorageFaults = Pick<FaultEffects, 'dropMetadata' | 'lagMs'>

/** The arguments of a call: a form has only strings, JSON has any values. */
export type Args = Record<string, unknown>

/** A text argument. Numbers become text, as in forms. Undefined if it is missing or empty. */
export function textArg(args: Args, key: string): string | undefined {
  const value = args[key]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** True for true, "true", 1 and "1". */
export function flagArg(args: Args, key: string): boolean | undefined {
  const value = args[key]
  return value === undefined ? undefined : value === true || value === 'true' || value === '1' || value === 1
}

/** An integer argument, or the fallback if it is missing. NaN if it is no integer. */
function numberArg(args: Args, key: string, fallback: number): number {
  const text = textArg(args, key)
  if (text === undefined) return fallback
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}

/** A JSON argument, parsed if it is a string. Undefined if it is missing, null if the string is no JSON. */
export function jsonArg(args: Args, key: string): unknown {
  const value = args[key]
  if (value === undefined || value === '') return undefined
  return typeof value === 'string' ? (parseJson(value) ?? null) : value
}

/**
 * `most` is the greatest `limit`. `served` is the real page size if it is smaller; Slack does not mention it then.
 */
type PageSize = { most: number; served?: number }

/** A page and the cursor of the next one, empty on the last page. */
type Page<T> = { kind: 'page'; items: T[]; nextCursor: string } | { kind: 'refused'; answer: Answer }

/** Cuts a page out of a list by `limit` and `cursor`. A cursor names the first item of its page. */
export function pageOf<T>(
  items: T[],
  keyOf: (item: T) => string,
  args: Args,
  { most, served = most }: PageSize,
): Page<T> {
  const limit = numberArg(args, 'limit', 100)
  if (!(limit >= 1 && limit <= most)) return { kind: 'refused', answer: refuse('invalid_limit') }
  const cursor = textArg(args, 'cursor')
  const start = cursor === undefined ? 0 : items.findIndex((item) => cursorOf(keyOf(item)) === cursor)
  if (start < 0) return { kind: 'refused', answer: refuse('invalid_cursor') }
  const size = Math.min(limit, served)
  const next = items[start + size]
  return {
    kind: 'page',
    items: items.slice(start, start + size),
    nextCursor: next === undefined ? '' : cursorOf(keyOf(next)),
  }
}

function cursorOf(key: string): string {
  return Buffer.from(`next:${key}`).toString('base64')
}

export type Target = { kind: 'channel'; channel: Channel } | { kind: 'refused'; answer: Answer }

/** The channel in the argument `channel`, if the bot can see it. */
export function seenChannel(context: Context, args: Args): Target {
  const reference = textArg(args, 'channel')
  const channel = reference === undefined ? undefined : visibleChannel(context, reference)
  return channel ? { kind: 'channel', channel } : { kind: 'refused', answer: refuse('channel_not_found') }
}

/**
 * The channel that the bot may write to: it exists, is not archived, and has the bot as a member. A user's id means
 * their direct messages.
 */
export function writableChannel(context: Context, args: Args): Target {
  const reference = textArg(args, 'channel') ?? ''
  const person = context.state.people.get(reference)
  if (person && !person.isBot) return { kind: 'channel', channel: directChannel(context, person.id).channel }
  const target = seenChannel(context, args)
  if (target.kind === 'refused') return target
  if (target.channel.isArchived) return { kind: 'refused', answer: refuse('is_archived') }
  return target.channel.botIsMember ? target : { kind: 'refused', answer: refuse('not_in_channel') }
}

type CheckedToken = { kind: 'valid'; caller: Caller } | { kind: 'refused'; answer: Answer }

/** Refuses a missing, wrong or revoked token, or one of the wrong kind. */
export function checkToken(
  { state, seed }: Context,
  token: string | undefined,
  wanted: readonly TokenKind[] = ['bot'],
): CheckedToken {
  if (wanted.length === 0) return { kind: 'valid', caller: { kind: 'bot', user: state.bot.userId } }
  if (!token) return { kind: 'refused', answer: refuse('not_authed') }
  if (state.revoked.has(token)) return { kind: 'refused', answer: refuse('token_revoked') }
  const kind = tokenKinds.find((one) => state.token[one] === token)
  if (kind === undefined) return { kind: 'refused', answer: refuse('invalid_auth') }
  if (!wanted.includes(kind)) return { kind: 'refused', answer: refuse('not_allowed_token_type') }
  const user = kind === 'user' ? (seed.users[0]?.id ?? '') : state.bot.userId
  return { kind: 'valid', caller: { kind, user } }
}

/** Refuses a token that has none of the scopes. Undefined: the token has one. */
export function refuseScope(
  context: Context,
  needed: readonly string[],
  kind: TokenKind = 'bot',
): Answer | undefined {
  const provided = context.state.scopes[kind]
  if (needed.length === 0 || needed.some((scope) => provided.includes(scope))) return undefined
  return refuse('missing_scope', { needed: needed.join(','), provided: provided.join(',') })
}

const families = { public: 'channels', private: 'groups', im: 'im' } as const

/** All scopes of a right, as the reference pages list them: `channels:read`, `groups:read`, … */
export const scopesFor = (right: 'read' | 'history'): string[] =>
  ['channels', 'groups', 'im', 'mpim'].map((family) => `${family}:${right}`)

/** The scopes of the methods that change conversations. */
export const manageScopes = ['channels:manage', 'channels:write', 'groups:write', 'im:write', 'mpim:write']

/** Refuses a token without the scope for this kind of channel: `channels:read`, `groups:history`, … */
export function refuseChannelScope(
  context: Context,
  kind: Channel['kind'],
  right: 'read' | 'history',
): Answer | undefined {
  return refuseScope(context, [`${families[kind]}:${right}`])
}

/** Refuses a token that may not change this kind of channel. */
export function refuseManaging(context: Context, kind: Channel['kind'], more?: string): Answer | undefined {
  const own = kind === 'public' ? ['channels:manage', 'channels:write'] : [`${families[kind]}:write`]
  return refuseScope(context, more === undefined ? own : [...own, `${families[kind]}:${more}`])
}

/** Slack's answer if required arguments are absent. An argument that is there but empty is for the method to judge. */
export function refuseMissing(args: Args, required: readonly string[] = []): Answer | undefined {
  const missing = required.filter((name) => args[name] === undefined)
  return missing.length === 0
    ? undefined
    : invalidArguments(missing.map((name) => `missing required field: ${name}`))
}

export function invalidArguments(problems: string[]): Answer {
  const messages = problems.map((problem) => `[ERROR] ${problem}`)
  return refuse('invalid_arguments', { response_metadata: { messages } })
}
