import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createHttpServer } from '../../src/api/http-server.ts'

const quick = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 }

/** A server that reads each request to its end. `open` resolves with a connection that has sent `text`. */
async function listening(limits: Parameters<typeof createHttpServer>[1]) {
  const server = createHttpServer(async (request, response) => {
    for await (const _ of request);
    response.end('read')
  }, limits)
  const { port } = await server.listen(0)
  onTestFinished(server.close)
  return {
    async open(text = '', localAddress = '127.0.0.1'): Promise<Socket> {
      const socket = connect({ port, host: '127.0.0.1', localAddress })
      socket.on('error', () => undefined)
      socket.resume()
      onTestFinished(() => void socket.destroy())
      await once(socket, 'connect')
      if (text !== '') socket.write(text)
      return socket
    },
  }
}

it.each([
  ['sends nothing', '', quick],
  ['sends its headers only in part', 'GET / HTTP/1.1\r\nhost: a', quick],
  ['never ends its request', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nno', quick],
  ['moves no byte', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nno', { timeout: 100 }],
])('the service ends a connection that %s', async (_what, text, limits) => {
  const { open } = await listening(limits)
  const socket = await open(text)
  await once(socket, 'close')
  expect(socket.destroyed).toBe(true)
})

it('the service refuses more connections than it can serve, and more than its share to one address', async () => {
  const { open } = await listening({ maxConnections: 5, maxOfAddress: 3 })
  const request = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'
  const served = async (socket: Socket) => {
    const [chunk] = await once(socket.end(request), 'data')
    return String(chunk).startsWith('HTTP/1.1 200')
  }
  const first = [await open(), await open(), await open()]
  await once(await open(), 'close')
  const others = [await open('', '127.0.0.2'), await open('', '127.0.0.2')]
  await once(await open('', '127.0.0.3'), 'close')
  const [one] = first
  expect(one && (await served(one))).toBe(true)
  if (one?.closed === false) await once(one, 'close')
  expect(await served(await open())).toBe(true)
  expect(await Promise.all(others.map(served))).toEqual([true, true])
})
