import type { lookup } from 'node:dns'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { systemTimer } from '@overheard/base/clock'
import { withoutProxy } from '@overheard/base/http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startProxy } from '../../../../test/tools/connect-proxy.ts'
import { urlOf } from '../../../../test/tools/http-server.ts'
import { createHosts } from '../../src/fetch/hosts.ts'
import { createPoliteFetch, withoutMemory } from '../../src/fetch/polite-fetch.ts'
import { createSend, type Send, type SendDeps } from '../../src/fetch/send.ts'
import type { FetchOptions } from '../../src/source.ts'
import { openStore } from '../../src/store/store.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function serve(handler: Handler): Promise<string> {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return urlOf(server)
}

type Wrap = (send: Send) => Send

function fetcher(deps: Partial<SendDeps> = {}, wrap: Wrap = (send) => send) {
  const { send, close } = createSend({
    proxy: withoutProxy,
    allowPrivate: true,
    now: Date.now,
    setTimer: systemTimer,
    ...deps,
  })
  onTestFinished(close)
  const store = openStore(':memory:')
  const hosts = createHosts({ waits: store.hosts, now: Date.now, sleep: async () => undefined })
  const fetch = createPoliteFetch({
    send: wrap(send),
    hosts,
    now: Date.now,
    userAgent: 'Overheard/1 (ops@example.com)',
  })(withoutMemory(new AbortController().signal))
  return async (url: string, given?: FetchOptions) => {
    const answer = await fetch(url, given)
    return answer.kind === 'fresh' ? answer.text() : answer.kind
  }
}

const failure = (kind: string) => expect.objectContaining({ name: 'FetchError', kind })

const packed = 'it is packed with gzip, which its headers do not say'
const raw = 'it is packed as a raw stream of deflate'

