import { directChannel, visibleChannel } from '../channels.ts'
import type { Channel } from '../events.ts'
import { parseJson } from '../json.ts'
import type { Context } from '../state.ts'
import { type Answer, refuse } from '../wire.ts'
import type { FaultEffects } from './faults.ts'

/** A method of the Web API. */
export type Method = {
  token: TokenKind
  /** The scope it needs whatever it is asked; a method that needs one by the kind of channel checks that itself. */
  scope?: string
  /** Whether it counts against the post limit of its channel. */
  isPost?: boolean
  run: (context: Context, args: Args, kept: StorageFaults) => Answer
}

/** How a message of this call is kept, as faults have ordered. */
export type StorageFaults = Pick<FaultEffects, 'dropMetadata' | 'lagMs'>

/** Arguments of a call as they came: forms bring strings only, JSON brings values. */
export type Args = Record<string, unknown>

/** A text argument; numbers count as text, as they do in forms. Undefined where it is missing or empty. */
export function textArg(args: Args, key: string): string | undefined {
  const value = args[key]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A yes-or-no argument: true, "true" and "1" are yes. */
export function flagArg(args: Args, key: string): boolean | undefined {
  const value = args[key]
  return value === undefined ? undefined : value === true || value === 'true' || value === '1' || value === 1
}

/** A whole number argument, or a fallback where it is missing. NaN where it is none. */
function numberArg(args: Args, key: string, fallback: number): number {
  const text = textArg(args, key)
  if (text === undefined) return fallback
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}

/** An argument that is JSON: parsed where it came as text. Undefined where missing; null where the text is no JSON. */
export function jsonArg(args: Args, key: string): unknown {
  const value = args[key]
  if (value === undefined || value === '') return undefined
  return typeof value === 'string' ? (parseJson(value) ?? null) : value
}

/** How many items may be asked for, and how many a page really has at most: Slack says nothing of it where it serves fewer. */
type PageSize = { most: number; served?: number }

/** One page of a list, and the cursor of the next one (empty on the last). */
type Page<T> = { kind: 'page'; items: T[]; nextCursor: string } | { kind: 'refused'; answer: Answer }

/** Cuts a page out of a list, by `limit` and `cursor`. A cursor names the first item it does not skip. */
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

/** A channel that a call may act on, or why not. */
export type Target = { kind: 'channel'; channel: Channel } | { kind: 'refused'; answer: Answer }

/** The channel named by `channel`, as far as the bot may see it. */
export function seenChannel(context: Context, args: Args): Target {
  const reference = textArg(args, 'channel')
  const channel = reference === undefined ? undefined : visibleChannel(context, reference)
  return channel ? { kind: 'channel', channel } : { kind: 'refused', answer: refuse('channel_not_found') }
}

/** The channel the bot may write to: it exists, is not archived, and the bot is in it. A person's id means their DMs. */
export function writableChannel(context: Context, args: Args): Target {
  const reference = textArg(args, 'channel') ?? ''
  const person = context.state.people.get(reference)
  if (person && !person.isBot) return { kind: 'channel', channel: directChannel(context, person.id).channel }
  const target = seenChannel(context, args)
  if (target.kind === 'refused') return target
  if (target.channel.isArchived) return { kind: 'refused', answer: refuse('is_archived') }
  return target.channel.botIsMember ? target : { kind: 'refused', answer: refuse('not_in_channel') }
}

/** Whose token a method takes. */
type TokenKind = 'bot' | 'app' | 'none'

/** Refuses a call whose token is missing, wrong, revoked or of the wrong kind; undefined: it may go on. */
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

/** Refuses a call whose token lacks a scope, in Slack's words; undefined: it has it. */
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

/** Refuses a call that lacks the scope for this kind of channel: `channels:read`, `groups:history`, … */
export function refuseChannelScope(
  context: Context,
  kind: Channel['kind'],
  right: 'read' | 'history' | 'write',
): Answer | undefined {
  return refuseScope(context, `${families[kind]}:${right}`)
}
