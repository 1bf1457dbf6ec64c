import type { Context } from '../context.ts'
import type { EnvelopeRecord } from '../events.ts'
import { mostKept } from '../server/call-log.ts'
import { newId } from '../state.ts'

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
export type Carrier = {
  /** Sends it and resolves with the acknowledgement's payload; null where it cannot be delivered. */
  send: (envelope: Envelope) => { via: string; acknowledged: Promise<Record<string, unknown> | null> }
}

/** Delivers something to the app and tells what became of it. */
export type Deliver = (type: EnvelopeType, payload: Record<string, unknown>) => Promise<Ack>

/** An app has so long to acknowledge (Slack's rule for commands, presses, submissions and options). */
const ackMs = 3000

/** Builds the delivery over a carrier: each envelope is noted when sent and again when it ended. */
export function createDelivery(context: Context, carrier: Carrier): Deliver {
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
  if (context.state.envelopes.length > mostKept) context.state.envelopes.shift()
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
