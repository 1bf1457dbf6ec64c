import { createHmac } from 'node:crypto'
import type { EnvelopeRecord } from './events.ts'
import { isRecord, parseJson } from './json.ts'
import { type Context, newId } from './state.ts'
import { maxRecords } from './web-api/call.ts'

/** Kinds of envelopes, as Socket Mode names them. */
type EnvelopeType = EnvelopeRecord['type']

/** What the app did with an envelope. `payload`: what came with the acknowledgement, empty where nothing did. */
export type Ack =
  | { kind: 'acknowledged'; payload: Record<string, unknown> }
  | { kind: 'timeout' }
  | { kind: 'undeliverable' }

/** Something on its way to the app. */
export type Envelope = { id: string; type: EnvelopeType; payload: Record<string, unknown> }

/** A way to the app: Socket Mode, or signed HTTP requests. */
export type Transport = {
  /** Sends it and resolves with the acknowledgement's payload; null where it cannot be delivered. */
  send: (envelope: Envelope) => { via: string; acknowledged: Promise<Record<string, unknown> | null> }
}

/** Delivers something to the app and tells what became of it. */
export type Deliver = (type: EnvelopeType, payload: Record<string, unknown>) => Promise<Ack>

/** An app has so long to acknowledge (Slack's rule for commands, presses, submissions and options). */
const ackMs = 3000

/** Builds the delivery over a carrier: each envelope is noted when sent and again when it ended. */
export function createDelivery(context: Context, carrier: Transport): Deliver {
  return async (type, payload) => {
    const envelope = { id: newId(context.state, 'envelope-'), type, payload }
    const { via, acknowledged } = carrier.send(envelope)
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

function withinAckTime(
  context: Context,
  acknowledged: Promise<Record<string, unknown> | null>,
): Promise<Ack> {
  return new Promise((resolve) => {
    const callOff = context.clock.setTimer(() => resolve({ kind: 'timeout' }), ackMs)
    void acknowledged.then((payload) => {
      callOff()
      resolve(payload === null ? { kind: 'undeliverable' } : { kind: 'acknowledged', payload })
    })
  })
}

/** The app's way in: a request URL where one is set, else Socket Mode. It can change while the app starts. */
export type SwitchableTransport = Transport & { setRequestUrl: (url: string | undefined) => void }

/** Builds the switch between signed HTTP requests and Socket Mode. A reset leaves it as it is. */
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

/** So that a request nobody answers is not left behind; the acknowledgement is judged long before. */
const longestMs = 10_000

/**
 * Sends an envelope to a request URL as Slack does without Socket Mode: signed with the signing secret, version v0.
 * Resolves with the answer's payload, null for an HTTP error; rejects where nobody can be reached.
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

/** Slack's signature of a request: HMAC-SHA256 over version, timestamp (seconds) and raw body. */
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
