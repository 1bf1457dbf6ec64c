import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { createFaults } from '../../../sandbox/internet/faults.ts'
import { createLimits } from '../../../sandbox/internet/limits.ts'
import { createNetworks } from '../../../sandbox/internet/networks.ts'
import { createToldTime } from '../../../sandbox/internet/recall/told-time.ts'
import { serveInternet } from '../../../sandbox/internet/server.ts'
import { createWorld } from '../../../sandbox/internet/world.ts'
import { createRandom } from '../../../sandbox/mention-service/generator/random.ts'

async function startInternet(faultShare = 0) {
  const world = createWorld({ seed: 3, planted: 50, others: 200 })
  const now = () => world.endsAt
  const networks = createNetworks(world, now, createLimits(now))
  const faults = createFaults({ random: createRandom(4), share: faultShare })
  const internet = await serveInternet({ networks, now, skewOf: () => 60_000, faults })
  onTestFinished(() => internet.close())
  return { internet, world }
}

/** Asks through the proxy as any client does: CONNECT, TLS with the certificate, and a request. */
async function askThrough(proxy: string, ca: string, host: string, path: string): Promise<string> {
  const socket = connect(Number(new URL(proxy).port), '127.0.0.1')
  socket.write(`CONNECT ${host}:443 HTTP/1.1\r\nhost: ${host}:443\r\n\r\n`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  if (!String(first).startsWith('HTTP/1.1 200')) return String(first)
  const secure = connectTls({ socket, ca, servername: host })
  secure.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
  let read = ''
  for await (const piece of secure) read += String(piece)
  return read
}

it('answers for the real names of the networks behind a proxy, with a certificate that names them', async () => {
  const { internet, world } = await startInternet()
  const answer = await askThrough(internet.url, internet.certificate, 'lobste.rs', '/robots.txt')
  expect(answer).toContain('HTTP/1.1 200')
  expect(answer).toContain('Disallow: /')
  expect(answer.toLowerCase()).toContain(
    `date: ${new Date(world.endsAt + 60_000).toUTCString().toLowerCase()}`,
  )
  expect(internet.log).toMatchObject([{ host: 'lobste.rs', path: '/robots.txt', status: 200 }])
})

it('reaches no host that it does not have', async () => {
  const { internet } = await startInternet()
  expect(await askThrough(internet.url, internet.certificate, 'slack.com', '/')).toContain('502')
})

it('answers without a proxy, too', async () => {
  const { internet } = await startInternet()
  const response = await fetch(
    internet.addressOf('https://hn.algolia.com/api/v1/search_by_date?hitsPerPage=5'),
  )
  expect(await response.json()).toMatchObject({ hitsPerPage: 5 })
})

it('fails as often as it is told, in several ways', async () => {
  const { internet } = await startInternet(1)
  const statuses = new Set<number | string>()
  for (let n = 0; n < 30; n++)
    statuses.add(
      await fetch(internet.addressOf('https://lobste.rs/robots.txt')).then(
        ({ status }) => status,
        () => 'reset',
      ),
    )
  expect([...statuses].sort()).toEqual([500, 502, 503, 'reset'])
})

it('tells a process the time: its dates and timers follow, and nothing else does', async () => {
  const startsAt = Date.UTC(2026, 10, 30, 8)
  const time = await createToldTime({ startsAt })
  onTestFinished(() => time.close())
  const file = join(mkdtempSync(join(tmpdir(), 'overheard-told-')), 'process.mjs')
  writeFileSync(
    file,
    `import { setTimeout as wait } from 'node:timers/promises'
     import net from 'node:net'
     net.createServer().listen(0)
     const say = (what) => process.stdout.write(what + ' ' + new Date().toISOString() + '\\n')
     say('begins')
     setTimeout(() => say('hour'), 3_600_000)
     const often = setInterval(() => say('often'), 1_500_000)
     setTimeout(() => clearInterval(often), 3_100_000)
     await wait(7_200_000)
     say('two hours')`,
  )
  const child = spawn(process.execPath, [file], { env: { ...process.env, ...time.environment() } })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout.on('data', (piece) => {
    said += String(piece)
  })
  while (!said.includes('begins')) await once(child.stdout, 'data')
  await time.isConnected()
  await time.advance(startsAt + 3 * 3_600_000)
  while (!said.includes('two hours')) await once(child.stdout, 'data')
  expect(said.trim().split('\n')).toEqual([
    'begins 2026-11-30T08:00:00.000Z',
    'often 2026-11-30T08:25:00.000Z',
    'often 2026-11-30T08:50:00.000Z',
    'hour 2026-11-30T09:00:00.000Z',
    'two hours 2026-11-30T10:00:00.000Z',
  ])
  expect(time.cpuSeconds()).toBeGreaterThan(0)
})
