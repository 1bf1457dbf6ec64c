import type { Dispatcher } from 'undici'
import { type Exchanged, exchange } from './exchange.ts'
import { faultOf, tooLarge } from './faults.ts'
import type { Now } from './ports.ts'
import type { Scrub } from './secret.ts'

/**
 * What came back, whatever it is: foreign text, which may repeat our token. `date`: when it was sent by the clock of its sender, where
 * that may matter; `location`: the origin of a redirect.
 */
export type Answer = { status: number; text: string; retryAfter?: string; date?: string; location?: string }

/** Sends one GET: `operation` is the path after `v1.0/`, `query` its parameters, encoded, without the token. */
export type Transport = (operation: string, query: string, signal?: AbortSignal) => Promise<Answer>

type TransportOptions = {
  /** With or without a path, without `/v1.0`. */
  baseUrl: string
  token: string
  scrub: Scrub
  dispatcher: Dispatcher
  /** For the headers, and again for each pause within the body, in ms. The whole may take three times as long. */
  timeoutMs: number
  now: Now
}

/** A page of 300 mentions is a few hundred kilobytes. */
const largestBody = 20 * 1024 * 1024

/** Some servers put it before their JSON, where JSON.parse does not allow it. */
const byteOrderMark = '\ufeff'

/**
 * The one place that sends the token. It goes into the query string (the interface has no header for it), so neither
 * the path nor an error of undici may leave this file as it is. Redirects are answers like any other: not followed.
 * Throws MentionServiceError `unreachable`, `timeout` or `malformed`; the signal's reason where the caller gave up.
 */
export function createTransport({
  baseUrl,
  token,
  scrub,
  dispatcher,
  timeoutMs,
  now,
}: TransportOptions): Transport {
  const { origin, pathname } = new URL(baseUrl)
  const root = `${pathname.replace(/\/+$/, '')}/v1.0/`
  const key = `?access_token=${encodeURIComponent(token)}`
  const request = {
    origin,
    method: 'GET',
    headers: { accept: 'application/json', 'user-agent': 'overheard' },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  } as const
  /** A sender that drips a byte now and then never runs into a time-out of undici. */
  const excessAfter = (deadline: number) => (size: number) => {
    if (size > largestBody) return tooLarge(largestBody)
    return now() > deadline
      ? Object.assign(new Error('the body took too long'), { code: 'UND_ERR_BODY_TIMEOUT' })
      : undefined
  }
  return async (operation, query, signal) => {
    const path = `${root}${operation}${key}${query === '' ? '' : `&${query}`}`
    const deadline = now() + 3 * timeoutMs
    try {
      signal?.throwIfAborted()
      return answerOf(
        await exchange(dispatcher, { ...request, path }, { signal, excess: excessAfter(deadline) }),
      )
    } catch (error) {
      signal?.throwIfAborted()
      throw faultOf(error, scrub)
    }
  }
}

function answerOf({ status, headers, text }: Exchanged): Answer {
  const { 'retry-after': retryAfter, date } = headers
  const location = originOf(headers.location)
  return {
    status,
    text: text.startsWith(byteOrderMark) ? text.slice(1) : text,
    ...(typeof retryAfter === 'string' ? { retryAfter } : {}),
    ...(typeof retryAfter === 'string' && typeof date === 'string' ? { date } : {}),
    ...(location === undefined ? {} : { location }),
  }
}

/** Only the origin of a redirect: the rest of it repeats our query, token and all. */
function originOf(location: string | string[] | undefined): string | undefined {
  return typeof location === 'string' && URL.canParse(location) ? new URL(location).origin : undefined
}
