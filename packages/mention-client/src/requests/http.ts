import { defined } from '@overheard/base/defined'
import {
  brokenBody,
  createDispatcher as createDispatcherFor,
  type Dispatcher,
  type ProxySettings,
  type RawResponse,
  sendRequest,
} from '@overheard/base/http'
import type { Ms } from '@overheard/base/time'
import { MentionServiceError } from '../mention-service-error.ts'
import type { Now } from './request-options.ts'

export type MentionServiceErrorDetails = ConstructorParameters<typeof MentionServiceError>[0]

export type HttpResponse = {
  status: number
  text: string
  retryAfter?: string
  date?: string
  location?: string
}

/** `body` is JSON. */
export type HttpSend = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  operation: string,
  content: { query?: string; body?: string },
  signal?: AbortSignal,
) => Promise<HttpResponse>

type HttpDeps = {
  baseUrl: string
  token: string
  scrub: RedactToken
  dispatcher: Dispatcher
  /** The timeout for the headers and for each pause within the body. The whole response may take three times as long. */
  timeoutMs: Ms
  now: Now
}

const maxBodyBytes = 20 * 1024 * 1024

/** There are many connections, so that a few hanging requests do not delay the others. */
const maxConnections = 64

export function createServiceDispatcher(baseUrl: string, proxy: ProxySettings, timeoutMs: Ms): Dispatcher {
  return createDispatcherFor(proxy, {
    origin: new URL(baseUrl).origin,
    connections: maxConnections,
    connect: { timeout: timeoutMs },
    maxResponseSize: maxBodyBytes,
  })
}

/** Some servers send this byte order mark before their JSON, but JSON.parse rejects it. */
const byteOrderMark = '\ufeff'

/**
 * Creates the only function that sends the token. The token is part of the query string (the service accepts no header for it), so paths
 * and errors of undici must not leave this file unchanged. Follows no redirects. Throws MentionServiceError `unreachable`, `timeout` or
 * `malformed`, or the signal's reason.
 */
export function createHttpClient({ baseUrl, token, scrub, dispatcher, timeoutMs, now }: HttpDeps): HttpSend {
  const { origin, pathname } = new URL(baseUrl)
  const root = `${pathname.replace(/\/+$/, '')}/v1.0/`
  const key = `?access_token=${encodeURIComponent(token)}`
  const request = {
    origin,
    headers: { accept: 'application/json', 'user-agent': 'overheard' },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  } as const
  return async (method, operation, { query = '', body }, signal) => {
    const path = `${root}${operation}${key}${query === '' ? '' : `&${query}`}`
    const deadline = now() + 3 * timeoutMs
    try {
      signal?.throwIfAborted()
      return toHttpResponse(
        await sendRequest(
          maxBodyBytes,
          dispatcher,
          { ...request, method, path, ...defined({ body }) },
          signal,
          () => now() > deadline,
        ),
      )
    } catch (error) {
      signal?.throwIfAborted()
      throw networkError(error, scrub)
    }
  }
}

function toHttpResponse({ status, headers, text }: RawResponse): HttpResponse {
  const { 'retry-after': retryAfter, date } = headers
  const location = headers.location === undefined ? undefined : redirectOrigin(headers.location)
  return {
    status,
    text: text.startsWith(byteOrderMark) ? text.slice(1) : text,
    ...(typeof retryAfter === 'string' ? { retryAfter } : {}),
    ...(typeof date === 'string' ? { date } : {}),
    ...defined({ location }),
  }
}

function redirectOrigin(location: string | string[]): string | undefined {
  return typeof location === 'string' && URL.canParse(location) ? new URL(location).origin : undefined
}

/**
 * Matches an id key with a value of 16 digits or more. Never matches inside a text: in valid JSON an unescaped quote before `id"` always
 * opens a string, and a string before a colon is always a key.
 */
const largeId = /(?<!\\)"(id|alert_id|project_id)"(\s*:\s*)(\d{16,})(?=\s*[,}])/g

const mayHoldLargeId = /id"\s*:\s*\d{16}/

/**
 * Parses JSON and keeps ids exact: an id that may exceed 2^53 becomes a string of digits. (A reviver with the source text of numbers would
 * take four times as long.) Throws the SyntaxError of JSON.parse. Do not pass that error on, because it quotes the text.
 */
