import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { postedCardSchema } from '../../src/model/card.ts'
import { announcedChangeSchema } from '../../src/model/change.ts'
import { muteSchema } from '../../src/model/mute.ts'
import { connectDatabase } from '../../src/store/postgres/database.ts'
import { openStoreOf } from '../tools/e2e/bot-store.ts'
import { channel, createWorld, onPostgres, program, type World } from '../tools/e2e/bot-world.ts'
import { type PostgresServer, startPostgres } from '../tools/postgres.ts'
import { sampleMention } from '../tools/sample-mention.ts'

/** `retentionDays` and `npm run forget`, from outside, in a folder and in PostgreSQL. */

const acme = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }
const jane = { name: 'Jane Q. Doe', avatar: '', audience: 10, url: 'news.example/jane' }
const anyTrace = /jane\s+q\.\s+doe|private life/i

let server: PostgresServer
let world: World | undefined
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server?.stop())
afterEach(() => world?.close())

/** A world on a new store of this kind. */
async function newWorld(store: 'a folder' | 'PostgreSQL', configuration: object = {}): Promise<World> {
  const environment = store === 'PostgreSQL' ? { DATABASE_URL: await server.database() } : {}
  world = await createWorld({ configuration: { subscriptions: [acme], ...configuration }, environment })
  return world
}

/** Runs the real command. */
function forget({ environment }: World, args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'forget', ...args], { env: environment }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), output: out + err }),
    )
  })
}

const tableNames = z.array(z.object({ name: z.string() }))
const texts = z.array(z.object({ text: z.string() }))

/** Everything that the store contains, as one text. */
async function dump({ dataDir, environment }: World): Promise<string> {
  if (environment.DATABASE_URL === undefined) {
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')).join('\n')
  }
  const database = connectDatabase(environment.DATABASE_URL)
  try {
    const all: string[] = []
    const { rows } = await database.query(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname = 'overheard'`,
    )
    for (const { name } of tableNames.parse(rows)) {
      const found = await database.query(`select t::text as text from ${name} t`)
      all.push(...texts.parse(found.rows).map(({ text }) => text))
    }
    return all.join('\n')
  } finally {
    await database.close()
  }
}

/** Mention 11 is by Jane, 12 names her in its text, and 13 does not concern her. Mutes, filters and changes name her, too. */
async function worldWithJane(store: 'a folder' | 'PostgreSQL'): Promise<World> {
  const started = await newWorld(store)
  started.add(1)
  started.start()
  await started.until('the initial sync', () => started.watches())
  started.add(11, { author: jane, title: 'My private life', snippet: 'All about my private life' })
  started.add(12, { snippet: 'As JANE  Q. DOE wrote' })
  started.add(13)
  await started.until('13', () => started.ids().includes('13'))
  await started.end('SIGTERM')
  const stored = await openStoreOf(started)
  const mute = { channel, kind: 'author' as const, by: 'U1', at: Date.now() }
  const ofJane = { ...mute, name: 'jane q. doe' }
  await stored
    .collection('mutes', z.array(muteSchema))
    .put(channel, [ofJane, { ...mute, name: 'Somebody Else' }])
  await stored.collection('announced-changes', announcedChangeSchema).put('one', {
    at: Date.now(),
    channel,
    what: 'Ana muted Jane Q. Doe',
    change: { kind: 'mute', ...{ channel, added: [ofJane], removed: [] } },
  })
  stored.decisions.record([
    {
      at: Date.now(),
      subscription: 'acme',
      alert: '1001',
      id: '10',
      url: 'https://news.example/about-my-private life',
      outcome: 'skipped',
      reason: 'muted.author',
      detail: 'Jane Q. Doe',
    },
  ])
  await stored.close()
  return started
}

describe.skipIf(onPostgres).each(['a folder', 'PostgreSQL'] as const)('with its data in %s,', (store) => {
  it('npm run forget removes an author from all stored data, and says which messages stay in Slack', async () => {
    const jane = await worldWithJane(store)
    const before = await dump(jane)
    expect(before).toMatch(anyTrace)
    expect(before).toContain('https://news.example/11')
    const dry = await forget(jane, ['--author', 'Jane Q. Doe', '--dry-run'])
    expect(dry.output).toContain('This was a dry run: nothing was changed.')
    expect(await dump(jane)).toBe(before)

    const { code, output } = await forget(jane, ['--author', 'jane q. doe'])
    expect(code).toBe(0)
    const shown = jane.posted().find(({ ids }) => ids.includes('11'))
    expect(output).toMatch(/Removed 'jane q. doe' from .*cards: 2/)
    expect(output).toMatch(/mutes: 1/)
    expect(output).toContain(`channel ${channel}, ts ${shown?.ts}: https://`)
    const after = await dump(jane)
    expect(after).not.toMatch(anyTrace)
    expect(after).not.toContain('https://news.example/11')
    expect(after).toContain('https://news.example/13')
    expect(after).toContain('Somebody Else')
    expect((await forget(jane, ['--author', 'Jane Q. Doe'])).output).toContain(
      "Nothing is stored about 'Jane Q. Doe'.",
    )

    // The bot goes on: nothing is posted again, and a press on the card of a forgotten mention works.
    jane.start()
    jane.add(14)
    await jane.until('14', () => jane.ids().includes('14'))
    expect(jane.ids()).toEqual(['11', '12', '13', '14'])
    await jane.until('a connection', () => jane.slack.control.sockets() > 0)
    await jane.slack.people.press({
      user: 'U0000000ANA',
      channel,
      ts: shown?.ts ?? '',
      actionId: 'mention_claim',
    })
    const drawn = () =>
      JSON.stringify(jane.slack.control.messages(channel).find(({ ts }) => ts === shown?.ts))
    await jane.until('the claim', () => drawn().includes('Ana Lima'))
    expect(drawn()).not.toMatch(anyTrace)
  })

  it('npm run forget removes an author from damaged records, too, and names the damaged text that stays', async () => {
    const jane = await worldWithJane(store)
    const lines = await damageRecordsOf(jane)
    const { code, output } = await forget(jane, ['--author', 'Jane Q. Doe'])
    expect(code).toBe(0)
    const after = await dump(jane)
    expect(after).not.toMatch(anyTrace)
    expect(after).toContain('card2')
    for (const line of lines) {
      expect(after).toContain(line.text)
      expect(output).toContain(`may have lost the name of its author:\n  ${line.file}\n`)
    }
  })

  it('retentionDays removes the decision log and the cards of older days at the start', async () => {
    const old = await newWorld(store, { retentionDays: 5 })
    await writeOld(old, [1, 4, 7, 30])
    expect(await agesIn(old)).toEqual({ decisions: [1, 4, 7, 30], cards: [1, 4, 7, 30] })
    old.start()
    // Nothing is removed until Slack has told the time.
    await old.until('the initial sync', () => old.watches())
    await old.end('SIGTERM')
    expect(await agesIn(old)).toEqual({ decisions: [1, 4], cards: [1, 4] })
  })
})

