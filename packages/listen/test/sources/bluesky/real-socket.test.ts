import { once } from 'node:events'
import { withoutProxy } from '@overheard/base/http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { createOpenSocket } from '../../../src/fetch/socket.ts'
import type { Batch } from '../../../src/source.ts'
import { createBluesky } from '../../../src/sources/bluesky.ts'
import { openStore } from '../../../src/store/store.ts'
import { quietTools } from '../../fakes/poll-once.ts'

const now = Date.UTC(2026, 10, 18, 12)

const frame = (n: number) =>
  JSON.stringify({
    ...{ did: 'did:plc:alice', time_us: now * 1000 + n, kind: 'commit' },
    commit: {
      operation: 'create',
      collection: 'app.bsky.feed.post',
      rkey: `r${n}`,
      record: { text: `é ${n}` },
    },
  })

/** Listens with a real websocket until the server ends the connection. Resolves with what was stored and with the error. */
async function listen(serve: (socket: WebSocket) => void) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: true })
  onTestFinished(() => server.close())
  await once(server, 'listening')
  server.on('connection', serve)
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const settings = { servers: [`ws://127.0.0.1:${port}/subscribe`] }
  const search = { alert: '1', query: 'word', anchors: ['word'], languages: [] }
  const [channel] = createBluesky().channels(settings, [search])
  const tools = quietTools({ now })
  const stored: Batch[] = []
  const store = openStore(':memory:')
  onTestFinished(store.close)
  const error = await (channel?.kind === 'stream' &&
    channel
      .open(undefined, {
        ...tools,
        // Batches end when they are full or when the connection ends.
        sleep: () => new Promise(() => undefined),
        socket: createOpenSocket({
          userAgent: 'test',
          proxy: withoutProxy,
          allowPrivate: true,
          ...tools,
          waits: store.hosts,
        }),
        async store(batch) {
          stored.push(batch)
          return { items: [] }
        },
      })
      .catch((failure: unknown) => failure))
  return { items: stored.flatMap(({ items }) => items), cursor: stored.at(-1)?.cursor, error }
}

describe('the stream of Bluesky over a real connection', () => {
  it('arrives whole and in order', async () => {
    const { items, cursor, error } = await listen((socket) => {
      for (let n = 0; n < 1200; n++) socket.send(frame(n))
      socket.close()
    })
    expect(error).toBeUndefined()
    expect(items.map(({ text }) => text)).toEqual(
      Array.from({ length: 1200 }, (_, n) => ({ plain: `é ${n}` })),
    )
    expect(cursor).toMatchObject({ timeUs: now * 1000 + 1199 })
  })

  it('is kept up to the moment at which it is cut', async () => {
    const { items } = await listen((socket) => {
      for (let n = 0; n < 20; n++) socket.send(frame(n))
      socket.send(frame(20), () => socket.terminate())
    })
    expect(items.length).toBeGreaterThan(0)
    expect(items.map(({ id }) => id)).toEqual(
      items.map((_item, n) => `at://did:plc:alice/app.bsky.feed.post/r${n}`),
    )
  })
})