describe('the fetcher of the mention service', () => {
  it.each<[what: string, encoding: string | undefined, body: Buffer, fault: string | undefined]>([
    ['nothing of a plain answer', undefined, Buffer.from('feed'), undefined],
    ['nothing of an answer that is packed as its headers say', 'gzip', gzipSync('feed'), undefined],
    ['nothing of deflate with its header', 'deflate', deflateSync('feed'), undefined],
    ['that a file of gzip is sent as if it were plain', undefined, gzipSync('feed'), packed],
    ['that deflate has no header', 'deflate', deflateRawSync('feed'), raw],
  ])('tells %s, and reads it', async (_what, encoding, body, fault) => {
    const url = await serve((_request, response) => {
      response.writeHead(200, encoding === undefined ? {} : { 'content-encoding': encoding }).end(body)
    })
    const { send, close } = createSend({
      ...{ proxy: withoutProxy, allowPrivate: true, now: Date.now, setTimer: systemTimer },
    })
    onTestFinished(close)
    const request = { method: 'GET' as const, headers: {}, maxBytes: 1000 }
    const answer = await send({ ...request, url: new URL(url), signal: new AbortController().signal })
    expect({ text: answer.body.toString(), fault: answer.fault }).toEqual({ text: 'feed', fault })
  })

  it.each<[what: string, headers: Record<string, string>, body: Buffer, text: string]>([
    ['plain', {}, Buffer.from('grün'), 'grün'],
    ['packed with gzip', { 'content-encoding': 'gzip' }, gzipSync('grün'), 'grün'],
    ['packed with brotli', { 'content-encoding': 'br' }, brotliCompressSync('grün'), 'grün'],
    [
      'in the charset of its header',
      { 'content-type': 'text/xml; charset=iso-8859-1' },
      Buffer.from('grün', 'latin1'),
      'grün',
    ],
    [
      'in the charset of its XML declaration',
      {},
      Buffer.from('<?xml version="1.0" encoding="windows-1252"?>grün', 'latin1'),
      '<?xml version="1.0" encoding="windows-1252"?>grün',
    ],
    [
      'with a byte order mark',
      { 'content-type': 'text/plain; charset=latin1' },
      Buffer.from('\uFEFFgrün'),
      'grün',
    ],
    ['in UTF-16', {}, Buffer.from('\uFEFFgrün', 'utf16le'), 'grün'],
    [
      'in an unknown charset',
      { 'content-type': 'text/plain; charset=x-nothing' },
      Buffer.from('grün'),
      'grün',
    ],
  ])('reads an answer that is %s', async (_what, headers, body, text) => {
    const url = await serve((_request, response) => response.writeHead(200, headers).end(body))
    expect(await fetcher()(url)).toBe(text)
  })

  it.each<[what: string, headers: Record<string, string>]>([
    ['with its length', { 'content-length': '3000000' }],
    ['without its length', {}],
  ])('gives each byte of a large answer: %s', async (_what, headers) => {
    const text = Array.from({ length: 300_000 }, (_, place) => String(place).padStart(10, '.')).join('')
    const url = await serve((_request, response) => {
      response.writeHead(200, headers)
      for (let at = 0; at < text.length; at += 70_001) response.write(text.slice(at, at + 70_001))
      response.end()
    })
    expect(await fetcher()(url)).toBe(text)
  })

  it('refuses more bytes than the limit, also if they arrive packed', async () => {
    const bomb = gzipSync(Buffer.alloc(30_000_000))
    expect(bomb.length).toBeLessThan(100_000)
    const url = await serve((request, response) => {
      if (request.url === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
      else response.end(Buffer.alloc(6_000_000))
    })
    await expect(fetcher()(`${url}/packed`)).rejects.toEqual(failure('too-large'))
    await expect(fetcher()(url)).rejects.toEqual(failure('too-large'))
    expect(await fetcher()(url, { maxBytes: 7_000_000 })).toHaveLength(6_000_000)
  })

  it.each<[what: string, encoding: string, body: Buffer]>([
    ['of another kind than its header says', 'br', Buffer.from('<rss>')],
    ['cut off', 'gzip', gzipSync('feed').subarray(0, 12)],
  ])('refuses a packed body that is %s, because the host can be reached', async (_what, encoding, body) => {
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    )
    await expect(fetcher()(url)).rejects.toMatchObject({
      ...{ kind: 'refused', status: undefined },
      message: '127.0.0.1 answers with a packed body that is broken',
    })
  })

  it('does what the status says if the body beside it is broken', async () => {
    const url = await serve((_request, response) =>
      response.writeHead(429, { 'content-encoding': 'br', 'retry-after': '120' }).end('no'),
    )
    await expect(fetcher()(url)).rejects.toMatchObject({ kind: 'busy', status: 429, body: '' })
  })

  it.each(['pass-9f2c', '50%off'])('asks through a proxy with the password %s', async (password) => {
    const proxy = await startProxy(password)
    const url = await serve((_request, response) => response.end('feed'))
    const settings = { httpProxy: proxy.url, httpsProxy: '', noProxy: '' }
    expect(await fetcher({ proxy: settings })(url)).toBe('feed')
    expect(proxy.seen).toEqual(['GET 127.0.0.1'])
  })

  it('gives up an answer that takes too long, even if a byte arrives now and then', async () => {
    const timers: (() => void)[] = []
    const url = await serve((_request, response) => {
      response.write('a')
      for (const run of timers.splice(0)) run()
    })
    const setTimer: SendDeps['setTimer'] = (run) => {
      timers.push(run)
      return () => undefined
    }
    await expect(fetcher({ setTimer })(url)).rejects.toEqual(failure('timeout'))
  })

  it.each(['http://127.0.0.1:1/', 'http://[::1]:1/', 'http://localhost:1/', 'http://169.254.169.254/latest'])(
    'does not ask %s, because it is a private address',
    async (url) => {
      await expect(fetcher({ allowPrivate: false })(url)).rejects.toEqual(failure('private-address'))
    },
  )

  it('does not ask a name that has a private address, even if it had a public one before', async () => {
    const resolve = ((_name: string, _options: object, done: (...answer: unknown[]) => void) => {
      done(null, [{ address: '10.0.0.1', family: 4 }])
    }) as typeof lookup
    await expect(fetcher({ allowPrivate: false, resolve })('http://hooks.example/')).rejects.toEqual(
      failure('private-address'),
    )
  })

  it.each([
    ['/café/中', '/caf%C3%A9/%E4%B8%AD'],
    ['https://müller.example/ü?é', 'https://xn--mller-kva.example/%C3%BC?%C3%A9'],
    ['/caf%C3%A9', '/caf%C3%A9'],
  ])('follows the address %s of a redirect that is written in UTF-8', async (location, expected) => {
    const hops: string[] = []
    const send: Wrap = () => (request) => {
      hops.push(request.url.href)
      // undici reads headers as Latin-1.
      const headers: Record<string, string> =
        hops.length === 1 ? { location: Buffer.from(location).toString('latin1') } : {}
      return Promise.resolve({ status: hops.length === 1 ? 302 : 200, headers, body: Buffer.alloc(0) })
    }
    await fetcher({}, send)('http://public.example/')
    expect(hops[1]).toBe(new URL(expected, 'http://public.example/').href)
  })

  it('does not follow a redirect of a public host to a private address', async () => {
    const hops: string[] = []
    const send: Wrap = (real) => (request) => {
      hops.push(request.url.href)
      if (request.url.hostname !== 'public.example') return real(request)
      return Promise.resolve({
        status: 301,
        headers: { location: 'http://169.254.169.254/latest' },
        body: Buffer.alloc(0),
      })
    }
    await expect(fetcher({ allowPrivate: false }, send)('http://public.example/')).rejects.toEqual(
      failure('private-address'),
    )
    expect(hops).toEqual(['http://public.example/', 'http://169.254.169.254/latest'])
  })

  it.each(['file:///etc/passwd', 'gopher://a.example/', 'nonsense', 'data:text/plain,x'])(
    'does not ask %s, because it is no address of the web',
    async (url) => {
      await expect(fetcher()(url)).rejects.toEqual(failure('unusable-address'))
    },
  )

  it.each([
    [410, 'gone'],
    [429, 'busy'],
    [503, 'busy'],
    [404, 'refused'],
    [500, 'refused'],
  ])('fails with the status %i as %s, and shows what the answer says', async (status, kind) => {
    const url = await serve((_request, response) => response.writeHead(status).end('{"error": "no"}'))
    await expect(fetcher()(url)).rejects.toMatchObject({ kind, status, body: '{"error": "no"}' })
  })

  it('gives the name and password of an address only to that host', async () => {
    const seen: (string | undefined)[] = []
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization)
      response.end('ok')
    })
    const url = await serve((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(302, { location: other }).end()
    })
    expect(await fetcher()(url.replace('http://', 'http://kim:a%20b@'))).toBe('ok')
    expect(seen).toEqual([`Basic ${Buffer.from('kim:a b').toString('base64')}`, undefined])
  })

  it.each<[what: string, address: (host: string) => string]>([
    ['that redirects without an end', (host) => `http://kim:s3cret@${host}/loop`],
    ['that redirects to an unusable address with a password', (host) => `http://kim:s3cret@${host}/away`],
    ['that cannot be used', () => 'ftp://kim:s3cret@files.example/'],
    ['that no program can read', () => 'http://kim:s3cret@bad host/'],
    ['that is refused', (host) => `http://kim:s3cret@${host}/`],
  ])('shows no password in the error about an address %s', async (_what, address) => {
    const url = await serve((request, response) => {
      const location = request.url === '/away' ? 'ftp://kim:s3cret@files.example/' : 'http:loop'
      response.writeHead(request.url === '/' ? 403 : 302, { location }).end()
    })
    const error = await fetcher()(address(new URL(url).host)).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ name: 'FetchError' })
    expect(String(error)).not.toContain('s3cret')
  })

  it('sends a form or JSON with POST, and follows no redirect then', async () => {
    const url = await serve((request, response) => {
      request.on('data', (chunk) => response.write(chunk)).on('end', () => response.end())
    })
    const options = {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    } as const
    expect(await fetcher()(url, options)).toBe('{"a":1}')
    const away = await serve((_request, response) => response.writeHead(307, { location: url }).end())
    await expect(fetcher()(away, options)).rejects.toMatchObject({ kind: 'refused', status: 307 })
  })
})
