import type { Dispatcher } from 'undici'
import { dispatchRequest, type RawResponse } from './exchange.ts'
import { networkError, responseTooLarge } from './faults.ts'
import type { Now } from './ports.ts'
import type { RedactToken } from './secret.ts'

/**
 * What came back, whatever it is: foreign text, which may repeat our token. `date`: when it was sent by the clock of its sender, where
 * that may matter; `location`: the origin of a redirect.
 */
export type HttpResponse = {
  status: number
  text: string
  retryAfter?: string
  date?: string
  location?: string
}

/** Sends one GET: `operation` is the path after `v1.0/`, `query` its parameters, encoded, without the token. */
export type HttpGet = (operation: string, query: string, signal?: AbortSignal) => Promise<HttpResponse>

type HttpOptions = {
  /** With or without a path, without `/v1.0`. */
  baseUrl: string
  token: string
  scrub: RedactToken
  dispatcher: Dispatcher
  /** For the headers, and again for each pause within the body, in ms. The whole may take three times as long. */
  timeoutMs: number
  now: Now
}

/** A page of 300 mentions is a few hundred kilobytes. */
const maxBodyBytes = 20 * 1024 * 1024

/** Some servers put it before their JSON, where JSON.parse does not allow it. */
const byteOrderMark = '\ufeff'

/**
 * The one place that sends the token. It goes into the query string (the interface has no header for it), so neither
 * the path nor an error of undici may leave this file as it is. Redirects are answers like any other: not followed.
 * Throws MentionServiceError `unreachable`, `timeout` or `malformed`; the signal's reason where the caller gave up.
 */
export function createHttpClient({
  baseUrl,
  token,
  scrub,
  dispatcher,
  timeoutMs,
  now,
}: HttpOptions): HttpGet {
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
    if (size > maxBodyBytes) return responseTooLarge(maxBodyBytes)
    return now() > deadline
      ? Object.assign(new Error('the body took too long'), { code: 'UND_ERR_BODY_TIMEOUT' })
      : undefined
  }
  return async (operation, query, signal) => {
    const path = `${root}${operation}${key}${query === '' ? '' : `&${query}`}`
    const deadline = now() + 3 * timeoutMs
    try {
      signal?.throwIfAborted()
      return toHttpResponse(
        await dispatchRequest(dispatcher, { ...request, path }, { signal, excess: excessAfter(deadline) }),
      )
    } catch (error) {
      signal?.throwIfAborted()
      throw networkError(error, scrub)
    }
  }
}

function toHttpResponse({ status, headers, text }: RawResponse): HttpResponse {
  const { 'retry-after': retryAfter, date } = headers
  const location = redirectOrigin(headers.location)
  return {
    status,
    text: text.startsWith(byteOrderMark) ? text.slice(1) : text,
    ...(typeof retryAfter === 'string' ? { retryAfter } : {}),
    ...(typeof retryAfter === 'string' && typeof date === 'string' ? { date } : {}),
    ...(location === undefined ? {} : { location }),
  }
}

/** Only the origin of a redirect: the rest of it repeats our query, token and all. */
function redirectOrigin(location: string | string[] | undefined): string | undefined {
  return typeof location === 'string' && URL.canParse(location) ? new URL(location).origin : undefined
}
