import type { Dispatcher } from 'undici'
import { faultOf, tooLarge } from './faults.ts'
import type { Now } from './ports.ts'
import type { Scrub } from './secret.ts'

/** What came back, whatever it is: foreign text, which may repeat our token. `location` is the origin of a redirect. */
export type Answer = { status: number; text: string; retryAfter?: string; location?: string }

/** Sends one GET: `operation` is the path after `v1.0/`, `query` its parameters, encoded, without the token. */
export type Transport = (operation: string, query: string, signal?: AbortSignal) => Promise<Answer>

export type TransportOptions = {
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
  return async (operation, query, signal) => {
    const path = `${root}${operation}${key}${query === '' ? '' : `&${query}`}`
    const deadline = now() + 3 * timeoutMs
    try {
      signal?.throwIfAborted()
      const answer = await dispatcher.request({
        origin,
        path,
        method: 'GET',
        headers: { accept: 'application/json', 'user-agent': 'overheard' },
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        signal: signal ?? null,
      })
      const text = await readBody(answer.body, () => now() > deadline)
      return answerOf(answer, text)
    } catch (error) {
      signal?.throwIfAborted()
      throw faultOf(error, scrub)
    }
  }
}

/** Reads a body of bounded size and time: a sender that drips a byte now and then never runs into a time-out of undici. */
async function readBody(body: AsyncIterable<Buffer>, isLate: () => boolean): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > largestBody) throw tooLarge(largestBody)
    if (isLate()) throw Object.assign(new Error('the body took too long'), { code: 'UND_ERR_BODY_TIMEOUT' })
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks, size).toString('utf8')
  return text.startsWith(byteOrderMark) ? text.slice(1) : text
}

function answerOf({ statusCode, headers }: Dispatcher.ResponseData, text: string): Answer {
  const retryAfter = headers['retry-after']
  const location = originOf(headers.location)
  return {
    status: statusCode,
    text,
    ...(typeof retryAfter === 'string' ? { retryAfter } : {}),
    ...(location === undefined ? {} : { location }),
  }
}

/** Only the origin of a redirect: the rest of it repeats our query, token and all. */
function originOf(location: string | string[] | undefined): string | undefined {
  return typeof location === 'string' && URL.canParse(location) ? new URL(location).origin : undefined
}
