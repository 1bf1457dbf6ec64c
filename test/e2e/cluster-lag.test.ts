import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { channel, createWorld, endOf, type World } from '../tools/e2e/bot-world.ts'
import { isPending } from '../tools/e2e/pending.ts'
import { type PostgresServer, startPostgres } from '../tools/postgres.ts'

/** Two processes on one database: each reports the lag and the last polls of the one that leads, also after that one dies. */

const ana = 'U0000000ANA'
const configuration = {
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
}

let server: PostgresServer
let world: World
beforeAll(async () => {
  server = await startPostgres()
  world = await createWorld({ configuration, environment: { DATABASE_URL: await server.database() } })
})
afterAll(async () => {
  await world?.close()
  await server?.stop()
})

const running = z.object({ url: z.string() })

/** Starts a process and waits until it is connected; returns it with the base URL of its status pages. */
async function start() {
  const [sockets, told] = [world.slack.control.sockets(), addresses().length]
  const bot = world.start()
  await world.until(
    'a connection',
    () => world.slack.control.sockets() > sockets && addresses().length > told,
  )
  return { bot, url: addresses().at(-1) ?? '' }
}

/** The base URLs of the status pages, in the order of the starts. */
function addresses(): string[] {
  const whole = world.output().split('\n').slice(0, -1)
  const lines = whole.filter((line) => line.includes('Overheard is running'))
  return lines.map((line) => running.parse(JSON.parse(line)).url)
}

/** The lag in seconds from /status and from /metrics. */
async function lagsAt(url: string): Promise<[ready: number, metric: number]> {
  const [ready, metrics] = await Promise.all([fetch(`${url}/status`), fetch(`${url}/metrics`)])
  const { lagSeconds } = z.object({ lagSeconds: z.number() }).parse(await ready.json())
  const line = /^overheard_subscription_lag_seconds\{subscription="acme"\} (.*)$/m.exec(await metrics.text())
  return [lagSeconds, Number(line?.[1] ?? 0)]
}

/** Asks once for each connection, so that each process answers once. */
async function statusOfEach(): Promise<string[]> {
  const answers = () =>
    world.slack.state.ephemerals.filter((one) => !isPending(one)).map(({ message }) => message.text)
  const before = answers().length
  const asked = world.slack.control.sockets()
  for (let question = 1; question <= asked; question++) {
    await world.slack.people.runCommand({ user: ana, channel, line: '/mentions status' })
    await world.until('an answer', () => answers().length === before + question)
  }
  return answers().slice(before)
}

const smaller = async (...urls: string[]) => Math.min(...(await Promise.all(urls.map(lagsAt))).flat())
const larger = async (...urls: string[]) => Math.max(...(await Promise.all(urls.map(lagsAt))).flat())

it('each of two processes on one database reports the lag and the last poll of the one that leads, and the other leads if that one is killed', async () => {
  const one = await start()
  await world.until('the initial sync', () => world.watches())
  const other = await start()
  await expect.poll(async () => (await larger(one.url, other.url)) < 3).toBe(true)
  for (const status of await statusOfEach())
    expect(status).toMatch(/(Up to date|On time)[\s\S]*(Last checked|, last) [A-Z][a-z]{2} \d/)

  world.service.faults.plan({ path: '*mentions*', fault: { kind: 'hang' } })
  const asked = world.service.log.requests().length
  await world.until('a poll that hangs', () => world.service.log.requests().length > asked)
  await expect.poll(() => smaller(one.url, other.url), { timeout: 20_000 }).toBeGreaterThan(4)

  await endOf(one.bot, 'SIGKILL')
  world.service.faults.clear()
  world.add(11)
  await world.until('its poll is taken over', () => world.ids().includes('11'))
  await expect.poll(() => larger(other.url), { timeout: 20_000 }).toBeLessThan(3)
  await world.until('one connection', () => world.slack.control.sockets() === 1)
  // Until its first poll has ended, the new leader says that its first check is still running.
  await expect
    .poll(statusOfEach)
    .toEqual([expect.stringMatching(/(Up to date|On time)[\s\S]*(Last checked|, last) [A-Z][a-z]{2} \d/)])
})
