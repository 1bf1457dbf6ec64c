import { chmodSync, renameSync, rmSync } from 'node:fs'
import net from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { channel, createWorld, onPostgres, type World, type WorldOptions } from '../../tools/e2e/bot-world.ts'
import { inHttpMode } from '../../tools/e2e/http-mode.ts'
import { problemThat } from '../../tools/e2e/status.ts'

let world: World | undefined
afterEach(() => world?.close())

const configuration = {
  subscriptions: [
    { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' },
    { name: 'gone', alert: 'Acme brand', channel: '#no-such-channel', schedule: '* * * * * *' },
  ],
}

/** Starts a bot; `url` is the address of its status server on this machine. */
async function start(options: Partial<WorldOptions> = {}): Promise<{ world: World; url: string }> {
  const started = await createWorld({ configuration, ...options })
  world = started
  started.start()
  await started.until('the start', () => started.output().includes('Overheard is running'))
  const line = started
    .output()
    .split('\n')
    .find((text) => text.includes('Overheard is running'))
  const { url } = z.object({ url: z.string() }).parse(JSON.parse(line ?? '{}'))
  return { world: started, url: url.replace('0.0.0.0', '127.0.0.1') }
}

const statusOf = async (url: string, headers: Record<string, string> = {}) =>
  (await fetch(url, { headers })).status

/** The answer to a request with any Host header, which fetch does not allow. */
function statusWithHost(url: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1')
    socket.once('data', (data) => resolve(String(data).slice(9, 12)))
    socket.once('error', reject)
    socket.end(`GET ${new URL(url).pathname} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
  })
}

const forwarded = { 'x-forwarded-for': '203.0.113.7' }

describe('a bot without STATUS_TOKEN on the loopback address', () => {
  let bot: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    bot = await start()
    // It lives longer than one test.
    world = undefined
  })
  afterAll(() => bot?.world.close())

  it('shows a subscription that cannot post on /status and in the metrics, stays ready, and names its paths at /', async () => {
    const { world, url } = bot
    await problemThat(world, 'the problem of the missing channel', ({ what }) =>
      what.includes('no-such-channel'),
    )
    expect([await statusOf(`${url}/healthz`), await statusOf(`${url}/readyz`)]).toEqual([200, 200])
    const { paths } = z
      .object({ paths: z.record(z.string(), z.string()) })
      .parse(await (await fetch(url)).json())
    for (const path of Object.keys(paths)) expect(await statusOf(`${url}${path}`)).toBe(200)
    const report = await (await fetch(`${url}/status`)).json()
    expect(report).toMatchObject({ ok: false, problems: [{ whatToDo: expect.stringMatching(/./) }] })
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^overheard_problems [1-9]/m)
  })

  it('answers requests for /status and /metrics with 404 if they come through a proxy or name a foreign host', async () => {
    const { url } = bot
    for (const path of ['/status', '/metrics']) {
      expect(await statusOf(url + path)).toBe(200)
      expect(await statusOf(url + path, forwarded)).toBe(404)
      expect(await statusWithHost(url + path, 'evil.example')).toBe('404')
    }
    expect(await statusOf(`${url}/readyz`, forwarded)).toBe(200)
  })

  it.skipIf(onPostgres)('is not ready while its data folder is missing, but keeps running', async () => {
    const { world, url } = bot
    renameSync(world.dataDir, `${world.dataDir}-away`)
    await expect.poll(() => statusOf(`${url}/readyz`)).toBe(503)
    expect(await statusOf(`${url}/healthz`)).toBe(200)
    rmSync(world.dataDir, { recursive: true, force: true })
    renameSync(`${world.dataDir}-away`, world.dataDir)
    chmodSync(world.dataDir, 0o700)
  })
})

describe('/status and /metrics', () => {
  const token = 'a-long-status-token'

  it('are switched off, with one line in the log, if HOST is not a loopback address and STATUS_TOKEN is not set', async () => {
    const { world, url } = await start({ environment: { HOST: '0.0.0.0' } })
    for (const path of ['/status', '/metrics']) expect(await statusOf(url + path)).toBe(404)
    expect(await statusOf(`${url}/healthz`)).toBe(200)
    expect(world.output().match(/\/status and \/metrics are switched off/g)).toHaveLength(1)
  })

  it('require STATUS_TOKEN from everybody if it is set, and no log line contains the token', async () => {
    const { world, url } = await start({ environment: { HOST: '0.0.0.0', STATUS_TOKEN: token } })
    const basic = `Basic ${Buffer.from(`prometheus:${token}`).toString('base64')}`
    for (const path of ['/status', '/metrics']) {
      expect(await statusOf(url + path)).toBe(401)
      expect(await statusOf(url + path, { authorization: 'Bearer wrong' })).toBe(401)
      expect(await statusOf(url + path, { authorization: `Bearer ${token}` })).toBe(200)
      expect(await statusOf(url + path, { ...forwarded, authorization: basic })).toBe(200)
    }
    expect(world.output()).not.toContain(token)
  })
})

it('requests to /slack/events that are unsigned or too large are refused without a line in the log', async () => {
  const { world, url } = await start(await inHttpMode())
  const before = world.output().split('\n').length
  const events = `${url}/slack/events`
  for (let count = 0; count < 20; count++) {
    const unsigned = await fetch(events, { method: 'POST', body: 'x=1' })
    expect(unsigned.status).toBe(401)
  }
  const signed = {
    'x-slack-signature': 'v0=00',
    'x-slack-request-timestamp': String(Math.floor(Date.now() / 1000)),
  }
  const large = await fetch(events, { method: 'POST', body: 'x'.repeat(1_000_001), headers: signed })
  expect(large.status).toBe(413)
  const lines = world.output().split('\n').slice(before)
  expect(lines.filter((line) => /signature|Slack's|request/i.test(line))).toEqual([])
})
