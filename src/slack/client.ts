import { type FetchFunction, type Logger, LogLevel, WebClient } from '@slack/web-api'
import { systemTimer } from '../async/clock.ts'
import {
  createDispatcher,
  type Dispatcher,
  type ProxySettings,
  type RawResponse,
  sendRequest,
} from '../async/http.ts'
import type { Ms } from '../async/time.ts'
import { withTimeout } from '../async/timeout.ts'
import type { Log } from '../model/log.ts'

type SlackAccess = {
  apiUrl: string
  token: string
  logger: Logger
  dispatcher: Dispatcher
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
export function slackClient({ apiUrl, token, logger, dispatcher }: SlackAccess, timeoutMs: Ms): WebClient {
  const send = slackFetch(timeoutMs, dispatcher)
  return new WebClient(token, {
    slackApiUrl: apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger,
    logLevel: LogLevel.ERROR,
    fetch: async (url, init) => withRetryAfter(await send(url, init)),
  })
}

/** Adds a Retry-After of five seconds to a 429 without a readable one, because the SDK throws an untyped error for such an answer. */
function withRetryAfter(response: SlackResponse): SlackResponse {
  const { status, headers } = response
  if (status !== 429 || Number(headers.get('retry-after')) > 0) return response
  const get = (name: string) => (name === 'retry-after' ? '5' : headers.get(name))
  return { ...response, headers: { get, entries: () => headers.entries() } }
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
      sendRequest(dispatcher, { ...request, method: method === 'POST' ? 'POST' : 'GET' }, signal),
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

export function sdkLogger(log: Pick<Log, 'warn' | 'error'>): Logger {
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
