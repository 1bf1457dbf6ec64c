import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channel, createWorld, endOf, onPostgres, type World } from '../tools/e2e/bot-world.ts'
import { makeDatabase, type PostgresServer, replaceDatabase, startPostgres } from '../tools/postgres.ts'

/** What `memory.test.ts` tells of a folder, told of a database, and what only a database allows. On PostgreSQL in every run. */

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

/** A world on a database of its own in which the first look is over and mentions 11 and 12 are posted. */
async function runningWorld(): Promise<{ world: World; url: string }> {
  const url = await server.database()
  const world = await worldOn(url)
  for (let id = 1; id <= 10; id++) world.add(id)
  world.start()
  await world.until('the first look', () => world.posted().length === 1)
  world.add(11)
  world.add(12)
  await world.until('11 and 12', () => world.ids().length === 2)
  return { world, url }
}

/** A mention that comes now follows what was posted before, and nothing comes again. */
async function goesOn(world: World, expected: string[]): Promise<void> {
  await world.until(`${expected.join()} posted`, () => world.ids().length >= expected.length)
  world.add(90)
  await world.until('90 posted', () => world.ids().includes('90'))
  expect(world.ids()).toEqual([...expected, '90'])
  expect(world.posted().filter(({ text }) => text.startsWith('Watching'))).toHaveLength(1)
}

describe.concurrent('memory in a database', () => {
  it('goes on after the database was dropped: the receipts in the channel tell where', async () => {
    const { world, url } = await runningWorld()
    await world.end('SIGKILL')
    await replaceDatabase(url)
    world.add(13)
    world.start()
    await goesOn(world, ['11', '12', '13'])
  })

  it('goes on after an older copy was put back: what the channel has beyond it is not posted again', async () => {
    const { world, url } = await runningWorld()
    await world.end('SIGTERM')
    const copy = await makeDatabase(url, url)
    world.start()
    for (const id of [13, 14, 15]) world.add(id)
    await world.until('15', () => world.ids().includes('15'))
    await world.end('SIGTERM')
    await replaceDatabase(url, copy)
    world.start()
    await goesOn(world, ['11', '12', '13', '14', '15'])
  })

  // A job that the copy has at work is waited for: up to half a minute, so in the long run only.
  it.runIf(onPostgres)(
    'goes on where an older copy took its place under it, as a standby does that lacks the last writes',
    async () => {
      const { world, url } = await runningWorld()
      await world.end('SIGTERM')
      const copy = await makeDatabase(url, url)
      world.start()
      for (const id of [13, 14, 15]) world.add(id)
      await world.until('15', () => world.ids().includes('15'))
      await replaceDatabase(url, copy)
      await goesOn(world, ['11', '12', '13', '14', '15'])
    },
    60_000,
  )
})

describe.concurrent('a database for many', () => {
  it('takes a second process, and the first goes on alone when that is gone', async () => {
    const { world } = await runningWorld()
    const second = world.start()
    await world.until('two of them', () => world.slack.control.sockets() === 2)
    for (const id of [13, 14, 15]) world.add(id)
    await world.until('15', () => world.ids().includes('15'))
    await endOf(second, 'SIGTERM')
    await goesOn(world, ['11', '12', '13', '14', '15'])
  })
})

/** Starts a bot that cannot use its database; returns how it ended and what it said. */
async function startedWith(url: string) {
  const world = await worldOn(url)
  const [code] = await once(world.start(), 'close')
  return { code, said: world.output() }
}

describe('a database that cannot be used', () => {
  const wrong = (url: string, change: Partial<Pick<URL, 'pathname' | 'password' | 'port'>>) =>
    Object.assign(new URL(url), change).href

  it('ends with 78 where the password is wrong, and does not tell it', async () => {
    const url = wrong(await server.database(), { password: 'secret-of-nobody' })
    const { code, said } = await startedWith(url)
    expect(code).toBe(78)
    expect(said).toContain('DATABASE_URL: the database cannot be used: password authentication failed')
    expect(said).not.toContain('secret-of-nobody')
  })

  it('ends with 78 where there is none of that name', async () => {
    const { code, said } = await startedWith(wrong(await server.database(), { pathname: '/nowhere' }))
    expect(code).toBe(78)
    expect(said).toContain('database "nowhere" does not exist')
  })

  it.runIf(onPostgres)(
    'ends with 1 where it does not come within half a minute',
    async () => {
      const { code, said } = await startedWith(wrong(await server.database(), { port: '9' }))
      expect(code).toBe(1)
      expect(said).toContain('ECONNREFUSED')
    },
    60_000,
  )
})
