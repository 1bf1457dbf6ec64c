import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { startProxy } from '../tools/connect-proxy.ts'
import { channel, createWorld, program, type World } from '../tools/e2e/bot-world.ts'

let world: World | undefined
afterEach(() => world?.close())

const configuration = {
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
}

it('requests to the mention service and to Slack, and the Socket Mode connection, go through the proxy in HTTP_PROXY', async () => {
  const proxy = await startProxy()
  world = await createWorld({ configuration, environment: { HTTP_PROXY: proxy.url } })
  const { environment } = world
  environment.MENTIONS_API_URL = environment.MENTIONS_API_URL?.replace('127.0.0.1', 'mentions.proxied')
  environment.SLACK_API_URL = environment.SLACK_API_URL?.replace('127.0.0.1', 'slack.proxied')
  world.start()
  const { slack, watches, ids, until } = world
  await until('the initial sync', () => watches())
  world.add(101)
  await until('a card', () => ids().includes('101'))
  await until('a Socket Mode connection', () => slack.control.sockets() === 1)
  const seen = new Set(proxy.seen)
  expect(seen).toContain('GET mentions.proxied')
  expect(seen).toContain('CONNECT slack.proxied')
  expect(seen).toContain('CONNECT 127.0.0.1')
  expect(world.output()).not.toContain('pass-9f2c')
})

it('npm run doctor checks the clocks of the mention service and of Slack through the proxy in HTTP_PROXY', async () => {
  const proxy = await startProxy()
  world = await createWorld({ configuration, environment: { HTTP_PROXY: proxy.url } })
  const { environment } = world
  environment.MENTIONS_API_URL = environment.MENTIONS_API_URL?.replace('127.0.0.1', 'mentions.proxied')
  environment.SLACK_API_URL = environment.SLACK_API_URL?.replace('127.0.0.1', 'slack.proxied')
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, [program, 'doctor'], { env: environment })
  expect(stdout).toContain('Our clock agrees with that of the mention service.')
  expect(stdout).toContain('Our clock agrees with that of Slack.')
  expect(stdout).not.toContain('pass-9f2c')
})

it('hosts in NO_PROXY are reached without the proxy', async () => {
  const proxy = await startProxy()
  world = await createWorld({
    configuration,
    environment: { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, NO_PROXY: 'localhost,127.0.0.1' },
  })
  world.start()
  const { slack, watches, until } = world
  await until('the initial sync', () => watches())
  await until('a Socket Mode connection', () => slack.control.sockets() === 1)
  expect(proxy.seen).toEqual([])
})
