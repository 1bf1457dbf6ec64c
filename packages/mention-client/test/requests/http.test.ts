import { createServer, type Socket } from 'node:net'
import { inspect } from 'node:util'
import { withoutProxy } from '@overheard/base/http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startServer, urlOf } from '../../../../test/tools/http-server.ts'
import { errorOf } from '../../../../test/tools/mention-client.ts'
import { token } from '../../../../test/tools/secret-token.ts'
import { createHttpClient, createServiceDispatcher, createTokenRedactor } from '../../src/requests/http.ts'

const forms = [token, encodeURIComponent(token), token.replaceAll('=', '%3D'), 'sEcReT']

function transportTo(baseUrl: string, { timeoutMs = 15_000, now = (): number => 0 } = {}) {
  const dispatcher = createServiceDispatcher(baseUrl, withoutProxy, timeoutMs)
  onTestFinished(() => dispatcher.destroy())
  const scrub = createTokenRedactor(token)
  const send = createHttpClient({ baseUrl, token, scrub, dispatcher, timeoutMs, now })
  return (operation: string, query: string, signal?: AbortSignal) => send('GET', operation, { query }, signal)
}

/** A TCP server that can break the rules of HTTP. */
async function startRaw(onRequest: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => onRequest(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  return urlOf(server)
}

/** The whole error as a log could print it, with everything that hangs on it. */
function everythingIn(error: unknown): string {
  return inspect(error, { depth: null, showHidden: true, getters: true })
}

describe('a request to the mention service', () => {
  it.each([
    ['', '/v1.0/alerts/list'],
    ['/', '/v1.0/alerts/list'],
    ['/proxy/mentions/', '/proxy/mentions/v1.0/alerts/list'],
  ])('keeps the path %j of the base URL and goes to %s', async (prefix, path) => {
    const server = await startServer((_, response) => response.end('{}'))
    await transportTo(server.url + prefix)('alerts/list', 'a=1')
    expect(server.asked[0]?.pathname).toBe(path)
    expect(Object.fromEntries(server.asked[0]?.searchParams ?? [])).toEqual({ access_token: token, a: '1' })
  })

  it('returns the Date header of a response with Retry-After, because the same clock wrote both', async () => {
    const date = 'Thu, 01 Jan 2026 00:02:00 GMT'
    const pause = { 'retry-after': 'Thu, 01 Jan 2026 00:03:00 GMT', date }
    const server = await startServer((_, response) => response.writeHead(429, pause).end())
    const answer = await transportTo(server.url)('alerts/list', '')
    expect(answer).toEqual({ status: 429, text: '', retryAfter: pause['retry-after'], date })
  })

  it('uses at most two connections for 20 requests one after the other', async () => {
    const deps = new Set<number | undefined>()
    const server = await startServer((_, response, request) => {
      deps.add(request.socket.remotePort)
      response.end('{}')
    })
    const transport = transportTo(server.url)
    for (let times = 0; times < 20; times++) await transport('alerts/list', '')
    // The next request may begin a moment before the last connection is free again.
    expect(deps.size).toBeLessThanOrEqual(2)
  })

  it('reads a body that begins with a byte order mark', async () => {
    const server = await startServer((_, response) => response.end('\ufeff{}'))
    expect((await transportTo(server.url)('alerts/list', '')).text).toBe('{}')
  })

  it('rejects with the reason of the abort if its signal is aborted', async () => {
    const server = await startServer(() => {})
    const controller = new AbortController()
    const call = transportTo(server.url)('alerts/list', '', controller.signal)
    setImmediate(() => controller.abort(new Error('the poll is over')))
    await expect(call).rejects.toThrow('the poll is over')
    await expect(transportTo(server.url)('alerts/list', '', controller.signal)).rejects.toThrow(
      'the poll is over',
    )
  })
})

/** Every failure of a request before its response; the peer's text contains our token if possible. */
const problems: [name: string, kind: string, retry: string, start: () => Promise<string>][] = [
  ['a port on which nobody listens', 'unreachable', 'later', async () => 'http://127.0.0.1:1'],
  ['a connection reset', 'unreachable', 'later', () => startRaw((socket) => socket.resetAndDestroy())],
  [
    'a connection that is closed without a response',
    'unreachable',
    'later',
    () => startRaw((socket) => socket.end()),
  ],
  ['a server that never responds', 'timeout', 'later', () => startRaw(() => {})],
  [
    'a body that stops in the middle',
    'timeout',
    'later',
    () => startRaw((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"a":')),
  ],
  [
    'a body that is cut off',
    'unreachable',
    'later',
    () => startRaw((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"a":')),
  ],
  [
    'a response that is not HTTP',
    'malformed',
    'later',
    () => startRaw((socket) => socket.end(`SSH-2.0 ${token} ${encodeURIComponent(token)}\r\n`)),
  ],
]

describe('a failed request to the mention service', () => {
  it.each(problems)(
    'caused by %s has the kind "%s", the retry class "%s" and no token in its error',
    async (_, kind, retry, start) => {
      const timeoutMs = kind === 'timeout' ? 300 : 20_000
      const error = await errorOf(transportTo(await start(), { timeoutMs })('alerts/list', ''))
      expect(error).toMatchObject({ kind, retry })
      expect(error.cause).toBeInstanceOf(Error)
      for (const form of forms) expect(everythingIn(error)).not.toContain(form)
    },
  )

  it('ends with a timeout if the response comes slowly, byte by byte', async () => {
    let at = 0
    const server = await startServer((_, response) => {
      const drip = setInterval(() => response.write(' '), 5)
      response.on('close', () => clearInterval(drip))
    })
    const now = () => (at += 4_000)
    expect(
      await errorOf(transportTo(server.url, { timeoutMs: 20_000, now })('alerts/list', '')),
    ).toMatchObject({
      kind: 'timeout',
    })
    expect(at).toBeGreaterThan(60_000)
  })

  it('ends with an error after 20 MB of a response without an end', async () => {
    const server = await startServer((_, response) => {
      const chunk = Buffer.alloc(1024 * 1024, 32)
      const pour = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', pour)
      pour()
    })
    const error = await errorOf(transportTo(server.url)('alerts/list', ''))
    expect(error).toMatchObject({ kind: 'too_large', retry: 'never' })
    expect(error.message).toContain('20 MB')
  })
})

it('a redirect of the mention service is not followed, and only the origin of its target is kept, because the address contains the token', async () => {
  const elsewhere = `https://elsewhere.example/v1.0/alerts/list?access_token=${encodeURIComponent(token)}`
  const server = await startServer((_, response) => response.writeHead(301, { location: elsewhere }).end())
  const answer = await transportTo(server.url)('alerts/list', '')
  expect(answer).toEqual({
    status: 301,
    text: '',
    location: 'https://elsewhere.example',
    date: expect.any(String),
  })
  expect(server.asked).toHaveLength(1)
})
