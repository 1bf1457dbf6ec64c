import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Reply } from './protocol.ts'
import type { ServiceRequest } from './routes.ts'

/** `url` is the `{base_url}` of the interface. */
export type Listening = { url: string; port: number }

export type HttpServer = {
  /** Port 0 takes any free port. Rejects if the port is taken. */
  listen: (port: number, host?: string) => Promise<Listening>
  /** Breaks all connections and frees the port. */
  close: () => Promise<void>
}

/**
 * The times, in ms, end connections that clients keep open. `timeout` ends those that move no byte. One address gets half of the connections,
 * so that it cannot keep the others out.
 */
const usualLimits = {
  headersTimeout: 5_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
  timeout: 60_000,
  maxConnections: 256,
  maxOfAddress: 128,
}

/** `handle` rejects only if the connection breaks or the server closes. */
export function createHttpServer(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  changes: Partial<typeof usualLimits> = {},
): HttpServer {
  const { timeout, maxConnections, maxOfAddress, ...limits } = { ...usualLimits, ...changes }
  const server = createServer(limits, (request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  Object.assign(server, { timeout, maxConnections })
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket
    const count = (open.get(remoteAddress) ?? 0) + 1
    open.set(remoteAddress, count)
    socket.once('close', () => {
      const left = (open.get(remoteAddress) ?? 1) - 1
      if (left === 0) open.delete(remoteAddress)
      else open.set(remoteAddress, left)
    })
    if (count > maxOfAddress) socket.destroy()
  })
  return { listen: (port, host) => listen(server, port, host), close: () => close(server) }
}

function listen(server: Server, port: number, host = '127.0.0.1'): Promise<Listening> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      const bound = typeof address === 'object' && address !== null ? address.port : port
      resolve({ url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`, port: bound })
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/** Of a repeated parameter the first value counts. */
export function readRequest({ method = 'GET', url = '/', socket }: IncomingMessage): ServiceRequest {
  const [path = '/', ...query] = url.split('?')
  const parameters = Object.fromEntries([...new URLSearchParams(query.join('?'))].reverse())
  return { method, path, parameters, address: socket.remoteAddress ?? '' }
}

export function send(response: ServerResponse, { status, text, headers }: Reply): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text)
}
