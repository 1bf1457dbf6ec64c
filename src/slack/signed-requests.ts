import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import type { SetTimer } from '@overheard/base/clock'
import { createBodyReader } from '@overheard/base/request-body'
import type { Time } from '@overheard/base/time'
import { rejectOnAbort, withTimeout } from '@overheard/base/timeout'
import type { Log } from '../model/log.ts'
import { createSparingWarning } from './sparing-warning.ts'

type SignedRequestsDeps = {
  signingSecret: string
  now: () => Time
  setTimer: SetTimer
  log: Pick<Log, 'warn'>
  /** Resolves when `handle` can act on requests. */
  ready: Promise<unknown>
  /** Gets the requests that Slack has signed, with their body as `rawBody`, so that Bolt does not read it. */
  handle: RequestListener
}

/**
 * The largest accepted body of a request from Slack, in bytes. Slack's largest payload is a submitted view, with at most 250 kB, and its
 * encoding as a form makes it longer.
 */
const maxBodyBytes = 1_000_000
/** Bodies that are not complete have at most so many bytes together: those of sixteen of the largest requests. */
const maxUnfinishedBytes = 16 * maxBodyBytes
/** Slack gives a request up after three seconds, so nobody waits for a slower one. */
const bodyTimeoutMs = 3000
/** A request waits for the start of the bot for this time. The rest of Slack's three seconds is for its answer. */
const startTimeoutMs = 2000
const maxClockSkewSeconds = 5 * 60
const pruneEveryMs = 60_000

type Refusal = { status: number; what: string; headers?: OutgoingHttpHeaders }

const tooLarge: Refusal = { status: 413, what: `At most ${maxBodyBytes} bytes.` }
const refusals: Record<'too-large' | 'busy' | 'too-slow', Refusal> = {
  'too-large': tooLarge,
  busy: { status: 503, what: 'Too many requests arrive at once.', headers: { 'retry-after': '1' } },
  'too-slow': { status: 408, what: `The body did not arrive within ${bodyTimeoutMs / 1000} s.` },
}
const starting: Refusal = {
  status: 503,
  what: 'The bot is starting.',
  headers: { 'retry-after': '1' },
}
const forged: Refusal = { status: 401, what: 'The signature is wrong.' }

/**
 * Passes on the requests that Slack has signed. Everything else costs little memory and few lines in the log, because anybody can send
 * requests to this address. If the unfinished bodies need too much memory, the slowest is given up. Slack repeats an event after a 503 up to three times (at once, after a minute and
 * after five); a person who pressed a button or sent a command sees an error.
 */
export function createSignedRequests(deps: SignedRequestsDeps): RequestListener {
  const { signingSecret, now, setTimer, ready, handle } = deps
  const readBody = createBodyReader({
    mostBytes: maxBodyBytes,
    mostUnfinishedBytes: maxUnfinishedBytes,
    timeoutMs: bodyTimeoutMs,
    setTimer,
  })

  const passed = createPassed(now)
  const countForged = createSparingWarning(
    deps,
    'requests',
    'refused requests to /slack/events with a wrong signature; if commands and buttons do not work, compare SLACK_SIGNING_SECRET with the signing secret of the Slack app',
  )

  return async (request, response) => {
    const refusal = refuseBeforeReading(request, now())
    if (refusal !== undefined) return refuse(response, refusal)
    const body = await readBody(request)
    if (body === 'gone') return
    if (!Buffer.isBuffer(body)) return refuse(response, refusals[body])
    if (!isSigned(request, body, signingSecret)) {
      countForged()
      return refuse(response, forged)
    }
    const isReady = await withTimeout(setTimer, startTimeoutMs, (signal) =>
      rejectOnAbort(ready, signal),
    ).then(
      () => true,
      () => false,
    )
    if (!isReady) return refuse(response, starting)
    if (passed.isRepeat(request, response)) return void response.writeHead(200).end()
    handle(Object.assign(request, { rawBody: body }), response)
  }
}

/**
 * Remembers the requests that were passed on for as long as their signature is accepted, because whoever has recorded one can send it again.
 * Slack signs each of its own repeats anew, except one within the same second. A request that failed here may be repeated.
 */
function createPassed(now: () => Time) {
  const until = new Map<string, Time>()
  let prunedAt = now()
  function prune(): void {
    if (Math.abs(now() - prunedAt) < pruneEveryMs) return
    prunedAt = now()
    for (const [signature, end] of until) if (end < prunedAt) until.delete(signature)
  }
  return {
    isRepeat({ headers }: IncomingMessage, response: ServerResponse): boolean {
      prune()
      const { signature, timestamp } = signatureIn(headers)
      if (until.has(signature)) return true
      until.set(signature, (Number(timestamp) + maxClockSkewSeconds) * 1000)
      response.once('finish', () => {
        if (response.statusCode >= 500) until.delete(signature)
      })
      return false
    },
  }
}

/** Refuses requests that Slack never sends. Returns undefined if the request may come from Slack. */
function refuseBeforeReading({ method, headers }: IncomingMessage, now: Time): Refusal | undefined {
  if (method !== 'POST')
    return { status: 405, what: 'Slack posts its requests here.', headers: { allow: 'POST' } }
  const length = Number(headers['content-length'])
  if (!Number.isInteger(length)) return { status: 411, what: 'Content-Length is missing.' }
  if (length > maxBodyBytes) return tooLarge
  const { signature, timestamp } = signatureIn(headers)
  const isRecent = Math.abs(now / 1000 - Number(timestamp)) <= maxClockSkewSeconds
  const hasForm = /^v0=[0-9a-f]{64}$/.test(signature) && /^\d+$/.test(timestamp)
  return hasForm && isRecent ? undefined : { status: 401, what: 'The signature is missing or too old.' }
}

const signatureIn = (headers: IncomingMessage['headers']) => ({
  signature: String(headers['x-slack-signature']),
  timestamp: String(headers['x-slack-request-timestamp']),
})

function isSigned({ headers }: IncomingMessage, body: Buffer, signingSecret: string): boolean {
  const { signature, timestamp } = signatureIn(headers)
  const expected = createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(body).digest()
  return timingSafeEqual(Buffer.from(signature.slice('v0='.length), 'hex'), expected)
}

/** Closes the connection, so that the rest of the body is not read. */
function refuse(response: ServerResponse, { status, what, headers }: Refusal): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
    ...headers,
  })
  response.end(`${JSON.stringify({ ok: false, what })}\n`)
}
