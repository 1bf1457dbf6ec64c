import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Server } from 'node:net'
import { onTestFinished } from 'vitest'
import { token } from './secret-token.ts'

/** Answers a request; `url` is parsed, with the query. */
export type Handler = (url: URL, response: ServerResponse, request: IncomingMessage) => void

/**
 * A real HTTP server on a free port of the loopback address, closed at the end of the test. It ignores requests that are not from our
 * client: another test may have used the port before, and its page or bot may still send requests.
 */
export async function startServer(handler: Handler) {
  const asked: URL[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (url.searchParams.get('access_token') !== token) return response.writeHead(404).end()
    asked.push(url)
    handler(url, response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: urlOf(server), asked }
}

export function sendJson(response: ServerResponse, body: unknown, status = 200, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** The base URL of a listening server. */
export function urlOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.')
  return `http://127.0.0.1:${address.port}`
}
