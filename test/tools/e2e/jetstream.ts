import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'

/** A server of Jetstream that remembers its posts, and repeats those from a cursor on. */
export async function serveJetstream() {
  const frames: { timeUs: number; frame: string }[] = []
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (socket: WebSocket, { url = '' }) => {
    const cursor = new URL(url, 'ws://127.0.0.1').searchParams.get('cursor')
    const from = cursor === null ? Number.POSITIVE_INFINITY : Number(cursor)
    for (const { timeUs, frame } of frames) if (timeUs >= from) socket.send(frame)
  })
  await once(server, 'listening')
  onTestFinished(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  const address = server.address()
  return {
    url: `ws://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/subscribe`,
    isFollowed: () => server.clients.size > 0,
    post: (id: number) =>
      send(id, {
        operation: 'create',
        cid: 'bafy',
        record: { $type: 'app.bsky.feed.post', createdAt: new Date().toISOString(), text: `Acme ${id}` },
      }),
    remove: (id: number) => send(id, { operation: 'delete' }),
  }

  function send(id: number, change: object): void {
    const timeUs = Date.now() * 1000 + (id % 1000)
    const commit = { rev: '3m', collection: 'app.bsky.feed.post', rkey: `p${id}`, ...change }
    const frame = JSON.stringify({ did: 'did:plc:alice', time_us: timeUs, kind: 'commit', commit })
    frames.push({ timeUs, frame })
    for (const client of server.clients) client.send(frame)
  }
}
