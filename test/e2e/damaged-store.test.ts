import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { connectDatabase } from '../../src/store/postgres/database.ts'
import { openStoreOf } from '../tools/e2e/bot-store.ts'
import { channel, createWorld, onPostgres, program, type World } from '../tools/e2e/bot-world.ts'
import { type PostgresServer, startPostgres } from '../tools/postgres.ts'

/** The real bot on a folder and on a database in which single records are damaged. */

const ana = 'U0000000ANA'
/** A mention comes once to each channel, so each subscription has its own. */
const channels = { acme: channel, paused: 'C0000SUPPRT', brief: 'C0MARKETING' }
const subscription = ([name, where]: [string, string]) => ({
  ...{ name, alert: 'Acme brand', channel: where, schedule: '* * * * * *' },
})
const configuration = {
  doubtSeconds: 1,
  subscriptions: Object.entries(channels).map(subscription),
}

let server: PostgresServer
let world: World | undefined
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server?.stop())
afterEach(() => world?.close())

/** The ids that a subscription has posted, in order. */
const idsOf = ({ ids }: World, name: keyof typeof channels) => ids(channels[name])
const allIds = ({ ids }: World) => Object.values(channels).flatMap(ids)

const logLine = z.object({ url: z.string() })
const status = z.object({
  ok: z.boolean(),
  problems: z.array(z.looseObject({ key: z.string(), what: z.string(), whatToDo: z.string() })),
})

async function statusOf(started: World) {
  const line = started
    .output()
    .split('\n')
    .findLast((text) => text.includes('Overheard is running'))
  const { url } = logLine.parse(JSON.parse(line ?? '{}'))
  return status.parse(await (await fetch(`${url}/status`)).json())
}

function doctor({ environment }: World): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'doctor'], { env: environment }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), output: out + err }),
    )
  })
}

/** A stopped bot that has posted mention 101 for three subscriptions. */
async function stoppedWorld(store: 'folder' | 'PostgreSQL'): Promise<World> {
  const environment = store === 'PostgreSQL' ? { DATABASE_URL: await server.database() } : {}
  const started = await createWorld({ configuration, environment })
  world = started
  for (let id = 1; id <= 3; id++) started.add(id)
  started.start()
  await started.until('the initial syncs', () => Object.values(channels).flatMap(started.posted).length === 3)
  started.add(101)
  await started.until('101 for each', () => allIds(started).filter((id) => id === '101').length === 3)
  expect(await started.end('SIGTERM')).toBe(0)
  return started
}

/** Breaks a card, a checkpoint and the record of a pause. Returns how each place is named, and how to repair the pause. */
const damages = {
  async folder({ dataDir }: World) {
    const checkpoints = join(dataDir, 'checkpoints')
    const [name = ''] = readdirSync(checkpoints).filter((file) => file.startsWith('acme'))
    const checkpoint = join(checkpoints, name)
    const seal = readFileSync(checkpoint, 'utf8')
    writeFileSync(checkpoint, seal.replace(/"watermark":"\d/, '"watermark":"9'))
    const file = join(dataDir, 'records.sqlite')
    const run = (sql: string) => {
      const database = new DatabaseSync(file)
      database.exec(sql)
      database.close()
    }
    run(`update messages set value = replace(value, '"kind":"card"', '"kind":"card2"')
      where ts = (select min(ts) from messages where collection = 'cards' and channel = '${channel}')`)
    run(`insert into records (collection, key, value) values ('pauses', 'paused', '{"id":7}')`)
    return {
      places: [
        checkpoint,
        `table messages in ${file}, collection 'cards', channel '${channel}'`,
        `table records in ${file}, collection 'pauses', key 'paused'`,
      ],
      repair: async () => run(`delete from records where key = 'paused'`),
    }
  },
  async PostgreSQL({ environment: { DATABASE_URL = '' } }: World) {
    const run = async (sql: string) => {
      const database = connectDatabase(DATABASE_URL)
      await database.query(sql).finally(() => database.close())
    }
    await run(`update overheard.checkpoints set subscription = subscription,
      checkpoint = regexp_replace(checkpoint::text, '"watermark":"\\d', '"watermark":"9')::json where subscription = 'acme'`)
    await run(`update overheard.messages set value = replace(value::text, '"kind":"card"', '"kind":"card2"')::json
      where ts = (select min(ts) from overheard.messages where collection = 'cards' and channel = '${channel}')`)
    await run(
      `insert into overheard.records (collection, key, value) values ('pauses', 'paused', '{"id":7}')`,
    )
    return {
      places: [
        "table overheard.checkpoints, subscription 'acme', alert '1001'",
        `table overheard.messages, collection 'cards', channel '${channel}'`,
        "table overheard.records, collection 'pauses', key 'paused'",
      ],
      repair: () => run(`delete from overheard.records where key = 'paused'`),
    }
  },
}

const kinds = onPostgres ? (['PostgreSQL'] as const) : (['folder', 'PostgreSQL'] as const)
describe.each(kinds)('a bot whose store is a %s', (kind) => {
  it('starts although a card, a checkpoint and a pause are damaged, posts what is new, names each place, and continues when the pause is repaired', async () => {
    const started = await stoppedWorld(kind)
    const { places, repair } = await damages[kind](started)
    const before = await doctor(started)
    for (const place of places) expect(before.output).toContain(place)
    expect(before.code).toBe(1)
    started.start()
    started.add(102)
    await started.until('102 for two', () => allIds(started).filter((id) => id === '102').length === 2)
    expect(idsOf(started, 'acme')).toEqual(['101', '102'])
    expect(idsOf(started, 'brief')).toEqual(['101', '102'])
    expect(idsOf(started, 'paused')).toEqual(['101'])
    const [stopped] = (await statusOf(started)).problems.filter(({ key }) => key === 'record pauses paused')
    expect(stopped?.what).toContain(places.at(-1))
    expect(stopped?.what).toContain('Nobody knows if paused is paused, so it stops.')
    expect((await statusOf(started)).problems.find(({ key }) => key === 'damage cards')?.what).toContain(
      places[1],
    )
    await started.slack.people.runCommand({
      user: ana,
      channel: channels.paused,
      line: '/mentions resume paused',
    })
    await started.until('an answer that the pause is damaged', () =>
      started.slack.state.ephemerals.some(({ message }) => message.text.includes('is damaged')),
    )
    for (const place of places) expect(started.output()).toContain(place)
    expect(started.output()).not.toContain('invalid_union')
    await repair()
    await started.until('102 for the third', () => idsOf(started, 'paused').includes('102'))
    await vi.waitFor(
      async () =>
        expect((await statusOf(started)).problems.map(({ key }) => key)).not.toContain(
          'record pauses paused',
        ),
      { timeout: 200_000 },
    )
    expect(await started.end('SIGTERM')).toBe(0)
    expect(allIds(started).filter((id) => id === '101')).toHaveLength(3)
    const store = await openStoreOf(started)
    expect(await store.setAside.list()).toHaveLength(1)
    await store.close()
  })
})
