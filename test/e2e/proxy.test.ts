import { execFile } from 'node:child_process'
import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { channel, createWorld, program, type World } from '../tools/e2e/bot-world.ts'

let world: World | undefined
afterEach(() => world?.close())

const configuration = {
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
}

/** A proxy that wants a password. It knows the two services by names that only it can resolve. */
async function startProxy() {
  const seen: string[] = []
  const expected = `Basic ${Buffer.from('bot:pass-9f2c').toString('base64')}`
  const addressOf = (host: string) => host.replace(/^\w+\.proxied/, '127.0.0.1')
  const server = createServer((incoming, response) => {
    const { host, pathname, search } = new URL(incoming.url ?? '')
    seen.push(`GET ${host.replace(/:\d+$/, '')}`)
    if (incoming.headers['proxy-authorization'] !== expected) return void response.writeHead(407).end()
    const options = { method: incoming.method, headers: incoming.headers }
    const outgoing = request(`http://${addressOf(host)}${pathname}${search}`, options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })
  server.on('connect', (incoming, socket) => {
    const target = incoming.url ?? ''
    seen.push(`CONNECT ${target.replace(/:\d+$/, '')}`)
    if (incoming.headers['proxy-authorization'] !== expected)
      return void socket.end('HTTP/1.1 407 No\r\n\r\n')
    const [host = '', port] = addressOf(target).split(':')
    const peer = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(peer).pipe(socket)
    })
    peer.on('error', () => socket.destroy())
    socket.on('error', () => peer.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `http://bot:pass-9f2c@127.0.0.1:${port}`, seen }
}

it('requests to the mention service and to Slack, and the Socket Mode connection, go through the proxy in HTTP_PROXY', async () => {
  const proxy = await startProxy()
  world = await createWorld({ configuration, environment: { HTTP_PROXY: proxy.url } })
  const { environment } = world
  environment.MENTIONS_API_URL = environment.MENTIONS_API_URL?.replace('127.0.0.1', 'mentions.proxied')
  environment.SLACK_API_URL = environment.SLACK_API_URL?.replace('127.0.0.1', 'slack.proxied')
  world.start()
  const { slack, posted, ids, until } = world
  await until('the initial sync', () => posted().length > 0)
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
  const { slack, posted, until } = world
  await until('the initial sync', () => posted().length > 0)
  await until('a Socket Mode connection', () => slack.control.sockets() === 1)
  expect(proxy.seen).toEqual([])
})
