import { once } from 'node:events'
import net from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { addressOf, startStatusServer } from '../../src/health/status-server.ts'

const problem = {
  key: 'channel C1',
  what: 'It is archived.',
  whatToDo: 'Unarchive it.',
  since: Date.UTC(2026, 10, 20),
}
const installation = '1vmj0d4k3f9x'
const token = 'a-long-status-token'
const now = Date.UTC(2026, 10, 20, 12)

async function open(changes: Partial<Parameters<typeof startStatusServer>[0]> = {}) {
  const server = await startStatusServer({
    port: 0,
    host: '127.0.0.1',
    status: { token: undefined, isOff: false },
    now: () => now,
    reasonNotReady: async () => undefined,
    report: async () => ({
      installation,
      problems: [],
      behind: [],
      warnings: [],
      subscriptions: [],
      paused: [],
    }),
    metrics: async () => ({ contentType: 'text/plain', text: 'up 1\n' }),
    slack: undefined,
    ...changes,
  })
  onTestFinished(() => void server.close())
  return { server, url: addressOf(server, '127.0.0.1') }
}

async function get(url: string, headers = {}) {
  const response = await fetch(url, { headers })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

describe('the status server', () => {
  it('responds with 200 to /healthz and /readyz while a problem is open', async () => {
    const { url } = await open({
      report: async () => ({
        installation,
        problems: [problem],
        behind: [],
        warnings: [],
        subscriptions: [],
        paused: [],
      }),
    })
    expect(await get(`${url}/healthz`)).toMatchObject({ status: 200, text: '{"ok":true}\n' })
    expect(await get(`${url}/readyz`)).toMatchObject({ status: 200, text: '{"ok":true}\n' })
  })

  it('responds with 503 and the reason to /readyz while the process cannot serve, and with 200 to /healthz', async () => {
    const { url } = await open({ reasonNotReady: async () => 'the database cannot be reached' })
    expect(await get(`${url}/readyz`)).toMatchObject({
      status: 503,
      text: '{"ok":false,"reason":"the database cannot be reached"}\n',
    })
    expect(await get(`${url}/healthz`)).toMatchObject({ status: 200 })
  })

  it('shows each problem on /status with its time and remedy', async () => {
    const { url } = await open({
      report: async () => ({
        installation,
        problems: [problem],
        behind: [],
        warnings: [],
        subscriptions: [],
        paused: [],
      }),
    })
    const { status, text } = await get(`${url}/status`)
    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({
      ok: false,
      installation,
      problems: [{ what: 'It is archived.', whatToDo: 'Unarchive it.', since: '2026-11-20T00:00:00.000Z' }],
    })
  })

  it('shows on /status, in seconds, how often each subscription is polled and how late its mentions are', async () => {
    const delays = {
      mentions: 9,
      service: { median: 190_000, p95: 1_260_000 },
      ours: { median: 3640, p95: 7000 },
    }
    const subscriptions = [
      { subscription: 'acme', checkedEveryMs: 6000, checkedAt: now, delays },
      { subscription: 'new' },
    ]
    const { url } = await open({
      report: async () => ({
        installation,
        problems: [],
        behind: [],
        warnings: [],
        paused: [],
        subscriptions,
      }),
    })
    expect(JSON.parse((await get(`${url}/status`)).text).subscriptions).toEqual([
      {
        subscription: 'acme',
        checkedEverySeconds: 6,
        lastCheck: new Date(now).toISOString(),
        mentions: 9,
        serviceDelaySeconds: { median: 190, p95: 1260 },
        ourDelaySeconds: { median: 3.6, p95: 7 },
      },
      { subscription: 'new' },
    ])
  })

  describe.each(['/status', '/metrics'])('responds to a request for %s', (path) => {
    const forwarded = { 'x-forwarded-for': '203.0.113.7' }
    const absent = { status: 404, text: expect.stringContaining('STATUS_TOKEN') }

    it('with 404 and the reason if STATUS_TOKEN is not set and the request came through a proxy', async () => {
      const { url } = await open()
      expect(await get(url + path, forwarded)).toMatchObject(absent)
    })

    it('with 404 and the reason if STATUS_TOKEN is not set and the pages are off', async () => {
      const { url } = await open({ status: { token: undefined, isOff: true } })
      expect(await get(url + path)).toMatchObject(absent)
    })

    it('with 401 if STATUS_TOKEN is set and the request has no token, and with 200 if it has', async () => {
      const { url } = await open({ status: { token, isOff: false } })
      const authorization = `Bearer ${token}`
      for (const headers of [{}, forwarded]) {
        expect(await get(url + path, headers)).toMatchObject({ status: 401 })
        expect(await get(url + path, { ...headers, authorization })).toMatchObject({ status: 200 })
      }
    })
  })

  it.each([
    ['/metrics', 200, 'text/plain'],
    ['/', 200, 'application/json; charset=utf-8'],
    ['/nowhere', 404, 'application/json; charset=utf-8'],
    ['/slack/events', 404, 'application/json; charset=utf-8'],
  ])('responds to %s with status %i and the content type %s', async (path, status, type) => {
    const { url } = await open()
    expect(await get(url + path)).toMatchObject({ status, type })
  })

  it('names at / the paths that it serves', async () => {
    const { url } = await open()
    const always = ['/healthz', '/readyz', '/status', '/metrics']
    expect(Object.keys(JSON.parse((await get(url)).text).paths)).toEqual(always)
    const all = await open({ slack: () => undefined, mcp: () => undefined })
    expect(Object.keys(JSON.parse((await get(all.url)).text).paths)).toEqual([
      ...always,
      '/slack/events',
      '/mcp',
    ])
  })

  it('responds to /metrics with 503 if the metrics cannot be read', async () => {
    const { url } = await open({ metrics: () => Promise.reject(new Error('no')) })
    expect(await get(`${url}/metrics`)).toMatchObject({ status: 503 })
  })

  it('passes requests for /slack/events on, also those that are no POST', async () => {
    const { url } = await open({ slack: ({ method }, response) => void response.end(`slack ${method}`) })
    for (const method of ['GET', 'POST']) {
      const response = await fetch(`${url}/slack/events?x=1`, { method })
      expect([response.status, await response.text()]).toEqual([200, `slack ${method}`])
    }
  })

  it.each(['//', '///x', 'http://[', '/%zz', '*'])(
    'keeps running after a request for the malformed path %s',
    async (path) => {
      const { server, url } = await open()
      const address = server.address()
      const socket = net.connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
      socket.end(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
      const [answer] = await once(socket, 'data')
      expect(String(answer)).toMatch(/^HTTP\/1\.1 4\d\d/)
      expect(await get(`${url}/healthz`)).toMatchObject({ status: 200 })
    },
  )

  it('does not start if the port is taken', async () => {
    const { server } = await open()
    const address = server.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    await expect(open({ port })).rejects.toThrow('EADDRINUSE')
  })
})

it('the port does not open on an address that this machine does not have, and the error names the setting', async () => {
  await expect(open({ host: '192.0.2.1' })).rejects.toThrow(
    "HOST: this machine has no address '192.0.2.1'. Set it to 127.0.0.1, to 0.0.0.0, or to one of its addresses.",
  )
})

it.each(['/healthz', '/status', '/metrics', '/', '/nowhere'])(
  'nobody may keep the answer to %s, or guess its type',
  async (path) => {
    const { url } = await open()
    const { headers } = await fetch(`${url}${path}`)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  },
)
