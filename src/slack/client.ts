import { type ClientRequest, type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { type FetchFunction, type Logger, LogLevel, WebClient } from '@slack/web-api'
import type { Log } from '../model/log.ts'

/** How to reach Slack. `apiUrl` ends with a slash. */
type SlackAccess = { apiUrl: string; token: string; logger: Logger }

/** A post that takes longer is in doubt: 5 s, the design's figure. */
export const postTimeout = 5000

/**
 * A client that tells the truth about each call: no retry of its own (the SDK's default re-sends `chat.postMessage` after a
 * reset), no stalled queue after a 429, and a time-out in ms (the SDK's default has none).
 */
export function slackClient({ apiUrl, token, logger }: SlackAccess, timeout: number): WebClient {
  const send = nodeFetch(timeout)
  return new WebClient(token, {
    slackApiUrl: apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger,
    logLevel: LogLevel.ERROR,
    fetch: async (url, init) => withRetryAfter(await send(url, init)),
  })
}

type Answer = Awaited<ReturnType<FetchFunction>>

/** The SDK turns a 429 without a readable Retry-After into an error without a class: give it one, of five seconds. */
function withRetryAfter(answer: Answer): Answer {
  const { status, headers } = answer
  if (status !== 429 || Number(headers.get('retry-after')) > 0) return answer
  const get = (name: string) => (name === 'retry-after' ? '5' : headers.get(name))
  return { ...answer, headers: { get, entries: () => headers.entries() } }
}

/** No answer of Slack is nearly as large: a page of a channel's history has a few megabytes at most. In bytes. */
const largestAnswer = 50 * 1024 * 1024

/**
 * The network as the SDK wants it, over Node's own client and its agents, which keep connections open: a post costs half as much
 * CPU as over the built-in fetch. Redirects are answers like any other: our token follows none. Rejects with the error of the
 * connection, whose code tells whether anything was sent, with a TimeoutError when there is no whole answer after `timeout` ms, or
 * with a QuotaExceededError where it has no end.
 */
export function nodeFetch(timeout: number): FetchFunction {
  return (url, { method, headers, body } = {}) =>
    new Promise((resolve, reject) => {
      if (body instanceof FormData) throw new TypeError('files are never sent')
      const request = String(url).startsWith('https:') ? overHttps : overHttp
      const sent: ClientRequest = request(url, { method, headers }, (answer) => {
        const chunks: Buffer[] = []
        let size = 0
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length
          chunks.push(chunk)
          if (size > largestAnswer) giveUp('too large an answer', 'QuotaExceededError')
        })
        answer.on('error', fail)
        answer.on('end', () => {
          clearTimeout(timer)
          resolve(answerOf(answer, String(url), Buffer.concat(chunks)))
        })
      })
      const timer = setTimeout(() => giveUp('no answer in time', 'TimeoutError'), timeout)
      sent.on('error', fail)
      sent.end(body)

      function giveUp(why: string, name: string): void {
        fail(new DOMException(why, name))
        sent.destroy()
      }

      function fail(error: Error): void {
        clearTimeout(timer)
        reject(error)
      }
    })
}

function answerOf(
  { statusCode = 0, statusMessage = '', headers }: IncomingMessage,
  url: string,
  body: Buffer,
): Answer {
  const plain = () => Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  const text = async () => body.toString('utf8')
  return {
    ok: statusCode >= 200 && statusCode <= 299,
    status: statusCode,
    statusText: statusMessage,
    url,
    headers: { get: (name) => headers[name.toLowerCase()]?.toString() ?? null, entries: plain },
    text,
    json: async () => JSON.parse(await text()),
    arrayBuffer: async () => new Uint8Array(body).buffer,
  }
}

/** What Slack answers where a join was not needed: the SDK logs it as a warning, and it warns of nothing. */
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
