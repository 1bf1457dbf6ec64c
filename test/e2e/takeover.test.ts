import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { connectDatabase, type Database } from '../../src/store/postgres/database.ts'
import { channel, createWorld, endOf, type World } from '../tools/e2e/bot-world.ts'
import { type PostgresServer, startPostgres } from '../tools/postgres.ts'

/** Three processes on one database: one leads, and another takes over when it ends or freezes. */

const ana = 'U0000000ANA'
const configuration = {
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *', burst: 1000 }],
}

let server: PostgresServer
let world: World
let database: Database
/** The processes that have led, in the order in which they began. */
const leaders: ChildProcess[] = []
let id = 100

function start(): ChildProcess {
  const bot = world.start()
  bot.stdout?.on('data', (chunk: Buffer) => {
    if (chunk.includes('this process leads')) leaders.push(bot)
  })
  return bot
}

beforeAll(async () => {
  server = await startPostgres()
  const url = await server.database()
  database = connectDatabase(url)
  world = await createWorld({ configuration, environment: { DATABASE_URL: url } })
  start()
  await world.until('the initial sync', () => world.watches())
  start()
  start()
  await world.until('all run', () => world.output().split('Overheard is running').length === 4)
})
afterAll(async () => {
  await world?.close()
  await database?.close()
  await server?.stop()
})

const histories = () => world.slack.control.calls('conversations.history').length

async function posts(): Promise<void> {
  const next = String(id++)
  world.add(next)
  await world.until(`mention ${next}`, () => world.ids().includes(next))
}

/** Waits until the leader has renewed its lease while all processes are connected, and no post is pending. */
async function settles(): Promise<void> {
  const { rows } = await database.query('select overheard.now_ms() as now')
  const [{ now }] = z.tuple([z.object({ now: z.number() })]).parse(rows)
  const settled = `select 1 from overheard.leases where renewed_at > $1
    and not exists (select from overheard.checkpoints where checkpoint->'pending' is not null)`
  await expect.poll(async () => (await database.query(settled, [now])).rowCount).toBe(1)
}

describe('another of three processes on one database posts on, reads no history, and repeats nothing,', () => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGSTOP'] as const)('when the leader gets %s', async (signal) => {
    await settles()
    const leader = leaders.at(-1)
    const before = histories()
    if (signal === 'SIGSTOP') leader?.kill(signal)
    else if (leader !== undefined) await endOf(leader, signal)
    await posts()
    expect(leaders.at(-1)).not.toBe(leader)
    expect(histories()).toBe(before)
    if (signal === 'SIGSTOP') leader?.kill('SIGCONT')
    else {
      start()
      await world.until('a new process', () => world.slack.control.sockets() === 3)
    }
    await posts()
    const ids = world.ids()
    expect(ids).toEqual(ids.toSorted((a, b) => Number(a) - Number(b)))
    expect(ids).toEqual([...new Set(ids)])
  })
})

it('a claim through any of three processes is shown on its card, and stays when another process leads', async () => {
  await posts()
  const claimed = () =>
    world.slack.control.messages(channel).filter((message) => /Claimed by/.test(JSON.stringify(message)))
  const messages = world.slack.control.messages(channel).slice(-3)
  // Slack gives each press to another process.
  for (const { ts } of messages)
    await world.slack.people.press({ user: ana, channel, ts, actionId: 'mention_claim' })
  await world.until('three claims', () => claimed().length === 3)
  const leader = leaders.at(-1)
  if (leader !== undefined) await endOf(leader, 'SIGKILL')
  await posts()
  expect(claimed()).toHaveLength(3)
})
