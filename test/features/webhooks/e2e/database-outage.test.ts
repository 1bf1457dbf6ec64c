import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../../../../sandbox/webhook-receiver.ts'
import { channel, createWorld } from '../../../tools/e2e/bot-world.ts'
import { createDatabaseLink } from '../../../tools/e2e/database-link.ts'
import { metricsOf, problemThat } from '../../../tools/e2e/status.ts'
import { startPostgres } from '../../../tools/postgres.ts'

/** The real bot on PostgreSQL, whose connections break in the middle of a post, with webhooks that must get every event. */

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes long').toString('base64')}`
const pendingPosts = "select 1 from overheard.checkpoints where checkpoint->'pending' is not null"

/** A bot with subscriptions to one alert, a webhook for all events, and one for posts. */
async function createOutageWorld(names: string[]) {
  const server = await startPostgres()
  const databaseUrl = await server.database()
  const link = await createDatabaseLink(databaseUrl)
  const receivers = await Promise.all([startReceiver({ secret }), startReceiver({ secret })])
  const [all, some] = receivers
  // In one channel, both subscriptions would post a mention once together.
  const channels = [channel, 'C0000SUPPRT'].slice(0, names.length)
  const webhook = { secretEnv: 'WEBHOOK_SECRET', allowPrivate: true }
  const world = await createWorld({
    configuration: {
      doubtSeconds: 1,
      subscriptions: names.map((name, index) => ({
        ...{ name, alert: 'Acme brand', channel: channels[index], schedule: '* * * * * *', burst: 1000 },
      })),
      webhooks: [
        { ...webhook, url: all?.url },
        { ...webhook, url: some?.url, events: ['mention.posted'] },
      ],
    },
    environment: { DATABASE_URL: link.url, WEBHOOK_SECRET: secret },
  })
  const running = () => world.output().split('Overheard is running').length - 1
  const postedIds = () => channels.flatMap((where) => world.ids(where))
  const posted = (count: number) => () => postedIds().length === count * names.length
  return {
    world,
    link,
    posted,
    async start() {
      const before = running()
      world.start()
      await world.until('the start', () => running() > before)
      await world.until('the initial syncs', () => channels.every((where) => world.watches(where)))
    },
    /** Waits until the stored checkpoints name no pending post. */
    async untilCommitted() {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      await expect
        .poll(async () => (await client.query(pendingPosts)).rows, { timeout: 100_000 })
        .toEqual([])
        .finally(() => client.end())
    },
    /** Waits until every receiver has an event for each mention of each subscription. Checks that posts and events are there once. */
    async expectEverything(ids: number[]) {
      const expected = ids.flatMap((id) => names.map((name) => `${name} ${id}`)).sort()
      await world.until('every event', () =>
        receivers.every((receiver) => expected.every((name) => postedEvents(receiver).has(name))),
      )
      expect(postedIds().sort()).toEqual(ids.flatMap((id) => names.map(() => String(id))).sort())
      for (const receiver of receivers) {
        const found = postedEvents(receiver)
        expect([...found.keys()].sort()).toEqual(expected)
        expect([...found.values()].map(({ size }) => size)).toEqual(expected.map(() => 1))
        expect(receiver.received.filter(({ problem }) => problem !== undefined)).toEqual([])
      }
    },
    async close() {
      await world.close()
      for (const receiver of receivers) await receiver.close()
      await link.close()
      await server.stop()
    },
  }
}

/** The `mention.posted` events of a receiver, as subscription and mention, with the ids of their events. */
function postedEvents({ received }: Receiver): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { id, type, body } of received) {
    if (type !== 'mention.posted') continue
    const { data } = body as { data: { subscription: string; mention: { id: string } } }
    const name = `${data.subscription} ${data.mention.id}`
    found.set(name, new Set([...(found.get(name) ?? []), id]))
  }
  return found
}

type Outage = Awaited<ReturnType<typeof createOutageWorld>>

/** Runs a test in a world of its own. */
async function inOutageWorld(names: string[], test: (outage: Outage) => Promise<void>) {
  const outage = await createOutageWorld(names)
  await test(outage).finally(outage.close)
}

const ends: [string, (outage: Outage) => Promise<void>][] = [
  [
    'and the bot goes on when they are back',
    async ({ world, link }) => {
      // The events that wait in memory are tried again only after the next polls.
      const tries = () => world.output().split('could not store events').length
      const before = tries()
      await world.until('one more try', () => tries() > before)
      link.restore()
    },
  ],
  [
    'if the bot is stopped by SIGTERM meanwhile, and started when they are back',
    async ({ world, link, start }) => {
      expect(await world.end('SIGTERM')).toBe(0)
      link.restore()
      await start()
    },
  ],
  [
    'if the bot is killed meanwhile, and started when they are back',
    async ({ world, link, start }) => {
      await world.end('SIGKILL')
      link.restore()
      await start()
    },
  ],
]

describe.concurrent('if the connections to PostgreSQL break in the middle of a post, every webhook gets every event', () => {
  it.each(ends)('%s', (_what, end) =>
    inOutageWorld(['one', 'two'], async (outage) => {
      const { world, link, start, posted, expectEverything } = outage
      await start()
      world.add(1)
      await world.until('the first posts', posted(1))
      // Slack stores the posts and answers later, when the connections are broken.
      const act = { do: 'slow' as const, ms: 3000, after: true }
      world.slack.control.fault({ method: 'chat.postMessage', times: 2, act })
      world.add(2)
      await world.until('the second posts', posted(2))
      link.cut()
      world.add(3)
      await world.until('a failed poll', () => world.output().includes('a poll failed with an error'))
      const isInMemory = ({ code }: { code?: string | undefined }) => code === 'webhook_unstored'
      const { what } = await problemThat(world, 'the problem of events in memory', isInMemory)
      expect(what).toMatch(/^\d+ events? for webhooks wait in memory/)
      expect((await metricsOf(world)).get('overheard_webhook_events_unstored')).toBeGreaterThan(0)
      await end(outage)
      await expectEverything([1, 2, 3])
      world.add(4)
      await expectEverything([1, 2, 3, 4])
    }),
  )

  it('if one connection breaks just when the events are stored, and the bot is killed after the commit', () =>
    inOutageWorld(['one'], async ({ world, link, start, posted, untilCommitted, expectEverything }) => {
      await start()
      world.add(1)
      await world.until('the first post', posted(1))
      const broken = link.breakAt('unnest($2::text[], $3::text[], $4::json[])')
      world.add(2)
      await broken
      await untilCommitted()
      await world.end('SIGKILL')
      await start()
      await expectEverything([1, 2])
    }))
})
