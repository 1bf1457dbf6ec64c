import { cpSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, type TestContext } from 'vitest'
import { createMentionServer } from '../../sandbox/mention-service/server.ts'
import { channel, createWorld, onPostgres, type World, type WorldOptions } from '../tools/e2e/bot-world.ts'
import { type Bot, otherStore, startBot } from '../tools/e2e/bots.ts'
import { startPostgres } from '../tools/postgres.ts'

/** Two programs with the same Slack tokens and different stores, and everything that only looks like that. */

const twin = { name: 'twin', alert: 'Acme brand', channel, schedule: '* * * * * *', burst: 50, spike: 'off' }
const withEvents = {
  subscribedEvents: ['message_metadata_posted'],
  metadataSubscriptions: ['overheard_mentions'],
}

/** What ends with a test. The tests run at the same time, so each has its own. */
type Ends = Pick<TestContext, 'onTestFinished'>

async function newWorld({ onTestFinished }: Ends, options: Partial<WorldOptions> = {}) {
  const world = await createWorld({
    configuration: { subscriptions: [twin] },
    slack: withEvents,
    ...options,
  })
  onTestFinished(() => world.close())
  const start = (changes: Record<string, string> = {}): Bot => {
    const bot = startBot(world, changes)
    onTestFinished(async () => void (await bot.end('SIGKILL')))
    return bot
  }
  /** Waits for the initial sync, and then adds a mention every half second until it is stopped. */
  const startStream = async () => {
    await world.until('the initial sync', () => world.watches())
    let last = 0
    const timer = setInterval(() => world.add(1000 + last++), 500)
    const stop = () => clearInterval(timer)
    onTestFinished(stop)
    return { stop, ids: () => Array.from({ length: last }, (_, index) => String(1000 + index)) }
  }
  return { world, start, startStream }
}

type Stream = { stop(): void; ids(): string[] }

const postedBy = (world: World, installation: string) =>
  world.posted().filter(({ payload }) => payload.installation === installation)

/** Messages count after the first half minute of a process. Instead of waiting, the test sets Slack's clock ahead. */
const laterMs = 60_000

describe.concurrent('two installations with the same tokens and the same subscription', () => {
  it('report each other, and the younger one leaves the mentions to the older one', async (test) => {
    const { world, start, startStream } = await newWorld(test)
    const older = start()
    const { installation: olderId } = await older.running()
    // The id of a store has the second of its making.
    await wait(1100)
    const service = createMentionServer({
      mentionStore: world.mentionStore,
      token: String(world.environment.MENTIONS_API_TOKEN),
      now: Date.now,
    })
    const { url: MENTIONS_API_URL } = await service.listen(0)
    test.onTestFinished(() => service.close())
    const younger = start({ ...(await otherStore(world)), MENTIONS_API_URL })
    const { installation, url } = await younger.running()

    const stream = await startStream()
    await world.until('each mention comes twice', () =>
      [olderId, installation].every((id) => postedBy(world, id).some(({ ids }) => ids.length > 0)),
    )
    world.slack.control.setClockOffset(laterMs)
    await world.until('the younger one notices', () => younger.foundOthers().length > 0)
    stream.stop()
    const answer = await fetch(`${url}/status`)
    expect(await answer.json()).toMatchObject({
      ok: false,
      installation,
      problems: [
        {
          subscription: 'twin',
          code: 'older_installation',
          what: expect.stringContaining(`An older copy of Overheard (id ${olderId})`),
          whatToDo: expect.stringContaining('Stop the copy that you do not need'),
        },
      ],
    })

    const { length } = stream.ids()
    await world.until('all mentions are posted', () => new Set(world.ids()).size === length)
    const later = ['5001', '5002', '5003', '5004', '5005']
    for (const id of later) world.add(id)
    await world.until('the older one posts on', () => later.every((id) => world.ids().includes(id)))
    const seen = service.log.counters().requests
    await world.until('the younger one polls on', () => service.log.counters().requests > seen + 3)
    expect(world.ids().filter((id) => later.includes(id))).toEqual(later)
    expect(postedBy(world, installation).flatMap(({ ids }) => ids)).not.toContain('5001')
  })
})

describe.concurrent('no other installation is reported', () => {
  /** Lets a started bot post until it would have noticed another installation. */
  async function lives(world: World, bots: Bot[], stream: Stream): Promise<void> {
    for (const bot of bots) await bot.running()
    const before = world.ids().length
    await world.until('posts of the new process', () => world.ids().length > before + 2)
    world.slack.control.setClockOffset(laterMs)
    const { length } = stream.ids()
    // Messages are judged when they are ten seconds old, and every five seconds.
    await world.until('twenty seconds of mentions', () => stream.ids().length > length + 40)
    for (const bot of bots) expect(bot.foundOthers()).toEqual([])
  }

  function expectEachOnce(world: World, stream: Stream): Promise<void> {
    stream.stop()
    const all = stream.ids()
    return world
      .until('every mention', () => new Set(world.ids()).size === all.length)
      .then(() => expect(world.ids().toSorted()).toEqual(all.toSorted()))
  }

  it('by three processes on one database', async (test) => {
    const server = await startPostgres()
    test.onTestFinished(() => server.stop())
    const environment = { DATABASE_URL: await server.database() }
    const { world, start, startStream } = await newWorld(test, { environment })
    const bots = [start(), start(), start()]
    const stream = await startStream()
    await lives(world, bots, stream)
    const ids = await Promise.all(bots.map(async (bot) => (await bot.running()).installation))
    expect(new Set(ids).size).toBe(1)
    await expectEachOnce(world, stream)
  })

  it('after the disk was wiped', async (test) => {
    const { world, start, startStream } = await newWorld(test)
    const before = start()
    const stream = await startStream()
    await world.until('the first posts', () => world.ids().length > 3)
    await before.end('SIGKILL')
    const after = start(await otherStore(world))
    await lives(world, [after], stream)
    expect((await after.running()).installation).not.toBe((await before.running()).installation)
    await expectEachOnce(world, stream)
  })

  it('after a folder was moved', async (test) => {
    test.skip(onPostgres, 'it is about a folder')
    const { world, start, startStream } = await newWorld(test)
    const before = start()
    const stream = await startStream()
    await world.until('the first posts', () => world.ids().length > 3)
    await before.end()
    cpSync(world.dataDir, `${world.dataDir}-moved`, { recursive: true })
    const after = start({ DATA_DIR: `${world.dataDir}-moved` })
    await lives(world, [after], stream)
    expect((await after.running()).installation).toBe((await before.running()).installation)
    await expectEachOnce(world, stream)
  })

  it('after a folder was restored from a backup', async (test) => {
    test.skip(onPostgres, 'it is about a folder')
    const { world, start, startStream } = await newWorld(test)
    const first = start()
    const stream = await startStream()
    await world.until('the first posts', () => world.ids().length > 3)
    await first.end()
    cpSync(world.dataDir, `${world.dataDir}-backup`, { recursive: true })
    const second = start()
    const { length } = world.ids()
    await world.until('posts after the backup', () => world.ids().length > length + 3)
    await second.end('SIGKILL')
    const third = start({ DATA_DIR: `${world.dataDir}-backup` })
    await lives(world, [third], stream)
    expect((await third.running()).installation).toBe((await first.running()).installation)
    await expectEachOnce(world, stream)
  })
})
