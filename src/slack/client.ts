import { type FetchFunction, type Logger, LogLevel, WebClient } from '@slack/web-api'
import { type Dispatcher, EnvHttpProxyAgent, request } from 'undici'
import type { Log } from '../model/log.ts'
import { type ProxySettings, withoutProxy } from '../model/proxy.ts'

type SlackAccess = {
  /** The base URL of Slack's Web API, with a slash at the end. */
  apiUrl: string
  token: string
  logger: Logger
  dispatcher?: Dispatcher
}

/** A post that takes longer than this, in ms, is unconfirmed. */
export const postTimeout = 5000

/** The largest accepted response. A page of a channel's history can have a few megabytes. */
const maxResponseBytes = 50 * 1024 * 1024

export type SlackDispatcher = Dispatcher

/** All three proxy settings are strings, because undici reads a missing one from the environment. */
export function createSlackDispatcher(proxy: ProxySettings): Dispatcher {
  // Use a tunnel for http addresses, too, because a websocket needs one.
  return new EnvHttpProxyAgent({ ...proxy, proxyTunnel: true, maxResponseSize: maxResponseBytes })
}

let direct: Dispatcher | undefined

/**
 * Creates a client that sends each call once. The SDK's default sends `chat.postMessage` again after a reset, stops its queue after a 429 and
 * has no timeout. `timeoutMs` is the limit for the whole response.
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

/** Adds a Retry-After of five seconds to a 429 without a readable one, because the SDK throws an untyped error for such an answer. */
function withRetryAfter(response: SlackResponse): SlackResponse {
  const { status, headers } = response
  if (status !== 429 || Number(headers.get('retry-after')) > 0) return response
  const get = (name: string) => (name === 'retry-after' ? '5' : headers.get(name))
  return { ...response, headers: { get, entries: () => headers.entries() } }
}

type SlackResponse = Awaited<ReturnType<FetchFunction>>

/**
 * Returns the fetch function of Slack's SDK. It uses undici's `request`, because a post then costs two thirds of the CPU time that it costs
 * with undici's `fetch`. It follows no redirects, so our token goes nowhere else. It rejects with the connection's error, whose code shows
 * if anything was sent, or with a TimeoutError after `timeoutMs`.
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
