import { once } from 'node:events'
import { createServer } from 'node:http'
import { urlOf } from '../http-server.ts'

/** A proxy that answers for every host by itself: `HTTP_PROXY` of a process. Pages are by their address, such as `http://blog.example/feed.xml`. */
export async function serveWeb(pages: Record<string, string>) {
  const shown = new Map(Object.entries(pages))
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const body = shown.get(url)
    const type = body?.startsWith('{') ? 'application/feed+json' : 'application/xml'
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: urlOf(server),
    /** The addresses of all requests so far. */
    asked,
    show: (address: string, body: string) => void shown.set(address, body),
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
