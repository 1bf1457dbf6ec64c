import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api'
import type { PostFailure } from '../model/outcome.ts'
import { classify, isAboutThread } from './error-classes.ts'

/** How long to leave a channel, or a Slack that cannot be reached, alone where no time is named, in ms. */
const pause = 5_000

/** Failures of a connection that was never made: nothing was sent. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** What a failed post ended as. Whatever cannot be told for sure is `unknown`: only the receipt in the channel can tell. */
export function outcomeOf(error: unknown, threaded: boolean): PostFailure {
  if (error instanceof WebAPIRateLimitedError) {
    return { kind: 'deferred', extent: 'channel', afterMs: error.retryAfter * 1000, reason: 'ratelimited' }
  }
  if (error instanceof WebAPIPlatformError) return ofCode(error, threaded)
  if (error instanceof WebAPIHTTPError) return ofStatus(error.statusCode)
  if (error instanceof WebAPIRequestError) return ofConnection(error.original)
  return { kind: 'unknown', reason: nameOf(error) }
}

function ofCode({ data }: WebAPIPlatformError, threaded: boolean): PostFailure {
  const code = isCode(data.error) ? data.error : 'not an answer of Slack'
  if (threaded && isAboutThread(code)) return { kind: 'rejected', extent: 'thread', reason: code }
  const kind = isCode(code) ? classify(code) : 'doubt'
  if (kind === 'doubt') return { kind: 'unknown', reason: code }
  if (kind !== 'later') return { kind: 'rejected', extent: kind, reason: code }
  const seconds = data.response_metadata?.retryAfter
  return {
    kind: 'deferred',
    extent: 'channel',
    afterMs: seconds === undefined ? pause : seconds * 1000,
    reason: code,
  }
}

/** Slack's codes are letters and underscores; where a proxy answers in its place, the SDK puts that text in `error`. */
const isCode = (text: unknown) => typeof text === 'string' && /^[a-z_]{1,80}$/.test(text)

/** 4xx is an answer before anything was stored; 5xx may have come after it, and what else is not 200 says nothing of it. */
function ofStatus(status: number): PostFailure {
  const reason = `HTTP ${status}`
  return status >= 400 && status <= 499
    ? { kind: 'deferred', extent: 'channel', afterMs: pause, reason }
    : { kind: 'unknown', reason }
}

function ofConnection(cause: unknown): PostFailure {
  const reason = codeOf(cause) ?? nameOf(cause)
  if (neverSent.has(reason)) return { kind: 'deferred', extent: 'workspace', afterMs: pause, reason }
  return { kind: 'unknown', reason }
}

/** The system's code of a failed connection. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'an unknown failure')
