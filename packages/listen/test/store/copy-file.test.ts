import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyFolder } from '../../../../test/tools/folder.ts'
import {
  copiesBeside,
  copyDatabaseFile,
  mustBeUnused,
  pruneCopiesBeside,
  replaceDatabaseFile,
} from '../../src/store/copy-file.ts'
import { openDatabase } from '../../src/store/database.ts'
import { migrations } from '../../src/store/schema.ts'
import { openStore } from '../../src/store/store.ts'

/** A database in which each step adds a row to two tables in one transaction. SQLite begins its log anew every few steps. */
function busyDatabase(start: number) {
  const path = join(emptyFolder(), 'mentions.sqlite')
  const database = openDatabase(path)
  onTestFinished(database.close)
  database.get('PRAGMA wal_autocheckpoint = 20')
  database.get('PRAGMA synchronous = OFF')
  database.run('CREATE TABLE one (id INTEGER PRIMARY KEY, text TEXT)')
  database.run('CREATE TABLE two (id INTEGER PRIMARY KEY, text TEXT)')
  let id = 0
  const write = (steps: number) => {
    for (let step = 0; step < steps; step++)
      database.transaction(() => {
        id += 1
        database.run('INSERT INTO one VALUES (?, ?)', id, 'x'.repeat((id * 37) % 3000))
        database.run("UPDATE one SET text = text || 'more' WHERE id = ?", 1 + ((id * 7) % id))
        database.run("INSERT INTO two VALUES (?, 'y')", id)
      })
  }
  write(start)
  return { path, write, written: () => id }
}

it('a copy of the database has all changes of one moment, however the service writes before, while and after each file is copied', () => {
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 30 }), fc.array(fc.nat(3), { maxLength: 12 }), (start, steps) => {
      const { path, write, written } = busyDatabase(start)
      const before = written()
      const next = () => write(steps.shift() ?? 0)
      const copy = `${path}.copy`
      const version = copyDatabaseFile(path, copy, (from, to) => {
        next()
        const bytes = readFileSync(from)
        const half = Math.floor(bytes.length / 3)
        writeFileSync(to, bytes.subarray(0, half))
        next()
        appendFileSync(to, readFileSync(from).subarray(half))
        next()
      })
      expect(version).toBe(migrations.length)
      const copied = new DatabaseSync(copy)
      const found = copied
        .prepare(
          'SELECT (SELECT max(id) FROM one) AS last, (SELECT count(*) FROM one) AS one, (SELECT count(*) FROM two) AS two',
        )
        .get()
      copied.close()
      expect(found).toEqual({ last: found?.one, one: found?.one, two: found?.one })
      expect(Number(found?.one)).toBeGreaterThanOrEqual(before)
      expect(readdirSync(dirname(path)).filter((name) => name.includes('copy'))).toEqual([
        'mentions.sqlite.copy',
      ])
    }),
    { numRuns: 80 },
  )
})

it('the file of a running service is copied, and is not replaced', async () => {
  const path = join(emptyFolder(), 'mentions.sqlite')
  const service = `
    import { openDatabase } from ${JSON.stringify(new URL('../../src/store/database.ts', import.meta.url).href)}
    openDatabase(process.argv[1]).run("INSERT INTO meta VALUES ('mine', 7)")
    console.log('runs')
    setInterval(() => undefined, 1000)`
  const running = spawn(process.execPath, ['--input-type=module', '-e', service, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void running.kill('SIGKILL'))
  await once(running.stdout, 'data')
  expect(() => mustBeUnused(path)).toThrow(`Another process uses ${path}. Stop it first.`)
  copyDatabaseFile(path, `${path}.copy`)
  const copied = new DatabaseSync(`${path}.copy`)
  expect(copied.prepare("SELECT value FROM meta WHERE name = 'mine'").get()).toEqual({ value: 7 })
  copied.close()
  expect(() => replaceDatabaseFile(path, `${path}.copy`, 0)).toThrow(`Another process uses ${path}`)
  expect(existsSync(`${path}.copy`)).toBe(true)
})

it('a database that is damaged is not copied', () => {
  const folder = emptyFolder()
  const path = join(folder, 'mentions.sqlite')
  const store = openStore(path)
  for (let index = 0; index < 200; index++)
    store.database.run('INSERT INTO meta VALUES (?, 1)', `${index} ${'x'.repeat(100)}`)
  store.close()
  writeFileSync(path, Buffer.alloc(4096, 7), { flag: 'r+' })
  expect(() => copyDatabaseFile(path, join(folder, 'copy'))).toThrow(`${path} is damaged: `)
})

describe('an older database', () => {
  const older = (path: string) => {
    const database = openDatabase(path)
    database.run("INSERT INTO meta VALUES ('mine', 7)")
    database.close()
  }
  const steps = [...migrations, "INSERT INTO meta VALUES ('upgraded', 1)"]

  it('is copied before it is upgraded, and the copy can take its place again', () => {
    const path = join(emptyFolder(), 'mentions.sqlite')
    older(path)
    expect(copiesBeside(path)).toEqual([])
    const database = openDatabase(path, steps)
    expect(database.get("SELECT value FROM meta WHERE name = 'upgraded'")).toEqual({ value: 1 })
    database.close()
    const copy = `${path}.version-${migrations.length}.copy`
    expect(copiesBeside(path)).toEqual([copy])
    expect(() => openDatabase(path)).toThrow('A newer version')
    const at = Date.parse('2026-11-23T09:00:00Z')
    const aside = `${path}.before-restore-20261123090000000.copy`
    expect(replaceDatabaseFile(path, copy, at)).toBe(aside)
    const again = openDatabase(path)
    expect(again.get("SELECT value FROM meta WHERE name = 'mine'")).toEqual({ value: 7 })
    again.close()
    expect(copiesBeside(path)).toEqual([aside])
  })

  it('is copied again if the upgrade failed', () => {
    const path = join(emptyFolder(), 'mentions.sqlite')
    older(path)
    expect(() => openDatabase(path, [...migrations, 'this is no SQL'])).toThrow('cannot be used')
    openDatabase(path, steps).close()
    const copy = new DatabaseSync(`${path}.version-${migrations.length}.copy`)
    expect(copy.prepare("SELECT value FROM meta WHERE name = 'mine'").get()).toEqual({ value: 7 })
    copy.close()
  })

  it('leaves a copy until the service forgets an author, or until mentions of that time are removed', () => {
    const path = join(emptyFolder(), 'mentions.sqlite')
    const name = `${path}.version-1.copy`
    const store = openStore(path)
    onTestFinished(store.close)
    writeFileSync(name, '')
    store.pruneCopies(Date.now() - 60_000)
    expect(existsSync(name)).toBe(true)
    store.shred()
    expect(existsSync(name)).toBe(false)
    writeFileSync(name, '')
    pruneCopiesBeside(path, Date.now() + 60_000)
    expect(existsSync(name)).toBe(false)
  })
})
