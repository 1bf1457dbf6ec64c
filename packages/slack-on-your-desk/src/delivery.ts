import { createHmac } from 'node:crypto'
import type { Ack, EnvelopeRecord } from './events.ts'
import { isRecord, parseJson } from './json.ts'
import { type Context, maxRecords, newId } from './state.ts'

type EnvelopeType = EnvelopeRecord['type']

/** A message to the app. */
export type Envelope = { id: string; type: EnvelopeType; payload: Record<string, unknown> }

/** A way to the app: Socket Mode or signed HTTP requests. */
export type Transport = {
  /** Sends an envelope. Resolves with the acknowledgement's payload, or null if it cannot be delivered. */
  send: (envelope: Envelope) => { via: string; acknowledged: Promise<Record<string, unknown> | null> }
}

/** Delivers a payload to the app and resolves with its reaction. */
export type Deliver = (type: EnvelopeType, payload: Record<string, unknown>) => Promise<Ack>

/** Creates the delivery. Each envelope is recorded when it is sent and again when it ends. */
export function createDelivery(context: Context, transport: Transport): Deliver {
  return async (type, payload) => {
    const envelope = { id: newId(context.state, 'envelope-'), type, payload }
    const { via, acknowledged } = transport.send(envelope)
    const record: EnvelopeRecord = { ...envelope, via, at: context.clock.now(), state: 'pending' }
    keepRecord(context, record)
    const ack = await withinAckTime(context, acknowledged)
    record.state = ack.kind
    record.endedAt = context.clock.now()
    if (ack.kind === 'acknowledged') record.response = ack.payload
    context.emit({ type: 'envelope', envelope: record })
    return ack
  }
}

function keepRecord(context: Context, record: EnvelopeRecord): void {
  context.state.envelopes.push(record)
  if (context.state.envelopes.length > maxRecords) context.state.envelopes.shift()
  context.emit({ type: 'envelope', envelope: record })
}

/** The app must acknowledge commands, button presses, submissions and option requests within 3 s (Slack's rule). */
function withinAckTime(
  context: Context,
  acknowledged: Promise<Record<string, unknown> | null>,
): Promise<Ack> {
  return new Promise((resolve) => {
    const cancel = context.clock.setTimer(() => resolve({ kind: 'timeout' }), context.seed.ackMs)
    void acknowledged.then((payload) => {
      cancel()
      resolve(payload === null ? { kind: 'undeliverable' } : { kind: 'acknowledged', payload })
    })
  })
}

/** A transport that can change while the app starts: signed HTTP if a request URL is set, else Socket Mode. */
export type SwitchableTransport = Transport & { setRequestUrl: (url: string | undefined) => void }

/** A reset of the workspace does not change the request URL. */
export function createTransport(context: Context, sockets: Transport): SwitchableTransport {
  let requestUrl = context.seed.requestUrl
  return {
    setRequestUrl: (url) => {
      requestUrl = url
    },
    send: (envelope) => {
      if (requestUrl === undefined) return sockets.send(envelope)
      return { via: requestUrl, acknowledged: sendSigned(context, requestUrl, envelope).catch(() => null) }
    },
  }
}

/** Ends a request that is never answered. The acknowledgement has timed out long before. */
const longestMs = 10_000

/**
 * Sends an envelope to a request URL as Slack does without Socket Mode, signed with the signing secret (version v0).
 * Resolves with the payload of the answer, or null for an HTTP error; rejects if the address cannot be reached.
 */
async function sendSigned(
  context: Context,
  url: string,
  envelope: Envelope,
): Promise<Record<string, unknown> | null> {
  const { body, contentType } = encode(envelope)
  const timestamp = String(Math.floor(context.clock.now() / 1000))
  const response = await fetch(url, {
    method: 'POST',
    body,
    signal: AbortSignal.timeout(longestMs),
    headers: {
      'content-type': contentType,
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': signatureOf(context.seed.signingSecret, timestamp, body),
    },
  })
  const text = await response.text()
  if (!response.ok) return null
  const json = parseJson(text)
  return isRecord(json) ? json : text === '' ? {} : { text }
}

/** Slack's request signature: HMAC-SHA256 of version, timestamp (seconds) and raw body. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`
}

function encode({ type, payload }: Envelope): { body: string; contentType: string } {
  if (type === 'events_api') return { body: JSON.stringify(payload), contentType: 'application/json' }
  const fields = type === 'interactive' ? { payload: JSON.stringify(payload) } : stringsOf(payload)
  return { body: new URLSearchParams(fields).toString(), contentType: 'application/x-www-form-urlencoded' }
}

function stringsOf(payload: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, String(value)]))
}
