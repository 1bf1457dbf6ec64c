import { type FetchFunction, type Logger, LogLevel, WebClient } from '@slack/web-api'
import { type Dispatcher, EnvHttpProxyAgent, request } from 'undici'
import type { Log } from '../model/log.ts'
import { type ProxySettings, withoutProxy } from '../model/proxy.ts'

/** `apiUrl` ends with a slash. Without `dispatcher` the client connects directly. */
type SlackAccess = { apiUrl: string; token: string; logger: Logger; dispatcher?: Dispatcher }

/** The timeout of a post, in ms. After it, the post is unconfirmed. */
export const postTimeout = 5000

/** Slack's largest answers, pages of a channel's history, have a few megabytes. */
const maxResponseBytes = 50 * 1024 * 1024

export type SlackDispatcher = Dispatcher

/** The connections to Slack. Texts for all three settings keep undici from reading the environment itself. */
export function createSlackDispatcher(proxy: ProxySettings): Dispatcher {
  // A tunnel for http addresses too, because a websocket needs one.
  return new EnvHttpProxyAgent({ ...proxy, proxyTunnel: true, maxResponseSize: maxResponseBytes })
}

/** Shared by all clients without proxy settings, so that connections are reused. */
let direct: Dispatcher | undefined

/**
 * A client that sends each call once: the SDK's default sends `chat.postMessage` again after a reset, stalls its queue after a 429
 * and has no timeout. `timeoutMs` is for the whole answer.
 */
export function slackClient(
  { apiUrl, token, logger, dispatcher }: SlackAccess,
  timeoutMs: number,
): WebClient {
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

/** The SDK throws an untyped error for a 429 without a readable Retry-After: it gets one of five seconds. */
function withRetryAfter(response: SlackResponse): SlackResponse {
  const { status, headers } = response
  if (status !== 429 || Number(headers.get('retry-after')) > 0) return response
  const get = (name: string) => (name === 'retry-after' ? '5' : headers.get(name))
  return { ...response, headers: { get, entries: () => headers.entries() } }
}

type SlackResponse = Awaited<ReturnType<FetchFunction>>

/**
 * The fetch of Slack's SDK, over undici's `request`: a post costs two thirds of what it costs over undici's `fetch`. Redirects are not
 * followed, so that our token goes nowhere else. Rejects with the error of the connection, whose code tells whether anything was sent,
 * or with a TimeoutError if the whole answer is not there after `timeoutMs`.
 */
export function slackFetch(timeoutMs: number, dispatcher?: Dispatcher): FetchFunction {
  direct ??= createSlackDispatcher(withoutProxy)
  const connections = dispatcher ?? direct
  return async (url, { method, headers, body } = {}) => {
    if (body instanceof FormData) throw new TypeError('files are never sent')
    const answer = await request(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: headers ?? {},
      body: body ?? null,
      dispatcher: connections,
      signal: AbortSignal.timeout(timeoutMs),
    })
    return toResponse(String(url), answer, await answer.body.text())
  }
}

function toResponse(
  url: string,
  { statusCode, headers }: Dispatcher.ResponseData,
  body: string,
): SlackResponse {
  const entries = () =>
    Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  return {
    ok: statusCode >= 200 && statusCode <= 299,
    status: statusCode,
    statusText: '',
    url,
    headers: { get: (name) => headers[name.toLowerCase()]?.toString() ?? null, entries },
    text: async () => body,
    json: async () => JSON.parse(body),
    arrayBuffer: async () => new TextEncoder().encode(body).buffer,
  }
}

/** The SDK logs this response to an unnecessary join as a warning, but it is normal. */
const commonplace = 'already_in_channel'

/** Passes the warnings and errors of Slack's SDK to our log. */
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
