import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createNetServer } from 'node:net'
import { withoutProxy } from '@overheard/base/http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { startProxy } from '../../../../test/tools/connect-proxy.ts'
import { urlOf } from '../../../../test/tools/http-server.ts'
import { createOpenSocket, type SocketDeps } from '../../src/fetch/socket.ts'
import { openStore } from '../../src/store/store.ts'

const now = Date.UTC(2026, 10, 18, 12)

const servers: WebSocketServer[] = []

async function serve(handle: (socket: WebSocket, userAgent: string | undefined) => void): Promise<string> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  servers.push(server)
  server.on('connection', (socket, request) => handle(socket, request.headers['user-agent']))
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  const address = server.address()
  return `ws://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/subscribe`
}

function open(more: Partial<SocketDeps> = {}) {
  const { hosts, close } = openStore(':memory:')
  onTestFinished(close)
  return createOpenSocket({
    ...{
      userAgent: 'Overheard/1',
      proxy: withoutProxy,
      allowPrivate: true,
      signal: new AbortController().signal,
    },
    ...{ now: () => now, waits: hosts },
    ...more,
  })
}

/** The address of a server that has no websocket, only this answer. */
async function refuse(status: number, headers: Record<string, string> = {}) {
  const requests: string[] = []
  const server = createServer().on('upgrade', (request, socket) => {
    requests.push(request.url ?? '')
    const lines = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
    socket.end(`HTTP/1.1 ${status} No\r\n${lines}Content-Length: 2\r\n\r\nno`)
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { requests, url: `${urlOf(server).replace('http', 'ws')}/subscribe` }
}

async function read(frames: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const frame of frames) all.push(frame)
  return all
}

it('a websocket gives its frames in order, and ends when the other side closes', async () => {
  let agent: string | undefined
  const url = await serve((socket, userAgent) => {
    agent = userAgent
    for (const text of ['one', 'zwei ü', 'three']) socket.send(text)
    socket.close()
  })
  expect(await read(open()(url))).toEqual(['one', 'zwei ü', 'three'])
  expect(agent).toBe('Overheard/1')
})

it('a websocket lets the other side wait while the caller is busy', async () => {
  const frames = 3000
  const text = 'x'.repeat(10_000)
  let buffered = 0
  const url = await serve((socket) => {
    for (let count = 0; count < frames; count++) socket.send(text)
    buffered = socket.bufferedAmount
    socket.close()
  })
  let read = 0
  for await (const _frame of open()(url)) {
    read += 1
    if (read === 1) await new Promise((resolve) => setImmediate(resolve))
  }
  expect(read).toBe(frames)
  expect(buffered).toBeGreaterThan(0)
})

it('a websocket that is silent for too long fails as a timeout', async () => {
  const url = await serve((socket) => socket.send('one'))
  await expect(read(open()(url, { silenceMs: 50 }))).rejects.toMatchObject({
    name: 'FetchError',
    kind: 'timeout',
  })
})

it.each([
  ['lives by the pings of its server if these count', true],
  ['fails in spite of the pings of its server if these do not count', false],
])('a websocket without frames %s', async (_what, countsPings) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const url = await serve((socket) => {
    socket.on('pong', () => {
      vi.advanceTimersByTime(40)
      socket.send('two', () => socket.close())
    })
    socket.send('one')
  })
  const frames: string[] = []
  const reading = (async () => {
    for await (const frame of open()(url, { silenceMs: 50, countsPings })) {
      frames.push(frame)
      if (frame === 'one') setImmediate(pingLater)
    }
  })()
  function pingLater() {
    vi.advanceTimersByTime(40)
    for (const client of servers.at(-1)?.clients ?? []) client.ping()
  }
  if (countsPings) await reading
  else await expect(reading).rejects.toMatchObject({ kind: 'timeout' })
  expect(frames).toEqual(countsPings ? ['one', 'two'] : ['one'])
})

it('a websocket that is silent for too long before it is open fails as a timeout', async () => {
  // It accepts the request and never answers it.
  const server = createServer().on('upgrade', () => undefined)
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = urlOf(server).replace('http', 'ws')
  await expect(read(open()(url, { silenceMs: 50 }))).rejects.toMatchObject({
    name: 'FetchError',
    kind: 'timeout',
  })
})

it('a websocket with too large a frame fails', async () => {
  const url = await serve((socket) => socket.send('x'.repeat(2000)))
  await expect(read(open()(url, { maxFrameBytes: 1000 }))).rejects.toMatchObject({ kind: 'too-large' })
})

it('a websocket reaches no private address and no other protocol', async () => {
  const socket = open({ allowPrivate: false })
  await expect(read(socket('ws://127.0.0.1:1/'))).rejects.toMatchObject({ kind: 'private-address' })
  await expect(read(socket('http://a.example/'))).rejects.toMatchObject({ kind: 'unusable-address' })
})

