import { execFile } from 'node:child_process'
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { postedCards } from '../../src/cards/posted-cards.ts'
import { afterInitialSync } from '../../src/engine/progress/checkpoint-changes.ts'
import { findInstallation, openInstallation } from '../../src/installations/installation.ts'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import type { DecisionRecord } from '../../src/model/decision.ts'
import { type SpikeCardRecord, spikeCardRecordSchema } from '../../src/model/spike-card.ts'
import { FolderUnusableError, openFolder } from '../../src/store/file/open-folder.ts'
import { connectDatabase, type Database } from '../../src/store/postgres/database.ts'
import { versionOf } from '../../src/store/postgres/migrations.ts'
import { openDatabaseStore } from '../../src/store/postgres/open-database.ts'
import type { Store } from '../../src/store/store.ts'
import { messagesOfFeatures } from '../../src/stored-kinds.ts'
import { type Ended, runHere } from '../tools/command-here.ts'
import { useDatabases } from '../tools/databases.ts'
import { emptyFolder } from '../tools/folder.ts'
import { restoreFrozenDatabase } from '../tools/frozen-stores.ts'
import { writeOldFolder } from '../tools/old-folder.ts'
import { programOf } from '../tools/program.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { openRecordsIn } from '../tools/sqlite-records.ts'
import { sampleMessages } from '../tools/stored-samples.ts'

/**
 * `npm run migrate` between a folder and a real database: where the process matters, as people run it, and else in this process, because a
 * new one takes longer than the rest of a test.
 */

const databases = useDatabases()
const deps = { now: Date.now, setTimer: () => () => undefined, log: { warn: () => undefined } }
const shows = { kind: 'card' as const, mention: sampleMention({}), style: 'full' as const }
const card = (ts: string) => ({ channel: 'C1', ts, subscription: 'acme', alert: '7', shows, actions: [] })
const spike: SpikeCardRecord = {
  ...{ channel: 'C1', ts: '1795176000.000200', subscription: 'acme', alert: '7', mark: 'm', note: {}, at: 1 },
  shown: { kind: 'interrupted', spike: { alertName: 'Acme', endedAt: 1 } },
}
const keyOf = (subscription: string) => ({ subscription, alert: '7' })
const checkpointAt = (through: string, lastTs?: string): Checkpoint => ({
  ...afterInitialSync([], true, [], { at: 1 }),
  watermark: through,
  ...(lastTs === undefined ? {} : { lastTs }),
})
const url = 'https://x.example/1'
const entryOf = (id: string): DecisionRecord => ({
  at: Date.now(),
  ...keyOf('acme'),
  id,
  url,
  outcome: 'posted',
  reason: 'passed',
})

const numbersOf = ({ collection }: Store) => collection('some-numbers', z.number())
const spikesOf = ({ messages }: Store) => messages('spike-cards', spikeCardRecordSchema)
const spreadNumbersOf = ({ collection }: Store) => collection('spread-numbers', z.number())

/** A folder as a bot leaves it: two checkpoints, three records in two files, two cards, the card of a spike, 1,500 decisions. */
async function leftFolder(): Promise<string> {
  const folder = emptyFolder()
  const store = await openFolder(folder, deps)
  const checkpoints = store.leading.checkpoints()
  await checkpoints.save(keyOf('acme'), checkpointAt('90071992547409931', '5.1'))
  await checkpoints.save(keyOf('アクメ'), checkpointAt('3'))
  await numbersOf(store).put('a', 1)
  await numbersOf(store).put('b', 2)
  await spreadNumbersOf(store).put('c', 3)
  for (const ts of ['1795176000.000100', '1795262400.000100'])
    await postedCards(store).add(card(ts), card(ts))
  await spikesOf(store).change(spike, () => spike)
  for (const { name, schema } of messagesOfFeatures)
    for (const one of sampleMessages[name] ?? []) await store.messages(name, schema).add(one, one)
  store.decisions.record(Array.from({ length: 1500 }, (_, index) => entryOf(String(index))))
  await store.close()
  return folder
}

