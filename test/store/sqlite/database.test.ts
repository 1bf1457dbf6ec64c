import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { FolderUnusableError, openFolder } from '../../../src/store/file/open-folder.ts'
import { type Database, DatabaseUnusableError, openDatabase } from '../../../src/store/sqlite/database.ts'
import { emptyFolder } from '../../tools/folder.ts'
import { runs } from '../../tools/runs.ts'
import { openRecordsIn } from '../../tools/sqlite-records.ts'

const put = (key: string, value: unknown) => ({
  text: 'insert into records (collection, key, value) values ($1, $2, $3) on conflict (collection, key) do update set value = excluded.value',
  values: ['mutes', key, JSON.stringify(value)],
})
const rowsOf = z.array(z.object({ key: z.string(), value: z.unknown() }))
const all = async (database: Database) =>
  rowsOf.parse((await database.query('select key, value from records order by key')).rows)

describe('the file with records', () => {
  it('can be read by nobody else, and has a log on a local disk, which ends with the process', async () => {
    const { folder, path, database, close } = openRecordsIn()
    database.all([put('a', 1)])
    expect(readdirSync(folder).sort()).toEqual(['records.sqlite', 'records.sqlite-shm', 'records.sqlite-wal'])
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    expect((await database.query('PRAGMA synchronous')).rows).toEqual([{ synchronous: 2 }])
    close()
    expect(readdirSync(folder)).toEqual(['records.sqlite'])
    expect(readFileSync(path).includes('mutes')).toBe(true)
  })

  it('has a journal where processes share no memory, also if it had a log when its process was killed', async () => {
    const from = openRecordsIn()
    from.database.all([put('a', 1)])
    const path = join(emptyFolder(), 'records.sqlite')
    for (const ending of ['', '-wal']) copyFileSync(`${from.path}${ending}`, `${path}${ending}`)
    const database = openDatabase(path, false)
    onTestFinished(database.close)
    database.all([put('b', 2)])
    expect(existsSync(`${path}-wal`)).toBe(false)
    expect(existsSync(`${path}-shm`)).toBe(false)
    expect((await database.query('PRAGMA journal_mode')).rows).toEqual([{ journal_mode: 'truncate' }])
    expect((await database.query('PRAGMA synchronous')).rows).toEqual([{ synchronous: 2 }])
    expect(await all(database)).toEqual([
      { key: 'a', value: 1 },
      { key: 'b', value: 2 },
    ])
  })

  it('stores all of some statements, or none, and goes on, if the disk is full', async () => {
    const { database } = openRecordsIn()
    database.all([put('a', 1)])
    const [pages] = (await database.query('PRAGMA page_count')).rows
    await database.query(
      `PRAGMA max_page_count = ${z.object({ page_count: z.number() }).parse(pages).page_count + 1}`,
    )
    const refused = () => database.all([put('b', 2), put('c', 'x'.repeat(50_000))])
    expect(refused).toThrow(
      expect.objectContaining({ code: 'ENOSPC', message: expect.stringContaining('records.sqlite') }),
    )
    await expect(database.query(put('c', 1).text, ['mutes', 'c', 'x'.repeat(50_000)])).rejects.toMatchObject({
      code: 'ENOSPC',
    })
    expect(await all(database)).toEqual([{ key: 'a', value: 1 }])
    await database.query('PRAGMA max_page_count = 100000')
    database.all([put('b', 2)])
    expect(await all(database)).toHaveLength(2)
  })

  describe('writes of the same moment', () => {
    const always = () => undefined
    const outcomes = async (database: Database, statements: ReturnType<typeof put>[]) =>
      (await Promise.allSettled(statements.map((one) => database.write(one, always)))).map(
        ({ status }) => status,
      )

    it('wait for the disk together', async () => {
      const { path, database } = openRecordsIn()
      const logSize = () => statSync(`${path}-wal`).size
      const before = logSize()
      await database.write(put('a', 1), always)
      const ofOne = logSize() - before
      await Promise.all(Array.from({ length: 50 }, (_, index) => database.write(put(`b${index}`, 1), always)))
      expect(logSize() - before - ofOne).toBeLessThan(5 * ofOne)
      expect(await all(database)).toHaveLength(51)
    })

    it('are stored without one that cannot be stored', async () => {
      const { database } = openRecordsIn()
      const refused = {
        text: 'insert into records (collection, key, value) values ($1, $2, null)',
        values: ['mutes', 'b'],
      }
      expect(await outcomes(database, [put('a', 1), refused, put('c', 3)])).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
      ])
      expect(await all(database)).toEqual([
        { key: 'a', value: 1 },
        { key: 'c', value: 3 },
      ])
    })

    it('all fail if the disk is full, and nothing of them is stored', async () => {
      const { database } = openRecordsIn()
      database.all([put('a', 1)])
      const [pages] = (await database.query('PRAGMA page_count')).rows
      const { page_count: used } = z.object({ page_count: z.number() }).parse(pages)
      await database.query(`PRAGMA max_page_count = ${used + 1}`)
      expect(await outcomes(database, [put('b', 2), put('c', 'x'.repeat(50_000)), put('d', 4)])).toEqual(
        Array(3).fill('rejected'),
      )
      expect(await all(database)).toEqual([{ key: 'a', value: 1 }])
    })

    it('are on the disk when the file is closed', async () => {
      const { path, database, close } = openRecordsIn()
      const written = database.write(put('a', 1), always)
      close()
      await written
      expect(await all(openRecordsIn(join(path, '..')).database)).toEqual([{ key: 'a', value: 1 }])
    })
  })

  it('is refused if it is damaged, with what to do, and stays as it is', async () => {
    const folder = emptyFolder()
    const deps = { now: () => 0, setTimer: () => () => undefined, log: { warn: () => undefined } }
    await (await openFolder(folder, deps)).close()
    const path = join(folder, 'records.sqlite')
    writeFileSync(path, 'no database, but some other text. '.repeat(200))
    const before = readFileSync(path)
    expect(() => openDatabase(path)).toThrow(DatabaseUnusableError)
    const refused = await openFolder(folder, deps).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(FolderUnusableError)
    expect(String(refused)).toContain(
      `${path} is damaged (file is not a database). Stop the bot, and restore a backup.`,
    )
    expect(readFileSync(path)).toEqual(before)
  })

  it('tells what this process has changed, and at the next read that another one has changed something', async () => {
    const folder = emptyFolder()
    const store = await openFolder(folder, {
      now: () => 0,
      setTimer: () => () => undefined,
      log: { warn: () => undefined },
    })
    onTestFinished(store.close)
    const heard: unknown[] = []
    store.onChange((topic, isOwn) => void heard.push([topic, isOwn]))
    const numbers = store.collection('numbers', z.number())
    await numbers.put('a', 1)
    await store.messages('cards', z.number()).add({ channel: 'C1', ts: '1795176000.000100' }, 1)
    await numbers.all()
    expect(heard).toEqual([
      ['records numbers', true],
      ['messages cards', true],
    ])
    openRecordsIn(folder).database.all([put('b', 1)])
    await numbers.all()
    expect(heard.slice(2)).toEqual([[undefined, false]])
  })

  it('lets another process read while a write runs, and gives it the state of before', async () => {
    const { path, database } = openRecordsIn()
    database.all([put('a', 1)])
    const writing = new DatabaseSync(path)
    writing.exec("BEGIN IMMEDIATE; update records set value = '2'")
    expect(await all(openRecordsIn(join(path, '..')).database)).toEqual([{ key: 'a', value: 1 }])
    writing.exec('COMMIT')
    writing.close()
    expect(await all(database)).toEqual([{ key: 'a', value: 2 }])
  })
})