/** Damages Jane's cards in several ways. Returns the damaged lines without her name, which have to stay. */
async function damageRecordsOf({ dataDir, environment }: World): Promise<{ file: string; text: string }[]> {
  if (environment.DATABASE_URL !== undefined) {
    const database = connectDatabase(environment.DATABASE_URL)
    const card2 = `replace(value::text, '"kind":"card"', '"kind":"card2"')::json`
    await database.query(`update overheard.messages set value = ${card2}`)
    await database.query(
      `insert into overheard.records (collection, key, value) select 'set-aside', ts, value from overheard.messages`,
    )
    await database.close()
    return []
  }
  const database = new DatabaseSync(join(dataDir, 'records.sqlite'))
  database.exec(`update messages set value = replace(value, '"kind":"card"', '"kind":"card2"')`)
  database.exec(`insert into records (collection, key, value) select 'set-aside', ts, value from messages`)
  database.close()
  const file = join(dataDir, 'cards.json.damaged')
  const text = '{"ts":"1795000000.000100","value":{"title":"About something'
  writeFileSync(file, text)
  writeFileSync(join(dataDir, 'reminders.json.damaged'), '{"by":"Jane Q. Doe')
  return [{ file, text }]
}

const day = 86_400_000
const about = { subscription: 'acme', alert: '1001' }

/** Stores decisions and cards that are so many days old. */
async function writeOld(old: World, days: number[]): Promise<void> {
  const stored = await openStoreOf(old)
  const cards = stored.messages('cards', postedCardSchema)
  for (const ago of days) {
    const at = Date.now() - ago * day
    const ts = (at / 1000).toFixed(6)
    const shows = { kind: 'card' as const, mention: sampleMention({ id: '1' }), style: 'full' as const }
    await cards.add({ channel, ts }, { ...about, channel, ts, shows, actions: [] })
    const record = { ...about, at, id: '1', url: '', outcome: 'skipped' as const, reason: 'only.language' }
    stored.decisions.record([record])
  }
  await stored.close()
}

/** The ages of what is stored, in days. */
async function agesIn(old: World) {
  const stored = await openStoreOf(old)
  const ageOf = (at: number) => Math.round((Date.now() - at) / day)
  const [decisions, cards]: [number[], number[]] = [[], []]
  for await (const { at } of stored.decisions.entries(0)) decisions.push(ageOf(at))
  for await (const { ts } of stored.messages('cards', postedCardSchema).since(0))
    cards.push(ageOf(Number(ts) * 1000))
  await stored.close()
  return { decisions: decisions.toSorted((a, b) => a - b), cards: cards.toSorted((a, b) => a - b) }
}

/** Starts the bot of a world in which it ran before, and waits until it runs. */
async function startAgain(of: World): Promise<void> {
  const starts = () => of.output().split('Overheard is running').length
  const before = starts()
  of.start()
  await of.until('its start', () => starts() > before)
}

describe.skipIf(onPostgres)('npm run forget', () => {
  it('refuses a folder that a running bot uses, and works beside a running bot on PostgreSQL', async () => {
    const used = await worldWithJane('a folder')
    await startAgain(used)
    const refused = await forget(used, ['--author', 'Jane Q. Doe'])
    expect(refused.output).toMatch(/works on the folder/)
    expect(refused.code).toBe(1)
    await used.close()

    const shared = await worldWithJane('PostgreSQL')
    await startAgain(shared)
    expect((await forget(shared, ['--author', 'Jane Q. Doe'])).output).toContain('Removed')
    shared.add(14)
    await shared.until('14', () => shared.ids().includes('14'))
    await shared.end('SIGTERM')
    expect(await dump(shared)).not.toMatch(anyTrace)
  })

  it.each([
    [['--autor', 'Jane'], "required option '--author <name>' not specified"],
    [['--author', 'Jane'], 'There is no folder'],
  ])('explains why it cannot run with the arguments %j', async (args, sentence) => {
    const { code, output } = await forget(await newWorld('a folder'), args)
    expect(output).toContain(sentence)
    expect(code).toBe(1)
  })

  it('says in which line of the configuration file the name of the author remains', async () => {
    const named = await newWorld('a folder', {
      subscriptions: [{ ...acme, except: { author: ['Jane Q. Doe'] } }],
    })
    mkdirSync(named.dataDir)
    const { output } = await forget(named, ['--author', 'Jane Q. Doe'])
    expect(output).toMatch(/overheard\.yaml has the name, too: remove it there \(line \d+\)/)
  })
})
