import { type Logger, LogLevel, WebClient } from '@slack/web-api'

type Fetch = typeof globalThis.fetch

/** How to reach Slack. `apiUrl` ends with a slash. */
export type SlackAccess = { apiUrl: string; token: string; fetch?: Fetch; logger: Logger }

/** A post that takes longer is in doubt: 5 s, the design's figure. */
export const postTimeout = 5000

/**
 * A client that tells the truth about each call: no retry of its own (the SDK's default re-sends `chat.postMessage` after a
 * reset), no stalled queue after a 429, and a time-out in ms (the SDK's default has none).
 */
export function slackClient(
  { apiUrl, token, fetch = globalThis.fetch, logger }: SlackAccess,
  timeout: number,
): WebClient {
  return new WebClient(token, {
    slackApiUrl: apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout,
    logger,
    logLevel: LogLevel.ERROR,
    fetch: (url, init) => fetch(url, init).then(withRetryAfter),
  })
}

/** The SDK turns a 429 without a readable Retry-After into an error without a class: give it one, of five seconds. */
function withRetryAfter(response: Response): Response {
  if (response.status !== 429 || Number(response.headers.get('retry-after')) > 0) return response
  const headers = new Headers(response.headers)
  headers.set('retry-after', '5')
  return new Response(null, { status: 429, headers })
}
