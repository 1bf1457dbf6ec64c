import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channel, createWorld, endOf, onPostgres, type World } from '../tools/e2e/bot-world.ts'
import { makeDatabase, type PostgresServer, replaceDatabase, startPostgres } from '../tools/postgres.ts'

/** The tests of `memory.test.ts` for PostgreSQL, and those that only a database allows. They always use PostgreSQL. */

const configuration = {
  doubtSeconds: 1,
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
}

let server: PostgresServer
const worlds: World[] = []
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(async () => {
  await Promise.all(worlds.map((world) => world.close()))
  await server?.stop()
})

async function worldOn(url: string): Promise<World> {
  const world = await createWorld({ configuration, environment: { DATABASE_URL: url } })
  worlds.push(world)
  return world
}

/** A world with its own database after the initial sync, with mentions 11 and 12 posted. */
async function runningWorld() {
  const url = await server.database()
  const world = await worldOn(url)
  for (let id = 1; id <= 10; id++) world.add(id)
  const first = world.start()
  await world.until('the initial sync', () => world.watches())
  world.add(11)
  world.add(12)
  await world.until('11 and 12', () => world.ids().length === 2)
  return { world, url, first }
}

/** A new mention is posted after the earlier ones, and nothing is posted again. */
async function goesOn(world: World, expected: string[], next: string): Promise<void> {
  await world.until(`${expected.join()} posted`, () => world.ids().length >= expected.length)
  world.add(next)
  await world.until(`${next} posted`, () => world.ids().includes(next))
  expect(world.ids()).toEqual([...expected, next])
  expect(world.posted().filter(({ text }) => text.startsWith('Watching'))).toHaveLength(1)
}

describe.concurrent('a bot on PostgreSQL', () => {
  it('posts nothing twice after a second process has stopped, or the database was replaced by an older copy or emptied', async () => {
    const { world, url, first } = await runningWorld()
    const second = world.start()
    await world.until('two of them', () => world.slack.control.sockets() === 2)
    for (const id of [13, 14, 15]) world.add(id)
    await world.until('15', () => world.ids().includes('15'))
    await endOf(second, 'SIGTERM')
    await goesOn(world, ['11', '12', '13', '14', '15'], '16')

    await endOf(first, 'SIGTERM')
    const copy = await makeDatabase(url, url)
    world.start()
    for (const id of [17, 18]) world.add(id)
    await world.until('18', () => world.ids().includes('18'))
    await world.end('SIGTERM')
    await replaceDatabase(url, copy)
    world.start()
    await goesOn(world, ['11', '12', '13', '14', '15', '16', '17', '18'], '19')

    await world.end('SIGKILL')
    await replaceDatabase(url)
    world.add(20)
    world.start()
    await goesOn(world, ['11', '12', '13', '14', '15', '16', '17', '18', '19', '20'], '21')
  })

  // It waits up to 30 s for a job that was active in the copy, so it is part of the long run only.
  it.runIf(onPostgres)(
    'continues when an older copy replaces the database while it runs, as after a failover to a standby that lacks the last writes',
    async () => {
      const { world, url } = await runningWorld()
      await world.end('SIGTERM')
      const copy = await makeDatabase(url, url)
      world.start()
      for (const id of [13, 14, 15]) world.add(id)
      await world.until('15', () => world.ids().includes('15'))
      await replaceDatabase(url, copy)
      await goesOn(world, ['11', '12', '13', '14', '15'], '90')
    },
  )
})

/** Starts a bot that cannot use its database; returns its exit code and output. */
async function startedWith(url: string) {
  const world = await worldOn(url)
  const [code] = await once(world.start(), 'close')
  return { code, said: world.output() }
}

describe('a bot whose database cannot be used', () => {
  const wrong = (url: string, change: Partial<Pick<URL, 'pathname' | 'password' | 'port'>>) =>
    Object.assign(new URL(url), change).href

  it('exits with 78 if the password is wrong, and does not print the password', async () => {
    const url = wrong(await server.database(), { password: 'secret-of-nobody' })
    const { code, said } = await startedWith(url)
    expect(code).toBe(78)
    expect(said).toContain('DATABASE_URL: the database cannot be used: password authentication failed')
    expect(said).not.toContain('secret-of-nobody')
  })

  it('exits with 78 if the database does not exist', async () => {
    const { code, said } = await startedWith(wrong(await server.database(), { pathname: '/nowhere' }))
    expect(code).toBe(78)
    expect(said).toContain('database "nowhere" does not exist')
  })

  it.runIf(onPostgres)('exits with 1 if the server accepts no connection', async () => {
    const { code, said } = await startedWith(wrong(await server.database(), { port: '9' }))
    expect(code).toBe(1)
    expect(said).toContain('ECONNREFUSED')
  })
})