it('a websocket whose server is not there fails as unreachable', async () => {
  await expect(read(open()('ws://127.0.0.1:1/'))).rejects.toMatchObject({ kind: 'unreachable' })
})

it('a websocket ends with the reason of the signal', async () => {
  const stopping = new AbortController()
  const url = await serve((socket) => socket.send('one'))
  const reading = (async () => {
    for await (const _frame of open({ signal: stopping.signal })(url)) stopping.abort(new Error('stopped'))
  })()
  await expect(reading).rejects.toThrow('stopped')
})

it.each([
  [410, {}, { kind: 'gone' }],
  [429, { 'retry-after': '120' }, { kind: 'busy', retryAt: now + 120_000 }],
  [429, {}, { kind: 'busy', retryAt: now + 600_000 }],
  [503, { 'retry-after': 'Wed, 18 Nov 2026 13:00:00 GMT' }, { kind: 'busy', retryAt: now + 3_600_000 }],
  [503, {}, { kind: 'busy', retryAt: undefined }],
  [302, { location: 'ws://127.0.0.1:1/' }, { kind: 'refused', retryAt: undefined }],
  [400, {}, { kind: 'refused', retryAt: undefined }],
])(
  'a websocket that is refused with %i %j fails as such, and follows no redirect',
  async (status, headers, expected) => {
    const { url, requests } = await refuse(status, headers)
    await expect(read(open()(url))).rejects.toMatchObject({
      ...{ name: 'FetchError', status, message: `127.0.0.1 answers ${status}` },
      ...expected,
    })
    expect(requests).toEqual(['/subscribe'])
  },
)

it('a websocket does not reach a host again before the time that the host has asked for, also after a restart', async () => {
  const { url, requests } = await refuse(429, { 'retry-after': '120' })
  const { hosts: waits, close } = openStore(':memory:')
  onTestFinished(close)
  const askAt = (time: number) => read(open({ waits, now: () => time })(url))
  await expect(askAt(now)).rejects.toMatchObject({ status: 429 })
  const waiting = { kind: 'busy', retryAt: now + 120_000, status: undefined }
  await expect(askAt(now + 119_000)).rejects.toMatchObject(waiting)
  expect(requests).toHaveLength(1)
  await expect(askAt(now + 120_000)).rejects.toMatchObject({ status: 429 })
  expect(requests).toHaveLength(2)
})

it.each(['pass-9f2c', '50%off'])(
  'a websocket goes through the proxy of its address, with the password of the proxy: %s',
  async (password) => {
    const proxy = await startProxy(password)
    const url = await serve((socket) => {
      for (const text of ['one', 'zwei ü', 'three']) socket.send(text)
      socket.close()
    })
    const settings = { httpProxy: proxy.url, httpsProxy: '', noProxy: '' }
    const frames = open({ proxy: settings })(url.replace('127.0.0.1', 'stream.proxied'))
    expect(await read(frames)).toEqual(['one', 'zwei ü', 'three'])
    expect(proxy.seen).toEqual(['CONNECT stream.proxied'])
  },
)

it('an encrypted websocket is encrypted up to its host, also behind a proxy', async () => {
  const hello = Promise.withResolvers<Buffer>()
  const host = createNetServer((socket) =>
    socket.once('data', (bytes) => {
      hello.resolve(bytes)
      socket.destroy()
    }),
  )
  onTestFinished(() => void host.close())
  await once(host.listen(0, '127.0.0.1'), 'listening')
  const proxy = await startProxy()
  const url = urlOf(host).replace('http://127.0.0.1', 'wss://stream.proxied')
  const settings = { httpProxy: '', httpsProxy: proxy.url, noProxy: '' }
  await expect(read(open({ proxy: settings })(url))).rejects.toMatchObject({ kind: 'unreachable' })
  const bytes = await hello.promise
  expect(bytes[0]).toBe(22)
  expect(bytes.toString('latin1')).toContain('stream.proxied')
})

it('a websocket whose proxy refuses it, or is not there, fails as unreachable, without the password', async () => {
  const proxy = await startProxy()
  const asked = (httpProxy: string) =>
    read(open({ proxy: { httpProxy, httpsProxy: '', noProxy: '' } })('ws://stream.proxied:1/'))
  await expect(asked(proxy.url.replace('pass-9f2c', 'wrong'))).rejects.toMatchObject({
    ...{ kind: 'unreachable', message: 'the proxy answers 407' },
  })
  await expect(asked('http://bot:secret@127.0.0.1:1')).rejects.toMatchObject({
    ...{ kind: 'unreachable', message: 'the proxy cannot be reached' },
  })
})
