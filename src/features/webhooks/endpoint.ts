import type { lookup } from 'node:dns'
import type { SetTimer } from '@overheard/base/clock'
import { createDispatcher, type ProxySettings, sendForStatus } from '@overheard/base/http'
import { isPrivateHost, PrivateAddressError, publicLookup } from '@overheard/base/private-address'
import type { Time } from '@overheard/base/time'
import { TimedOutError, withTimeout } from '@overheard/base/timeout'
import { Webhook } from 'standardwebhooks'
import { secretValues } from '../../model/secret-values.ts'
import type { Announcement } from './model.ts'

/** Why an event was not delivered. `detail` contains no part of the URL's path, which may be a secret. */
export type Failure = { why: 'status' | 'private' | 'timeout' | 'code' | 'unknown'; detail: string }

/** `gone` means that the receiver wants no more events (status 410). */
export type Sent = { kind: 'delivered' } | { kind: 'gone' } | ({ kind: 'failed' } & Failure)

export type Endpoint = {
  send(announcement: Pick<Announcement, 'id' | 'event'>): Promise<Sent>
  close(): Promise<void>
}

/** `secret` is `whsec_` with a key in base64, or the key itself; or two of these with a blank between them. */
type EndpointOptions = { url: string; secret: string; allowPrivate: boolean }

export type EndpointDeps = {
  proxy: ProxySettings
  now: () => Time
  setTimer: SetTimer
  /** Resolves host names; that of Node by default. */
  resolve?: typeof lookup
}

/** The Standard Webhooks specification recommends 15 to 30 s. A receiver should answer first and work later. */
const answerTimeoutMs = 15_000
const connectTimeoutMs = 5000
/** The body of a response is ignored. A longer body (bytes) ends the connection. */
const maxBodyBytes = 64 * 1024
const bodyTimeoutMs = 5000

/** At most this many events are sent to one webhook at the same time. */
export const maxConcurrent = 8

export function createEndpoint(
  { url, secret, allowPrivate }: EndpointOptions,
  { proxy, now, setTimer, resolve }: EndpointDeps,
): Endpoint {
  const { origin, pathname, search, hostname } = new URL(url)
  const signers = secretValues(secret).map((one) =>
    one.startsWith('whsec_') ? new Webhook(one) : new Webhook(one, { format: 'raw' }),
  )
  const dispatcher = createDispatcher(proxy, {
    connections: maxConcurrent,
    connect: { timeout: connectTimeoutMs, ...(allowPrivate ? {} : { lookup: publicLookup(resolve) }) },
    maxResponseSize: maxBodyBytes,
  })
  const timeouts = { headersTimeout: answerTimeoutMs, bodyTimeout: bodyTimeoutMs }

  async function post(id: string, body: string): Promise<number> {
    // Names are not resolved for an address, so the lookup does not see it.
    if (!allowPrivate && isPrivateHost(hostname))
      throw new PrivateAddressError(`${hostname} is a private address`)
    const at = new Date(now())
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'overheard',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signers.map((signer) => signer.sign(id, at, body)).join(' '),
    }
    const request = {
      origin,
      path: `${pathname}${search}`,
      method: 'POST',
      headers,
      body,
      ...timeouts,
    } as const
    const deadline = now() + answerTimeoutMs + bodyTimeoutMs
    return withTimeout(setTimer, answerTimeoutMs, (signal) =>
      sendForStatus(dispatcher, request, signal, () => now() > deadline),
    )
  }

  return {
    async send({ id, event }) {
      try {
        const status = await post(id, JSON.stringify(event))
        if (status >= 200 && status < 300) return { kind: 'delivered' }
        return status === 410 ? { kind: 'gone' } : { kind: 'failed', why: 'status', detail: String(status) }
      } catch (error) {
        return { kind: 'failed', ...failureOf(error) }
      }
    },
    close: () => dispatcher.destroy(),
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof PrivateAddressError) return { why: 'private', detail: error.message }
  if (error instanceof TimedOutError) return { why: 'timeout', detail: String(answerTimeoutMs / 1000) }
  return error instanceof Error && 'code' in error
    ? { why: 'code', detail: String(error.code) }
    : { why: 'unknown', detail: '' }
}

/** For the log. */
export function failureReason({ why, detail }: Failure): string {
  switch (why) {
    case 'status':
      return `it answers ${detail}`
    case 'private':
      return `${detail}, which is refused unless allowPrivate is true`
    case 'timeout':
      return `it does not answer within ${detail} s`
    case 'code':
      return detail
    case 'unknown':
      return 'the connection failed'
  }
}