describe('after a kill or a power cut', () => {
  /** Commits change by change, and returns the files as they are after each, which a kill leaves, and of which each byte was synchronised. */
  function committed(texts: string[]) {
    const { path, database } = openRecordsIn()
    const states: { file: Buffer; log: Buffer; count: number }[] = []
    for (const [index, text] of texts.entries()) {
      const state = () => ({ file: readFileSync(path), log: readFileSync(`${path}-wal`), count: index })
      if (index === 0) states.push(state())
      database.all([put(String(index), text), put('newest', index + 1)])
      states.push({ ...state(), count: index + 1 })
    }
    return states
  }

  async function countIn(file: Buffer, log: Buffer): Promise<number> {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'records.sqlite'), file)
    writeFileSync(join(folder, 'records.sqlite-wal'), log)
    const { database, close } = openRecordsIn(folder)
    const rows = await all(database)
    expect((await database.query('PRAGMA integrity_check')).rows).toEqual([{ integrity_check: 'ok' }])
    close()
    const newest = rows.find(({ key }) => key === 'newest')?.value ?? 0
    expect(rows.filter(({ key }) => key !== 'newest')).toHaveLength(Number(newest))
    return Number(newest)
  }

  it('at any moment of a write, every change before it is there, and all of the change or nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.nat(9000).map((length) => 'x'.repeat(length)),
          { minLength: 1, maxLength: 8 },
        ),
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.nat(40), { maxLength: 4 }),
        async (texts, which, written, lost) => {
          const states = committed(texts)
          const before = states[which % (states.length - 1)]
          const after = states[(which % (states.length - 1)) + 1]
          if (before === undefined || after === undefined) throw new Error('no state')
          expect(await countIn(before.file, before.log)).toBe(before.count)
          // What was appended after the last sync is there up to some byte, and some of its blocks never arrived.
          const end = before.log.length + Math.floor(written * (after.log.length - before.log.length))
          const torn = Buffer.from(after.log.subarray(0, end))
          for (const block of lost)
            torn.fill(
              0,
              Math.min(end, before.log.length + block * 512),
              Math.min(end, before.log.length + (block + 1) * 512),
            )
          expect([before.count, after.count]).toContain(await countIn(before.file, torn))
        },
      ),
      { numRuns: runs(25) },
    )
  })
})