export function parseJsonKeepingIds(text: string): unknown {
  return JSON.parse(mayHoldLargeId.test(text) ? text.replace(largeId, '"$1"$2"$3"') : text)
}

type NetworkFailure = Pick<MentionServiceErrorDetails, 'kind' | 'retry' | 'isTooMuch' | 'what'>

const timeout = (what: string): NetworkFailure => ({ kind: 'timeout', retry: 'later', what })
const unreachable = (what: string): NetworkFailure => ({ kind: 'unreachable', retry: 'later', what })

const connectionLost = unreachable('The connection to the mention service broke off')
const cutOff: NetworkFailure = { ...connectionLost, isTooMuch: true }
const noAnswer: NetworkFailure = {
  ...timeout('The mention service did not answer in time'),
  isTooMuch: true,
}

const hostNotFound = unreachable(
  'The name of the mention service cannot be found; MENTIONS_API_URL may be wrong',
)

const noRoute = unreachable('There is no network route to the mention service')
const badCertificate: NetworkFailure = {
  kind: 'unreachable',
  retry: 'never',
  what: 'The certificate of the mention service is not accepted',
}

const notHttp: NetworkFailure = {
  kind: 'malformed',
  retry: 'later',
  what: 'The server at the address of the mention service does not speak HTTP',
}

const tooLarge: NetworkFailure = {
  kind: 'too_large',
  retry: 'never',
  isTooMuch: true,
  what: `The mention service sent more than ${maxBodyBytes / 1024 / 1024} MB in one answer`,
}

const networkFailures: Readonly<Record<string, NetworkFailure>> = {
  UND_ERR_RES_EXCEEDED_MAX_SIZE: tooLarge,
  ERR_BUFFER_TOO_LARGE: tooLarge,
  [brokenBody]: {
    kind: 'malformed',
    retry: 'later',
    isTooMuch: true,
    what: 'The mention service sent a packed answer that is broken or cut off',
  },
  UND_ERR_CONNECT_TIMEOUT: timeout('The connection to the mention service timed out'),
  UND_ERR_HEADERS_TIMEOUT: noAnswer,
  UND_ERR_BODY_TIMEOUT: {
    ...timeout('The mention service stopped in the middle of its answer'),
    isTooMuch: true,
  },
  ETIMEDOUT: noAnswer,
  UND_ERR_SOCKET: cutOff,
  ECONNRESET: connectionLost,
  EPIPE: connectionLost,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: cutOff,
  ECONNREFUSED: unreachable('The mention service takes no connections'),
  ENOTFOUND: hostNotFound,
  EAI_AGAIN: hostNotFound,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  CERT_HAS_EXPIRED: badCertificate,
  DEPTH_ZERO_SELF_SIGNED_CERT: badCertificate,
  SELF_SIGNED_CERT_IN_CHAIN: badCertificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: badCertificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: badCertificate,
  ERR_TLS_CERT_ALTNAME_INVALID: badCertificate,
  HTTPParserError: notHttp,
}

/**
 * Returns the typed error of a request without a response. Its cause is a copy with only name, code and redacted message, because undici's
 * errors can contain the socket and parts of the response, and with them the token.
 */
function networkError(error: unknown, scrub: RedactToken): MentionServiceError {
  if (error instanceof MentionServiceError) return error
  const name = error instanceof Error ? error.name : 'Error'
  const message = error instanceof Error ? error.message : 'not an error'
  const code = errorCodeOf(error)
  const fault =
    networkFailures[code] ?? networkFailures[name] ?? unreachable('The mention service cannot be reached')
  const cause = Object.assign(new Error(scrub(message)), { name, code: scrub(code) })
  return new MentionServiceError({ ...fault, cause })
}

function errorCodeOf(error: unknown): string {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error
  return hasCode && typeof error.code === 'string' ? error.code : ''
}

export type RedactToken = (text: string) => string

/**
 * Returns a function that hides a token, plain or URL-encoded. Apply it to parsed texts, because JSON can write a character in many ways.
 */
export function createTokenRedactor(token: string): RedactToken {
  const inForm = new URLSearchParams({ token }).toString().slice('token='.length)
  const forms = [token, encodeURIComponent(token), inForm].filter((form) => form !== '')
  return (text) => forms.reduce((clean, form) => clean.replaceAll(form, '[token]'), text)
}
