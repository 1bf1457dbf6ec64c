import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Context } from '../context.ts'
import type { Sockets } from '../delivery/sockets.ts'
import { serveResponseUrl } from './response-url-route.ts'
import { serveWebApi } from './web-api.ts'

/** Serves a part of the addresses; false: it is none of its own. */
export type Route = (request: IncomingMessage, response: ServerResponse, path: string) => boolean

/** The running server. */
type Listening = {
  listen: (port: number) => Promise<string>
  close: () => Promise<void>
}

/** Builds the HTTP and WebSocket server, on the loopback address only. */
export function createListening(context: Context, sockets: Sockets, more: Route[]): Listening {
  const routes: Route[] = [slackRoute(context), ...more]
  const server = createServer(serve(context, routes))
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  server.on('upgrade', (request, socket, head) => sockets.accept(request, socket, head))
  return {
    listen: (port) => start(server, port),
    close: () => {
      sockets.drop()
      for (const socket of open) socket.destroy()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}

function start(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${portOf(server.address())}`))
  })
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}

function serve(context: Context, routes: Route[]): RequestListener {
  return (request, response) => {
    request.on('error', () => response.destroy())
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (routes.some((route) => route(request, response, path))) return
    context.log(`The sandbox workspace has nothing at ${path}.`)
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n')
  }
}

function slackRoute(context: Context): Route {
  return (request, response, path) => {
    const [, place, name] = /^\/(api|response)\/(.+)$/.exec(path) ?? []
    if (name === undefined) return false
    const served =
      place === 'api'
        ? serveWebApi(context, request, response, name)
        : serveResponseUrl(context, request, response, name)
    served.catch((error: unknown) => {
      context.log(`A call of ${name} failed: ${String(error)}`)
      response.destroy()
    })
    return true
  }
}
