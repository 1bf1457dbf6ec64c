import { type FetchFunction, type Logger, LogLevel, WebClient } from '@slack/web-api'
import { nodeFetch } from './node-fetch.ts'

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
