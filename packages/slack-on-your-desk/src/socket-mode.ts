import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { machineTimer } from './clock.ts'
import type { Envelope, Transport } from './delivery.ts'
import { isRecord, parseJson, stringAt } from './json.ts'
import type { Context } from './state.ts'

/** Slack's reasons for a disconnect message. */
export type DisconnectReason = 'warning' | 'refresh_requested' | 'link_disabled'

/** The Socket Mode connections. */
export type Sockets = Transport & {
  /** Accepts the HTTP upgrade to a connection. */
  accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  open: () => number
  /** Asks every client to reconnect, as Slack does when it moves them. A `warning` closes nothing. */
  disconnect: (reason: DisconnectReason) => void
  /** Breaks every connection without notice. */
  drop: () => void
  /** Closes every connection properly, and breaks those whose client does not answer. */
  close: () => Promise<void>
}

/** An app may have this many open connections (Slack's documentation). */
const maxSockets = 10

/** Ms within which a client must answer when its connection closes. */
const closeMs = 1000

/** Slack pings its clients. They disconnect after 30 s without a ping. */
const pingMs = 10_000

type Connection = {
  name: string
  socket: WebSocket
  /** By the id of the envelope. Null if the connection closes before the app acknowledges. */
  waiting: Map<string, (payload: Record<string, unknown> | null) => void>
}

/** The open connections, oldest first, and the number of envelopes sent. */
type Pool = { connections: Connection[]; opened: number; sent: number }

/** Creates the Socket Mode side. Envelopes go to the connections in turn; none is sent twice. */
export function createSockets(context: Context): Sockets {
  const server = new WebSocketServer({ noServer: true })
  const pool: Pool = { connections: [], opened: 0, sent: 0 }
  return {
    accept: (request, socket, head) => {
      const ticket = new URL(request.url ?? '/', 'http://localhost').searchParams.get('ticket') ?? ''
      if (!context.state.tickets.delete(ticket)) return void socket.destroy()
      server.handleUpgrade(request, socket, head, (upgraded) => acceptConnection(context, pool, upgraded))
    },
    open: () => pool.connections.length,
    send: (envelope) => sendToNext(pool, envelope),
    disconnect: (reason) => {
      const notice = JSON.stringify({ type: 'disconnect', reason, debug_info: { host: 'sandbox' } })
      for (const { socket } of pool.connections) socket.send(notice)
    },
    drop: () => {
      for (const { socket } of pool.connections) socket.terminate()
    },
    close: async () => {
      await Promise.all(pool.connections.map(({ socket }) => closeProperly(socket)))
    },
  }
}

function closeProperly(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const cancel = machineTimer(() => socket.terminate(), closeMs)
    socket.once('close', () => {
      cancel()
      resolve()
    })
    socket.close(1001)
  })
}

function acceptConnection(context: Context, pool: Pool, socket: WebSocket): void {
  if (pool.connections.length >= maxSockets) {
    rejectConnection(socket)
    return
  }
  pool.opened += 1
  const connection: Connection = { name: `socket ${pool.opened}`, socket, waiting: new Map() }
  const report = () => context.emit({ type: 'sockets', open: pool.connections.length })
  pool.connections.push(connection)
  listen(connection, () => {
    pool.connections = pool.connections.filter((one) => one !== connection)
    report()
  })
  keepAlive(context, socket)
  socket.send(JSON.stringify(helloOf(context, pool.connections.length)))
  report()
}

function sendToNext(pool: Pool, envelope: Envelope): ReturnType<Transport['send']> {
  const ready = pool.connections.filter(({ socket }) => socket.readyState === socket.OPEN)
  pool.sent += 1
  const connection = ready[pool.sent % Math.max(ready.length, 1)]
  if (!connection) return { via: 'no connection', acknowledged: Promise.resolve(null) }
  return { via: connection.name, acknowledged: sendAndWait(connection, envelope) }
}

function rejectConnection(socket: WebSocket): void {
  socket.send(JSON.stringify({ type: 'disconnect', reason: 'too_many_websockets' }))
  socket.close()
}

function listen(connection: Connection, onClose: () => void): void {
  connection.socket.on('message', (data) => {
    const message = parseJson(data.toString())
    const id = stringAt(message, 'envelope_id') ?? ''
    const payload = isRecord(message) && isRecord(message.payload) ? message.payload : {}
    connection.waiting.get(id)?.(payload)
    connection.waiting.delete(id)
  })
  connection.socket.on('error', () => connection.socket.terminate())
  connection.socket.on('close', () => {
    for (const end of connection.waiting.values()) end(null)
    onClose()
  })
}

function sendAndWait(connection: Connection, envelope: Envelope): Promise<Record<string, unknown> | null> {
  return new Promise((resolve) => {
    connection.waiting.set(envelope.id, resolve)
    connection.socket.send(JSON.stringify(wireEnvelope(envelope)))
  })
}

function wireEnvelope({ id, type, payload }: Envelope): Record<string, unknown> {
  const accepts = type !== 'events_api'
  const retries = type === 'events_api' ? { retry_attempt: 0, retry_reason: '' } : {}
  return { envelope_id: id, type, payload, accepts_response_payload: accepts, ...retries }
}

function keepAlive(context: Context, socket: WebSocket): void {
  const ping = () => {
    if (socket.readyState !== socket.OPEN) return
    socket.ping()
    cancel = context.clock.setTimer(ping, pingMs)
  }
  let cancel = context.clock.setTimer(ping, pingMs)
  socket.on('close', () => cancel())
}

function helloOf({ seed }: Context, connections: number): Record<string, unknown> {
  return {
    type: 'hello',
    num_connections: connections,
    debug_info: { host: 'sandbox', build_number: 1, approximate_connection_time: 18_060 },
    connection_info: { app_id: seed.bot.appId },
  }
}
