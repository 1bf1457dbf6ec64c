import { expect, it, onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { createOpenSocket } from '../../../service/fetch/socket.ts'

async function serve(handle: (socket: WebSocket, userAgent: string | undefined) => void): Promise<string> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket, request) => handle(socket, request.headers['user-agent']))
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  const address = server.address()
  return `ws://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/subscribe`
}

function open(more: { allowPrivate?: boolean; signal?: AbortSignal } = {}) {
  const { allowPrivate = true, signal = new AbortController().signal } = more
  return createOpenSocket({ userAgent: 'Overheard/1', allowPrivate, signal })
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
