import { createHmac } from 'node:crypto'
import type { Context } from '../context.ts'
import { isRecord, parseJson } from '../json.ts'
import type { Envelope } from './envelope.ts'

/** So that a request nobody answers is not left behind; the acknowledgement is judged long before. */
const longestMs = 10_000

/**
 * Sends an envelope to a request URL as Slack does without Socket Mode: signed with the signing secret, version v0.
 * Resolves with the answer's payload, null for an HTTP error; rejects where nobody can be reached.
 */
export async function sendSigned(
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
