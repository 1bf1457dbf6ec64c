import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { WebSocketServer } from 'ws'
import { createCertificate } from './certificate.ts'
import { createFaults, type Faults } from './faults.ts'
import type { Answer, FakeNetwork, Site } from './network.ts'

type RequestLine = { at: number; host: string; path: string; status: number }

export type InternetDeps = {
  networks: readonly FakeNetwork[]
  now: () => number
  /** By host, by how much its clock is ahead. */
  skewOf?: (host: string) => number
  /** Servers that fail now and then. Without it none does. */
  faults?: Faults
}

/**
 * All networks as one local server: a proxy that answers for every host by itself, with a certificate of its own. A process reaches it with
 * HTTPS_PROXY and NODE_EXTRA_CA_CERTS, so it asks for the real addresses and no setting of a source is needed. A host that it does not have
 * cannot be reached; nothing goes anywhere else. Without a proxy, `http://127.0.0.1:PORT/HOST/PATH` asks the same (see `addressOf`).
 */
export async function serveInternet({
  networks,
  now,
  skewOf = () => 0,
  faults = createFaults(),
}: InternetDeps) {
  const sites = new Map<string, Site>(networks.flatMap(({ hosts }) => Object.entries(hosts)))
  const sockets = new Map(networks.flatMap(({ sockets: of = {} }) => Object.entries(of)))
  const hosts = [...new Set([...sites.keys(), ...sockets.keys()])]
  const certificate = createCertificate(hosts)
  const log: RequestLine[] = []
  const inFlight = new Set<object>()
  /** Connections that have not asked for anything yet, by the port of our side. */
  const connecting = new Set<number>()
  const open = new Set<Duplex>()
  const webSockets = new WebSocketServer({ noServer: true })

  async function serve(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    connecting.delete(request.socket.remotePort ?? 0)
    const mark = {}
    inFlight.add(mark)
    response.on('close', () => inFlight.delete(mark))
    const body = await text(request)
    const site = sites.get(url.hostname)
    const headers = headersOf(request)
    const line = { at: now(), host: url.hostname, path: `${url.pathname}${url.search}`, status: 0 }
    log.push(line)
    response.setHeader('date', new Date(now() + skewOf(url.hostname)).toUTCString())
    const fault = faults.next(url.hostname)
    if (fault === 'reset') return void request.socket.destroy()
    const answer: Answer = fault ??
      site?.({ method: request.method ?? 'GET', url, headers, body }) ?? { status: 404, text: 'not found' }
    line.status = answer.status ?? 200
    if (answer.stream !== undefined) inFlight.delete(mark)
    write(answer, response)
  }

  const handle = (request: IncomingMessage, response: ServerResponse, url: URL) =>
    void serve(request, response, url).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })

  const secure = createTlsServer(certificate, (request, response) =>
    handle(request, response, new URL(request.url ?? '/', `https://${request.headers.host}`)),
  )
  // As nginx has it. Without it a client would make a new connection for nearly each request.
  secure.keepAliveTimeout = 75_000
  secure.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const url = new URL(request.url ?? '/', `wss://${request.headers.host}`)
    const site = sockets.get(url.hostname)
    const pending: string[] = []
    let send = (frame: string): void => void pending.push(frame)
    let ping = (): void => undefined
    const peer = {
      send: (frame: string): void => send(frame),
      ping: () => ping(),
      headers: headersOf(request),
    }
    connecting.delete(socket.remotePort ?? 0)
    const opened = site?.(url, peer) ?? { refuse: 404 }
    log.push({
      at: now(),
      host: url.hostname,
      path: url.pathname,
      status: 'refuse' in opened ? opened.refuse : 101,
    })
    if ('refuse' in opened)
      return void socket.end(`HTTP/1.1 ${opened.refuse} No\r\nconnection: close\r\n\r\n`)
    webSockets.handleUpgrade(request, socket, head, (client) => {
      client.on('close', opened)
      client.on('error', () => client.terminate())
      send = (frame) => client.send(frame)
      ping = () => client.ping()
      for (const frame of pending) client.send(frame)
    })
  })

  const proxy = createHttpServer((request, response) => {
    const address = request.url ?? '/'
    const isProxied = address.startsWith('http://')
    handle(request, response, isProxied ? new URL(address) : new URL(`https:/${address}`))
  })
  proxy.on('connect', (request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    const host = (request.url ?? '').replace(/:\d+$/, '')
    if (!hosts.includes(host)) return void socket.end('HTTP/1.1 502 No such host\r\n\r\n')
    const peer = connect((secure.address() as AddressInfo).port, '127.0.0.1', () => {
      const port = peer.localPort ?? 0
      connecting.add(port)
      peer.on('close', () => connecting.delete(port))
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(peer).pipe(socket)
    })
    peer.on('error', () => socket.destroy())
    socket.on('close', () => peer.destroy())
  })
  for (const server of [secure, proxy])
    server.on('connection', (socket: Socket) => {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
    })
  await Promise.all([secure, proxy].map((server) => once(server.listen(0, '127.0.0.1'), 'listening')))
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`

  return {
    /** HTTPS_PROXY and HTTP_PROXY of a process. */
    url,
    certificate: certificate.cert,
    log,
    /** Requests that wait for an answer, without streams, and connections that are being made. */
    inFlight: () => inFlight.size + connecting.size,
    /** Tells streams that the time has moved on. */
    moved(): void {
      for (const network of networks) network.moved?.()
    },
    /** The address of a page without a proxy. */
    addressOf: (address: string): string => `${url}/${address.replace(/^https?:\/\//, '')}`,
    async close(): Promise<void> {
      for (const client of webSockets.clients) client.terminate()
      for (const socket of open) socket.destroy()
      await Promise.all(
        [secure, proxy].map((server) => {
          server.close()
          return once(server, 'close')
        }),
      )
    },
  }
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

function write(
  { status = 200, headers = {}, json, text: plain, isGzipped, stream }: Answer,
  response: ServerResponse,
): void {
  const type = json === undefined ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
  response.writeHead(status, {
    'content-type': type,
    ...headers,
    ...(isGzipped && { 'content-encoding': 'gzip' }),
  })
  if (stream !== undefined) {
    response.flushHeaders()
    const end = stream((piece) => void response.write(piece))
    return void response.on('close', end)
  }
  const body = plain ?? (json === undefined ? '' : JSON.stringify(json))
  response.end(isGzipped ? gzipSync(body) : body)
}
