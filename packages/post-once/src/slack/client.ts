import { systemTimer } from '@overheard/base/clock'
import {
  createDispatcher,
  type Dispatcher,
  type ProxySettings,
  type RawResponse,
  retryAfterMs,
  sendRequest,
} from '@overheard/base/http'
import { parseJson } from '@overheard/base/json'
import { maxPauseMs } from '@overheard/base/rate-limiter'
import type { Ms } from '@overheard/base/time'
import { withTimeout } from '@overheard/base/timeout'
import { type FetchFunction, type Logger, LogLevel, WebClient } from '@slack/web-api'
import { z } from 'zod'

type WriteLogLine = (fields: object, sentence: string) => void

/** The fields and the sentences contain no secret. */
export type SlackLog = { warn: WriteLogLine; error: WriteLogLine }

export type SlackAccess = {
  apiUrl: string
  token: string
  logger: Logger
  dispatcher: Dispatcher
  /** Hears the header `Date` of each answer. */
  heardDate?: (date: string | null) => void
  /** Hears for how long Slack asks to wait with a method. */
  onWait?: (method: string, forMs: Ms) => void
}

/** A post that takes longer than this, in ms, is unconfirmed. */
export const postTimeout = 5000

/** The largest accepted response, in bytes. A page of a channel's history can have a few megabytes. */
const maxResponseBytes = 50 * 1024 * 1024

export function createSlackDispatcher(proxy: ProxySettings): Dispatcher {
  return createDispatcher(proxy, { proxyTunnel: true, maxResponseSize: maxResponseBytes })
}

/**
 * Creates a client that sends each call once. The SDK's default sends `chat.postMessage` again after a reset, stops its queue after a 429 and
 * has no timeout. `timeoutMs` is the limit for the whole response.
 */
export function slackClient(
  { apiUrl, token, logger, dispatcher, heardDate, onWait }: SlackAccess,
  timeoutMs: Ms,
): WebClient {
  const send = slackApiFetch(timeoutMs, dispatcher)
  return new WebClient(token, {
    slackApiUrl: apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger,
    logLevel: LogLevel.ERROR,
    async fetch(url, init) {
      const response = await send(url, init)
      heardDate?.(response.headers.get('date'))
      if (response.status === 429) onWait?.(methodOf(url), Number(response.headers.get('retry-after')) * 1000)
      return response
    },
  })
}

const methodOf = (url: string | URL) => new URL(url).pathname.split('/').at(-1) ?? ''

/**
 * Sends a call of the Web API, and makes its answer one that the SDK understands. Rejects with an error whose code is, for example, `HTTP 403` if
 * the answer does not come from Slack, whatever its status is: a proxy can answer like that after Slack got the call.
 */
export function slackApiFetch(timeoutMs: Ms, dispatcher: Dispatcher): FetchFunction {
  const send = slackFetch(timeoutMs, dispatcher)
  return async (url, init) => {
    const response = await send(url, init)
    const { status, headers } = response
    const text = await response.text()
    if (status === 200 && usualSuccess.test(text)) return response
    const { data } = slackAnswer.safeParse(parseJson(text))
    const isRateLimit = status === 429 && isLimitText(text, headers.get('retry-after'))
    if (data === undefined && !isRateLimit)
      throw Object.assign(new Error('no answer of Slack'), { code: `HTTP ${status}` })
    // The SDK reads the code of a refusal only if the status is 200.
    const isRefusal = data?.ok === false && status >= 400 && status <= 499 && status !== 429
    return { ...response, status: isRefusal ? 200 : status, headers: withReadableWait(response) }
  }
}

/** Slack documents the status 429 and `Retry-After` of its rate limit, but no body. A page in HTML comes from a proxy. */
function isLimitText(text: string, retryAfter: string | null): boolean {
  return text.trim() === '' || (retryAfter !== null && !/^\s*</.test(text))
}

/** Successful answers can have megabytes, so they are not parsed twice. */
const usualSuccess = /^\{"ok":true[,}]/

const slackAnswer = z.looseObject({ ok: z.boolean() })

/** If an answer with status 429 names no wait that can be read, the call is repeated after this time, in s. */
const usualWaitSeconds = 5

/** Writes `Retry-After` as a number of seconds: the SDK reads nothing else, and throws an untyped error for a 429 without it. */
function withReadableWait({ status, headers }: SlackResponse): SlackResponse['headers'] {
  const asked = headers.get('retry-after')
  if (asked === null && status !== 429) return headers
  const askedMs = retryAfterMs(asked, headers.get('date')) ?? usualWaitSeconds * 1000
  const seconds = Math.max(1, Math.ceil(Math.min(askedMs, maxPauseMs) / 1000))
  const get = (name: string) => (name === 'retry-after' ? String(seconds) : headers.get(name))
  return { get, entries: () => headers.entries() }
}

type SlackResponse = Awaited<ReturnType<FetchFunction>>

/**
 * Returns a fetch function for Slack's SDK. A post costs two thirds of the CPU time that it costs with undici's `fetch`. The function
 * rejects with the connection's error, whose code shows if anything was sent, or with TimedOutError after `timeoutMs`. It follows no
 * redirects, so the token goes nowhere else.
 */
export function slackFetch(timeoutMs: Ms, dispatcher: Dispatcher): FetchFunction {
  return async (address, { method, headers = {}, body = null } = {}) => {
    // The check does not name FormData, because that would load Node's own copy of undici.
    if (body !== null && typeof body !== 'string') throw new TypeError('only texts are sent')
    const { origin, pathname, search, href } = new URL(address)
    const request = { origin, path: `${pathname}${search}`, headers, body } as const
    const answer = await withTimeout(systemTimer, timeoutMs, (signal) =>
      sendRequest(
        maxResponseBytes,
        dispatcher,
        { ...request, method: method === 'POST' ? 'POST' : 'GET' },
        signal,
      ),
    )
    return toResponse(href, answer)
  }
}

function toResponse(url: string, { status, headers, text }: RawResponse): SlackResponse {
  const entries = () =>
    Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  return {
    ok: status >= 200 && status <= 299,
    status,
    statusText: '',
    url,
    headers: { get: (name) => headers[name.toLowerCase()]?.toString() ?? null, entries },
    text: async () => text,
    json: async () => JSON.parse(text),
    arrayBuffer: async () => new TextEncoder().encode(text).buffer,
  }
}

/** Slack returns this code if the bot joins a channel that it is in. The SDK logs it as a warning, but it is normal. */
const commonplace = 'already_in_channel'

export function sdkLogger(log: SlackLog): Logger {
  const nothing = () => undefined
  return {
    debug: nothing,
    info: nothing,
    warn: (...words) => {
      if (words[0] !== commonplace) log.warn({}, words.map(String).join(' '))
    },
    error: (...words) => log.error({}, words.map(String).join(' ')),
    setLevel: nothing,
    getLevel: () => LogLevel.WARN,
    setName: nothing,
  }
}