function runMigrate(folder: string, database: string): Promise<Ended> {
  const env = { PATH: process.env.PATH, DATABASE_URL: database }
  const command = [programOf('src/main.ts'), 'migrate', '--from', folder]
  return new Promise((resolve) => {
    execFile(process.execPath, command, { env }, (error, said, complained) =>
      resolve({ code: Number(error?.code ?? 0), said, complained }),
    )
  })
}

const migrateHere = (folder: string, database: string, ...more: string[]) =>
  runHere(['migrate', '--from', folder, ...more], { DATABASE_URL: database })

async function target() {
  const { url: database, open } = await databases.fresh()
  const store = await openDatabaseStore((await open()).database, deps, { fence: () => 0n })
  const contents = async () => {
    const decisions: string[] = []
    for await (const { id } of store.decisions.entries(0)) decisions.push(id)
    const acme = await store.checkpoints.load(keyOf('acme'))
    return {
      through: acme.kind === 'kept' ? acme.checkpoint.watermark : undefined,
      other: (await store.checkpoints.load(keyOf('アクメ'))).kind,
      numbers: [...(await numbersOf(store).all()), ...(await spreadNumbersOf(store).all())],
      cards: (await Array.fromAsync(postedCards(store).since(0))).length,
      spike: await spikesOf(store).find(spike),
      ofFeatures: await Promise.all(
        messagesOfFeatures.map(({ name, schema }) => Array.fromAsync(store.messages(name, schema).since(0))),
      ),
      decisions: decisions.length,
    }
  }
  return { database, store, contents }
}

const nothing = {
  through: undefined,
  other: 'none',
  numbers: [],
  cards: 0,
  spike: undefined,
  ofFeatures: messagesOfFeatures.map(() => []),
  decisions: 0,
}
const everything = {
  through: '90071992547409931',
  other: 'kept',
  numbers: [1, 2, 3],
  cards: 2,
  spike,
  ofFeatures: messagesOfFeatures.map(({ name }) => sampleMessages[name] ?? []),
  decisions: 1500,
}

/** The lines of all messages, all moved or all there already. Their order is that of the names of their folders. */
function messageLines(areNew: boolean): string {
  const ofFeatures = messagesOfFeatures.map(({ name, title }) => ({
    ...{ name, title, count: sampleMessages[name]?.length ?? 0 },
  }))
  const cards = { name: 'cards', title: 'Cards', count: 2 }
  const spikes = { name: 'spike-cards', title: 'Cards of spikes', count: 1 }
  return [cards, spikes, ...ofFeatures]
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ title, count }) => {
      const counts = areNew ? `${count} moved, 0` : `0 moved, ${count}`
      return `${title}: ${counts} already in the database.\n`
    })
    .join('')
}

const onDatabase = async <Result>(url: string, work: (database: Database) => Promise<Result>) => {
  const database = connectDatabase(url)
  return work(database).finally(() => database.close())
}

const versionIn = (url: string) => onDatabase(url, versionOf)

const schemasIn = (url: string) =>
  onDatabase(url, async ({ query }) => {
    const { rows } = await query("select nspname as name from pg_namespace where nspname like 'overheard%'")
    return z
      .array(z.object({ name: z.string() }))
      .parse(rows)
      .map(({ name }) => name)
  })

