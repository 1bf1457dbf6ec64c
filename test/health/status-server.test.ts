import { once } from 'node:events'
import net from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { addressOf, type Status, startStatusServer } from '../../src/health/status-server.ts'

const standing = {
  key: 'channel C1',
  what: 'It is archived.',
  whatToDo: 'Unarchive it.',
  since: Date.UTC(2026, 10, 20),
}

async function open(changes: Partial<Status> = {}) {
  const status: Status = {
    now: () => Date.UTC(2026, 10, 20, 12),
    readiness: async () => ({ troubles: [], behind: [], remarks: [] }),
    metrics: async () => ({ contentType: 'text/plain', text: 'up 1\n' }),
    slack: undefined,
    ...changes,
  }
  const server = await startStatusServer(status, 0, '127.0.0.1')
  onTestFinished(() => void server.close())
  return { server, url: addressOf(server, '127.0.0.1') }
}

async function get(url: string, headers = {}) {
  const response = await fetch(url, { headers })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

describe('the status server', () => {
  it('says that the process lives, whatever is wrong', async () => {
    const { url } = await open({ readiness: async () => ({ troubles: [standing], behind: [], remarks: [] }) })
    expect(await get(`${url}/healthz`)).toMatchObject({ status: 200, text: '{"ok":true}\n' })
  })

  it('is ready without troubles; with one it says which, since when and what to do', async () => {
    expect(await get(`${(await open()).url}/readyz`)).toMatchObject({ status: 200 })
    const { url } = await open({ readiness: async () => ({ troubles: [standing], behind: [], remarks: [] }) })
    const { status, text } = await get(`${url}/readyz`)
    expect(status).toBe(503)
    expect(JSON.parse(text)).toMatchObject({
      ok: false,
      troubles: [{ what: 'It is archived.', whatToDo: 'Unarchive it.', since: '2026-11-20T00:00:00.000Z' }],
    })
  })

  it.each([
    ['/metrics', 200, 'text/plain'],
    ['/', 404, 'application/json; charset=utf-8'],
    ['/slack/events', 404, 'application/json; charset=utf-8'],
  ])('answers %s with %i', async (path, status, type) => {
    const { url } = await open()
    expect(await get(url + path)).toMatchObject({ status, type })
  })

  it('says 503 where the metrics fail', async () => {
    const { url } = await open({ metrics: () => Promise.reject(new Error('no')) })
    expect(await get(`${url}/metrics`)).toMatchObject({ status: 503 })
  })

  it('gives Slack its requests', async () => {
    const { url } = await open({ slack: (_request, response) => void response.end('slack') })
    const response = await fetch(`${url}/slack/events?x=1`, { method: 'POST' })
    expect([response.status, await response.text()]).toEqual([200, 'slack'])
  })

  it.each(['GET', 'HEAD', 'PUT', 'OPTIONS'])('keeps a %s from Slack: Bolt throws at it', async (method) => {
    const { url } = await open({ slack: (_request, response) => void response.end('slack') })
    const response = await fetch(`${url}/slack/events`, { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it.each(['//', '///x', 'http://[', '/%zz', '*'])('survives a request for %s', async (path) => {
    const { server, url } = await open()
    const address = server.address()
    const socket = net.connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
    socket.end(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 4\d\d/)
    expect(await get(`${url}/healthz`)).toMatchObject({ status: 200 })
  })

  it('does not start on a port that is taken', async () => {
    const { server } = await open()
    const address = server.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const status = { now: Date.now, readiness: async () => ({ troubles: [], behind: [], remarks: [] }) }
    const more = { metrics: async () => ({ contentType: '', text: '' }), slack: undefined }
    await expect(startStatusServer({ ...status, ...more }, port, '127.0.0.1')).rejects.toThrow('EADDRINUSE')
  })
})
