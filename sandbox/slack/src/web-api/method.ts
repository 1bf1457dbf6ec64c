import { directChannel, visibleChannel } from '../channels.ts'
import type { Channel } from '../events.ts'
import { parseJson } from '../json.ts'
import type { Context } from '../state.ts'
import { type Answer, refuse } from '../wire.ts'
import type { FaultEffects } from './faults.ts'

export type Method = {
  token: TokenKind
  /** The scope that every call needs. A method whose scope depends on the kind of channel checks it itself. */
  scope?: string
  /** True if it counts against the post limit of its channel. */
  isPost?: boolean
  run: (context: Context, args: Args, storage: StorageFaults) => Answer
}

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

type TokenKind = 'bot' | 'app' | 'none'

/** Refuses a missing, wrong or revoked token, or one of the wrong kind. Undefined: the token is fine. */
export function refuseToken(
  context: Context,
  token: string | undefined,
  wanted: TokenKind,
): Answer | undefined {
  const { state } = context
  if (wanted === 'none') return undefined
  if (!token) return refuse('not_authed')
  if (state.revoked.has(token)) return refuse('token_revoked')
  if (token === state.token[wanted]) return undefined
  const isOtherKind = token === state.token.bot || token === state.token.app
  return refuse(isOtherKind ? 'not_allowed_token_type' : 'invalid_auth')
}

/** Refuses a token without the scope. Undefined: the token has it. */
export function refuseScope(
  context: Context,
  needed: string,
  kind: 'bot' | 'app' = 'bot',
): Answer | undefined {
  const provided = context.state.scopes[kind]
  if (provided.includes(needed)) return undefined
  return refuse('missing_scope', { needed, provided: provided.join(',') })
}

const families = { public: 'channels', private: 'groups', im: 'im' } as const

/** Refuses a token without the scope for this kind of channel: `channels:read`, `groups:history`, … */
export function refuseChannelScope(
  context: Context,
  kind: Channel['kind'],
  right: 'read' | 'history' | 'write',
): Answer | undefined {
  return refuseScope(context, `${families[kind]}:${right}`)
}