describe('npm run migrate', () => {
  it('changes nothing in a dry run, moves everything in the next run, and moves nothing twice', async () => {
    const folder = await leftFolder()
    const { database, contents } = await target()
    const dry = await migrateHere(folder, database, '--dry-run')
    const all =
      'Checkpoints: 2 moved, 0 already in the database.\nRecords: 3 moved, 0 already in the database.\n' +
      messageLines(true) +
      'Decisions: 1,500 moved, 0 already in the database.\nThis was a dry run: nothing was changed.\n'
    expect(dry.said).toBe(all.replaceAll(' moved,', ' would be moved,'))
    expect(await contents()).toEqual(nothing)
    const first = await runMigrate(folder, database)
    const marked = `The folder ${folder} is marked as moved: no bot starts on it any more.\n`
    expect([first.code, first.said]).toEqual([0, all.replace(/This was.*\n/, marked)])
    expect(first.complained).toContain('Checkpoints: 2 of 2 checked\n')
    expect(await contents()).toEqual(everything)
    for (const options of [[], ['--dry-run'], ['--merge']])
      expect(await migrateHere(folder, database, ...options)).toEqual({
        code: 0,
        said: `The folder ${folder} was moved to this database before: there is nothing to do.\n`,
        complained: '',
      })
    expect(await contents()).toEqual(everything)
  })

  it('brings back nothing that is over in the database, because a second run changes nothing', async () => {
    const folder = await leftFolder()
    const { database, store, contents } = await target()
    await migrateHere(folder, database)
    await numbersOf(store).change('a', () => undefined)
    await numbersOf(store).put('b', 7)
    expect((await migrateHere(folder, database)).code).toBe(0)
    expect((await contents()).numbers).toEqual([7, 3])
  })

  it('refuses a folder that was moved to another database, or to one that was emptied', async () => {
    const folder = await leftFolder()
    const [first, other] = [await target(), await target()]
    await migrateHere(folder, first.database)
    const { host, pathname } = new URL(first.database)
    for (const options of [[], ['--dry-run'], ['--merge']])
      expect(await migrateHere(folder, other.database, ...options)).toMatchObject({
        code: 1,
        complained: expect.stringContaining(` to ${host}${pathname}).`),
      })
    expect(await other.contents()).toEqual(nothing)
    await onDatabase(first.database, ({ query }) =>
      query('truncate overheard.records, overheard.checkpoints, overheard.messages, overheard.decisions'),
    )
    expect(await migrateHere(folder, first.database)).toMatchObject({
      code: 1,
      complained: expect.stringContaining(`then delete the file ${join(folder, 'moved-to-database')}.`),
    })
  })

  describe('after the way back to the folder', () => {
    /** A folder that was moved, and whose bot then went on with it. */
    async function movedAndBack() {
      const folder = await leftFolder()
      const bot = await openFolder(folder, deps)
      await openInstallation(bot, Date.now, () => 1)
      await bot.close()
      const there = await target()
      expect((await migrateHere(folder, there.database)).code).toBe(0)
      rmSync(join(folder, 'moved-to-database'))
      const again = await openFolder(folder, deps)
      await numbersOf(again).put('a', 9)
      await numbersOf(again).put('z', 10)
      await again.close()
      return { folder, ...there }
    }

    it('moves nothing to the same database, in which older records would win', async () => {
      const { folder, database, contents } = await movedAndBack()
      for (const options of [[], ['--dry-run']])
        expect(await migrateHere(folder, database, ...options)).toMatchObject({
          ...{ code: 1, said: '' },
          complained: expect.stringContaining('the database already has data of this folder'),
        })
      expect(await contents()).toEqual(everything)
      await (await openFolder(folder, deps)).close()
    })

    it('adds only what that database lacks with --merge, and moves all of it to an empty database', async () => {
      const { folder, database, contents } = await movedAndBack()
      const empty = await target()
      expect((await migrateHere(folder, database, '--merge')).code).toBe(0)
      expect((await contents()).numbers.toSorted()).toEqual([1, 10, 2, 3])
      rmSync(join(folder, 'moved-to-database'))
      expect((await migrateHere(folder, empty.database)).code).toBe(0)
      expect((await empty.contents()).numbers.toSorted()).toEqual([10, 2, 3, 9])
    })

    it('knows of a run that was killed, from the first record on', async () => {
      const { folder, database } = await movedAndBack()
      await onDatabase(database, ({ query }) =>
        query("delete from overheard.records where collection <> 'installation'"),
      )
      expect((await migrateHere(folder, database)).complained).toContain('run this with --merge')
    })
  })

  it('counts everything in a dry run to a database without tables, and makes none', async () => {
    const folder = await leftFolder()
    const database = await databases.empty()
    const { code, said } = await migrateHere(folder, database, '--dry-run')
    expect(code).toBe(0)
    expect(said).toContain(
      'Checkpoints: 2 would be moved, 0 already in the database.\nRecords: 3 would be moved',
    )
    expect(said).toContain('Decisions: 1,500 would be moved, 0 already in the database.\n')
    expect(await versionIn(database)).toBe(0)
    expect(await schemasIn(database)).toEqual([])
  })

  it('does not update the tables of an older version in a dry run, because its bots may run', async () => {
    const database = await databases.empty()
    await restoreFrozenDatabase(database)
    const before = await versionIn(database)
    const { code, complained } = await migrateHere(await leftFolder(), database, '--dry-run')
    expect([code, complained]).toEqual([
      1,
      'The tables of DATABASE_URL are those of an older version of Overheard, and a dry run does not update them. Update its bots first, or use the version of these bots.\n',
    ])
    expect(await versionIn(database)).toBe(before)
    expect(await schemasIn(database)).not.toContain(`overheard_version_${before}`)
  })

  it.each([
    ['has reached a later mention', checkpointAt('90071992547409932'), '90071992547409932'],
    [
      'has reached the same mention and has a later message',
      checkpointAt('90071992547409931', '6.0'),
      '90071992547409931',
    ],
    [
      'has reached only an earlier mention, even with a later message',
      checkpointAt('90071992547409930', '9.9'),
      '90071992547409931',
    ],
  ])(
    'keeps the one of two checkpoints that is further ahead if the checkpoint in the database %s',
    async (_what, there, through) => {
      const folder = await leftFolder()
      const { database, store, contents } = await target()
      await store.leading.checkpoints().save(keyOf('acme'), there)
      await numbersOf(store).put('a', 1)
      expect((await migrateHere(folder, database)).code).toBe(0)
      expect(await contents()).toEqual({ ...everything, through })
    },
  )

  it('leaves out the copies of before an update and a restore', async () => {
    const folder = await leftFolder()
    for (const copy of ['version-1.copy', 'before-restore-20261123090000000.copy'])
      cpSync(await leftFolder(), join(folder, copy), { recursive: true })
    const { database, contents } = await target()
    const moved = await migrateHere(folder, database)
    expect(moved.complained).not.toContain('Not moved')
    expect(moved.said).not.toContain('.copy')
    expect(await contents()).toEqual(everything)
  })

  it('takes the installation id along, unless the database has one', async () => {
    const folder = emptyFolder()
    const left = await openFolder(folder, deps)
    const { id } = await openInstallation(left, Date.now, () => 1)
    await left.close()
    const { database, store } = await target()
    expect((await migrateHere(folder, database)).code).toBe(0)
    expect((await openInstallation(store, Date.now, () => 2)).id).toBe(id)
    const other = await target()
    const its = await openInstallation(other.store, Date.now, () => 3)
    rmSync(join(folder, 'moved-to-database'))
    expect((await migrateHere(folder, other.database)).code).toBe(0)
    expect(await findInstallation(other.store)).toEqual(its)
  })

  it('refuses a folder that a bot uses, and changes nothing', async () => {
    const folder = await leftFolder()
    const { database, contents } = await target()
    const bot = await openFolder(folder, deps)
    const { code, complained } = await runMigrate(folder, database)
    await bot.close()
    expect(code).not.toBe(0)
    expect(complained).toContain('Another process works on the folder')
    expect(await contents()).toEqual(nothing)
  })

  it('keeps bots from starting on a folder whose data was moved, until a person deletes its mark', async () => {
    const folder = await leftFolder()
    const { database } = await target()
    await migrateHere(folder, database, '--dry-run')
    await (await openFolder(folder, deps)).close()
    expect((await migrateHere(folder, database)).code).toBe(0)
    const refused = await openFolder(folder, deps).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(FolderUnusableError)
    const { host, pathname } = new URL(database)
    expect(String(refused)).toContain(`was moved to a database`)
    expect(String(refused)).toContain(` to ${host}${pathname}).`)
    expect(String(refused)).toContain(`then delete the file ${join(folder, 'moved-to-database')}.`)
    rmSync(join(folder, 'moved-to-database'))
    await (await openFolder(folder, deps)).close()
  })

  it('makes npm run forget ask for the other of the two stores, because the author is in both', async () => {
    const folder = await leftFolder()
    const { database } = await target()
    await migrateHere(folder, database)
    const forget = (environment: Record<string, string>) =>
      runHere(['forget', '--author', 'Kim Lee'], { DATA_DIR: folder, ...environment })
    const inFolder = await forget({})
    expect(inFolder.said).toContain("Removed 'Kim Lee' from cards: 2.")
    expect(inFolder.complained).toContain(
      'The database was not searched: run this for it, too, with DATABASE_URL.',
    )
    const inDatabase = await forget({ DATABASE_URL: database })
    expect(inDatabase.said).toContain("Removed 'Kim Lee' from cards: 2.")
    expect(inDatabase.complained).toContain(`The folder ${folder} still has what was moved to the database.`)
    expect([inFolder.code, inDatabase.code]).toEqual([1, 1])
  })

  it('moves damaged records as they are, so that the newer version that wrote them can read them there', async () => {
    const folder = await leftFolder()
    const { database, store } = await target()
    const newer = { ...card('1795176000.000900'), shows: { kind: 'card2' } }
    const { messages, close } = openRecordsIn(folder)
    await messages('cards', z.unknown()).add(newer, newer)
    close()
    const [name = ''] = readdirSync(join(folder, 'checkpoints')).filter((one) => one.startsWith('acme'))
    const path = join(folder, 'checkpoints', name)
    writeFileSync(path, readFileSync(path, 'utf8').replace('90071992547409931', '90071992547409939'))
    expect((await migrateHere(folder, database)).code).toBe(0)
    expect(await store.messages('cards', z.unknown()).find(newer)).toEqual(newer)
    expect(await store.checkpoints.load(keyOf('acme'))).toMatchObject({
      kind: 'damaged',
      reason: expect.stringContaining('its checksum is wrong'),
    })
  })

  it('moves what a folder of an older version has, and names what cannot be read there', async () => {
    const folder = emptyFolder()
    writeOldFolder(folder)
    const { database, store } = await target()
    const day = join(folder, 'cards', 'C1', '2026-11-20.jsonl')
    appendFileSync(day, '{"ts":\n')
    const { code, complained } = await migrateHere(folder, database)
    expect(code).toBe(0)
    expect(complained).toContain(`Not moved: Stored posts are damaged. ${day}, line 3: it is not JSON.`)
    const cards = await Array.fromAsync(store.messages('cards', z.unknown()).since(0))
    expect(cards).toEqual(expect.arrayContaining(sampleMessages.cards ?? []))
  })

  it('moves nothing from a folder that a newer version has written, and npm run forget does not search it', async () => {
    const folder = await leftFolder()
    const { database, contents } = await target()
    writeFileSync(join(folder, 'version'), '1001\n')
    const sentence = `A newer version of Overheard has written the folder ${folder}: its data has version 1001`
    for (const ended of [
      await migrateHere(folder, database),
      await runHere(['forget', '--author', 'Kim Lee'], { DATA_DIR: folder }),
    ]) {
      expect(ended.code).toBe(1)
      expect(ended.complained).toContain(sentence)
    }
    expect(await contents()).toEqual(nothing)
  })

  it('moves nothing if a file is not readable without which the bot would post what is muted', async () => {
    const folder = await leftFolder()
    const { database, contents } = await target()
    writeFileSync(join(folder, 'mutes.json'), '{')
    const { code, complained } = await migrateHere(folder, database)
    expect(code).toBe(1)
    expect(complained).toContain(`${join(folder, 'mutes.json')}: it is not JSON.`)
    expect(await contents()).toEqual(nothing)
    await (await openFolder(folder, deps)).close()
  })

  it('names a damaged checkpoint that it cannot move, and moves the rest', async () => {
    const folder = await leftFolder()
    const { database, contents } = await target()
    writeFileSync(join(folder, 'checkpoints', 'broken-0123456789ab.json'), '{')
    const { code, complained } = await migrateHere(folder, database)
    expect(code).toBe(0)
    expect(complained).toContain('Not moved: ')
    expect(complained).toContain('broken-0123456789ab.json')
    expect(await contents()).toEqual(everything)
  })

  it('asks for DATABASE_URL if it is missing', async () => {
    const { code, complained } = await migrateHere(emptyFolder(), '', '--dry-run')
    expect([code, complained]).toEqual([
      1,
      'DATABASE_URL is missing: name the database to move to (postgres://…). A dry run needs it, too.\n',
    ])
  })

  it('reports a folder that does not exist', async () => {
    const { database } = await target()
    const { code, complained } = await migrateHere('/nowhere', database)
    expect([code, complained]).toEqual([1, 'There is no folder /nowhere.\n'])
  })
})
