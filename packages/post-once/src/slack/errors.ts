import { maxPauseMs } from '@overheard/base/rate-limiter'
import type { Ms } from '@overheard/base/time'
import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api'
import type { PostOutcome } from '../message.ts'

export type PostFailure = Exclude<PostOutcome, { kind: 'delivered' }>

/**
 * These classes group the error codes of `chat.postMessage` (sources: the method's documentation and the SDK's issues). A `workspace` error
 * stops all posting. A `channel` error stops posting to this channel until a person acts. After a `message` error Slack rejects this
 * message. After a `later` error nothing was posted, so the post is retried. After an `unconfirmed` error the message may have been posted.
 */
type ListedClass = 'workspace' | 'channel' | 'message' | 'later' | 'unconfirmed'

/** `unclear` means that the code is in no list. Nothing was posted, and later posts show if the message, the channel or Slack is the cause. */
type ErrorClass = ListedClass | 'unclear'

const codes = {
  workspace: [
    'invalid_auth',
    'not_authed',
    'account_inactive',
    'token_revoked',
    'token_expired',
    'missing_scope',
    'not_allowed_token_type',
    'no_permission',
    'two_factor_setup_required',
    'team_access_not_granted',
    'ekm_access_denied',
    'access_denied',
    'enterprise_is_restricted',
    'accesslimited',
  ],
  channel: [
    'channel_not_found',
    'not_in_channel',
    'is_archived',
    'messages_tab_disabled',
    'cannot_reply_to_message',
  ],
  message: [
    'invalid_blocks',
    'invalid_blocks_format',
    'msg_blocks_too_long',
    'msg_too_long',
    'no_text',
    'invalid_arguments',
    'metadata_too_large',
    'too_many_attachments',
  ],
  later: [
    'ratelimited',
    'rate_limited',
    'message_limit_exceeded',
    'request_timeout',
    'team_added_to_org',
    'org_login_required',
  ],
  unconfirmed: ['internal_error', 'fatal_error', 'service_unavailable'],
} satisfies Record<ListedClass, string[]>

/**
 * These patterns match families of codes, such as restricted_action_read_only_channel. Codes of Slack Connect, such as
 * slack_connect_file_link_sharing_blocked, are in no list, because the content of one message may be the cause.
 */
const families: [RegExp, ListedClass][] = [
  [/^restricted_action/, 'channel'],
  [/^invalid_metadata/, 'message'],
]

const classes = ['workspace', 'channel', 'message', 'later', 'unconfirmed'] as const
const classOf = new Map(
  classes.flatMap((name) => codes[name].map((code): [string, ListedClass] => [code, name])),
)

/** Slack refuses a reply with these codes if the parent message was deleted. They concern the thread, not the channel. */
const parentGone = new Set(['thread_not_found', 'message_not_found', 'cannot_reply_to_message'])

/**
 * True if the refusal of a reply concerns its thread: the parent was deleted, an admin locked the thread, or the channel allows no threads.
 */
function isAboutThread(code: string): boolean {
  return parentGone.has(code) || (code.includes('thread') && code !== 'restricted_action_thread_only_channel')
}

/**
 * Returns the class of an error code. Slack adds codes without notice, and "other errors can be returned in the case where the service is
 * down" (its reference). So an unknown code says nothing about the message.
 */
function classify(code: string): ErrorClass {
  return classOf.get(code) ?? families.find(([pattern]) => pattern.test(code))?.[1] ?? 'unclear'
}

/** The pause after a failure if Slack names no time, in ms. */
const pause = 5_000

/** With these errors no connection was made, so nothing was sent. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * Classifies the failure of a call. An uncertain outcome is `unknown`, because only the receipt in the channel shows if a message was
 * posted.
 */
export function outcomeOf(error: unknown, threaded: boolean): PostFailure {
  if (error instanceof WebAPIRateLimitedError)
    return { kind: 'deferred', extent: 'channel', afterMs: waitMsOf(error.retryAfter), reason: 'ratelimited' }
  if (error instanceof WebAPIPlatformError) return ofCode(error, threaded)
  if (error instanceof WebAPIHTTPError) return { kind: 'unknown', reason: `HTTP ${error.statusCode}` }
  if (error instanceof WebAPIRequestError) return ofConnection(error.original)
  return { kind: 'unknown', reason: nameOf(error) }
}

function ofCode({ data }: WebAPIPlatformError, threaded: boolean): PostFailure {
  const code = isCode(data.error) ? data.error : 'not an answer of Slack'
  if (threaded && isAboutThread(code)) return { kind: 'rejected', extent: 'thread', reason: code }
  const kind = isCode(code) ? classify(code) : 'unconfirmed'
  if (kind === 'unconfirmed') return { kind: 'unknown', reason: code }
  if (kind !== 'later') return { kind: 'rejected', extent: kind, reason: code }
  return {
    kind: 'deferred',
    extent: 'channel',
    afterMs: waitMsOf(data.response_metadata?.retryAfter),
    reason: code,
  }
}

/** The answer can name anything, so the wait is one of 1 s to 15 minutes. */
function waitMsOf(seconds: unknown): Ms {
  const askedMs = typeof seconds === 'number' && !Number.isNaN(seconds) ? seconds * 1000 : pause
  return Math.min(Math.max(1000, askedMs), maxPauseMs)
}

const isCode = (text: unknown) => typeof text === 'string' && /^[a-z_]{1,80}$/.test(text)

function ofConnection(cause: unknown): PostFailure {
  const reason = codeOf(cause) ?? nameOf(cause)
  if (neverSent.has(reason)) return { kind: 'deferred', extent: 'workspace', afterMs: pause, reason }
  return { kind: 'unknown', reason }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'an unknown failure')
