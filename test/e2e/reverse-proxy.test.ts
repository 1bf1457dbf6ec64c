import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { channel, createWorld, type World, type WorldOptions } from '../tools/e2e/bot-world.ts'
import { inHttpMode } from '../tools/e2e/http-mode.ts'
import { hasCaddy, hasNginx, type ReverseProxy, startCaddy, startNginx } from '../tools/e2e/reverse-proxy.ts'
import { freePort } from '../tools/free-port.ts'

/** Who can read `/status` and `/metrics` of a real bot through a real proxy. nginx adds no header that tells the bot of it. */

const configuration = {
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
}
const statusToken = 'a-long-status-token'
const mcpToken = 'a-token-for-assistants'
const pages = ['/status', '/metrics']

let world: World | undefined
let proxy: ReverseProxy | undefined
afterEach(async () => {
  await proxy?.close()
  await world?.close()
})

/** Starts a bot; `url` is its address on this machine. */
async function startBot({ environment, ...options }: Partial<WorldOptions>): Promise<string> {
  const port = environment?.PORT ?? String(await freePort())
  const started = await createWorld({
    configuration,
    ...options,
    environment: { ...environment, PORT: port },
  })
  world = started
  started.start()
  await started.until('the start', () => started.output().includes('Overheard is running'))
  return `http://127.0.0.1:${port}`
}

/** The bot behind the few lines that most people write. */
async function behindDefaults(bot: string, also = ''): Promise<string> {
  proxy = await startNginx(
    (listen) => `server { listen ${listen}; location / { proxy_pass ${bot}; ${also} } }`,
  )
  return proxy.url
}

async function get(url: string, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(url, { headers })
  return { status: response.status, text: await response.text() }
}

const off = { status: 404, text: expect.stringContaining('STATUS_TOKEN') }

describe.skipIf(!hasNginx)('behind nginx with its defaults,', () => {
  it('a bot in Socket Mode without STATUS_TOKEN shows /status and /metrics to this machine and not through nginx', async () => {
    const bot = await startBot({})
    const proxied = await behindDefaults(bot)
    for (const page of pages) {
      expect(await get(proxied + page)).toEqual(off)
      expect(await get(bot + page)).toMatchObject({ status: 200 })
    }
    expect(await get(`${proxied}/healthz`)).toMatchObject({ status: 200 })
    expect(await get(`${proxied}/readyz`)).toMatchObject({ status: 200 })
  })

  it.each([
    ['HTTP mode', '1.0', inHttpMode],
    ['HTTP mode', '1.1', inHttpMode],
    ['Socket Mode with MCP', '1.1', async () => ({ environment: { MCP_TOKEN: mcpToken } })],
  ])(
    'a bot in %s without STATUS_TOKEN shows /status and /metrics to nobody, with HTTP/%s to the bot',
    async (_mode, version, options) => {
      const bot = await startBot(await options())
      const proxied = await behindDefaults(bot, `proxy_http_version ${version};`)
      for (const page of pages) {
        expect(await get(proxied + page)).toEqual(off)
        expect(await get(bot + page)).toEqual(off)
      }
      expect(await get(`${proxied}/healthz`)).toMatchObject({ status: 200 })
      expect(await get(`${proxied}/readyz`)).toMatchObject({ status: 200 })
      expect(world?.output().match(/\/status and \/metrics are switched off/g)).toHaveLength(1)
    },
  )

  it('a bot with STATUS_TOKEN asks everybody for it, through nginx and on this machine', async () => {
    const bot = await startBot({ environment: { STATUS_TOKEN: statusToken } })
    const proxied = await behindDefaults(bot)
    for (const base of [proxied, bot]) {
      for (const page of pages) {
        expect(await get(base + page)).toMatchObject({ status: 401 })
        expect(await get(base + page, 'a-wrong-status-token')).toMatchObject({ status: 401 })
        expect(await get(base + page, statusToken)).toMatchObject({ status: 200 })
      }
      expect(await get(`${base}/healthz`)).toMatchObject({ status: 200 })
      expect(await get(`${base}/readyz`)).toMatchObject({ status: 200 })
    }
  })
})

/** The examples for the bot on `port`, without TLS. */
const examples = {
  'deploy/nginx.conf': (port: string) =>
    startNginx((listen) =>
      exampleFor('deploy/nginx.conf', port)
        .replace('listen 443 ssl', `listen ${listen}`)
        .replace(/^ *ssl_.*$/gm, ''),
    ),
  'deploy/Caddyfile': (port: string) =>
    startCaddy((listen) => exampleFor('deploy/Caddyfile', port).replace('overheard.example', listen)),
}

const exampleFor = (file: string, port: string) =>
  readFileSync(file, 'utf8').replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)

describe.each([
  ['deploy/nginx.conf', hasNginx],
  ['deploy/Caddyfile', hasCaddy],
] as const)('behind %s,', (file, isInstalled) => {
  it.skipIf(!isInstalled)(
    'Slack and AI assistants reach the bot, and nothing but the metrics does besides them',
    async () => {
      const mode = await inHttpMode()
      const running = await examples[file](mode.environment?.PORT ?? '')
      proxy = running
      const environment = { ...mode.environment, STATUS_TOKEN: statusToken, MCP_TOKEN: mcpToken }
      await startBot({ environment, slack: { ...mode.slack, requestUrl: `${running.url}/slack/events` } })
      const slack = world?.slack
      await slack?.people.runCommand({ user: 'U0000000ANA', channel, line: '/mentions list' })
      await world?.until(
        'the answer',
        () => slack?.state.ephemerals[0]?.message.text.includes('acme') === true,
      )
      const ask = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
      const type = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      const answered = await fetch(`${running.url}/mcp`, {
        method: 'POST',
        body: JSON.stringify(ask),
        headers: { ...type, authorization: `Bearer ${mcpToken}` },
      })
      expect([answered.status, await answered.text()]).toEqual([200, expect.stringContaining('why')])
      expect(await get(`${running.url}/metrics`)).toMatchObject({ status: 401 })
      expect(await get(`${running.url}/metrics`, statusToken)).toMatchObject({ status: 200 })
      for (const path of ['/status', '/readyz', '/mcp/x', '/'])
        expect(await get(running.url + path, statusToken)).toMatchObject({ status: 404 })
    },
  )
})
