import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { openStore } from '@overheard/listen/store/store'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { openFolder } from '../../src/store/file/open-folder.ts'
import { openDatabaseStore } from '../../src/store/postgres/open-database.ts'
import { type Ended, runHere } from '../tools/command-here.ts'
import { useDatabases } from '../tools/databases.ts'
import { emptyFolder } from '../tools/folder.ts'
import { programOf } from '../tools/program.ts'

/** `overheard backup` and `restore`: as people run them, and in this process, because a new one takes longer than the rest of a test. */

const databases = useDatabases()
const deps = { now: Date.now, setTimer: () => () => undefined, log: { warn: () => undefined } }

function runProgram(args: string[], environment: object): Promise<Ended> {
  const env = { PATH: process.env.PATH, ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, [programOf('src/main.ts'), ...args], { env }, (error, said, complained) =>
      resolve({ code: Number(error?.code ?? 0), said, complained }),
    )
  })
}

/** A folder with a record, and the file of a mention service, which still runs. */
async function leftFolder() {
  const folder = emptyFolder()
  const store = await openFolder(folder, deps)
  await store.collection('numbers', z.number()).put('a', 1)
  await store.close()
  const service = openStore(join(folder, 'mentions.sqlite'))
  onTestFinished(() => service.close())
  service.database.run("INSERT INTO meta VALUES ('mine', 7)")
  return { folder }
}

const numberIn = async (folder: string) => {
  const store = await openFolder(folder, deps)
  const found = await store.collection('numbers', z.number()).find('a')
  await store.close()
  return found
}

const mineIn = (folder: string) => {
  const service = openStore(join(folder, 'mentions.sqlite'))
  const found = service.database.get<{ value: number }>("SELECT value FROM meta WHERE name = 'mine'")
  service.close()
  return found?.value
}

/** The lines of a backup, without the one at its end. */
const linesOf = (file: string) =>
  gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n').slice(0, -1)

function writeBackupOf(file: string, lines: string[]): void {
  const text = lines.map((line) => `${line}\n`).join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  writeFileSync(file, gzipSync(`${text}${JSON.stringify({ end: { lines: lines.length, sha256 } })}\n`))
}

describe('overheard backup and restore', () => {
  it('bring a folder and the file of a running mention service to another machine, and replace what is there only on demand', async () => {
    const { folder } = await leftFolder()
    const file = join(emptyFolder(), 'backup.gz')
    expect(await runProgram(['backup', file], { DATA_DIR: folder })).toEqual({
      code: 0,
      said: expect.stringMatching(
        /^Wrote the data folder and the mention service to .*backup\.gz \(\d+ kB\)\.\n$/,
      ),
      complained: '',
    })
    expect(readdirSync(join(file, '..'))).toEqual(['backup.gz'])
    const other = join(emptyFolder(), 'data')
    expect(await runProgram(['restore', file], { DATA_DIR: other })).toEqual({
      code: 0,
      said: `Restored ${file}. The next start compares it with the channels before its first post.\n`,
      complained: '',
    })
    expect(await numberIn(other)).toBe(1)
    expect(mineIn(other)).toBe(7)
    const again = await runProgram(['restore', file], { DATA_DIR: other })
    expect(again).toMatchObject({
      code: 1,
      complained: expect.stringContaining('With --replace it is moved'),
    })
    const replaced = await runProgram(['restore', file, '--replace'], { DATA_DIR: other })
    expect(replaced).toMatchObject({
      code: 0,
      said: expect.stringMatching(
        /The data of before is in .*before-restore-\d+\.copy and .*mentions\.sqlite\.before-restore-\d+\.copy\./,
      ),
    })
    expect(await numberIn(other)).toBe(1)
    expect(readdirSync(other).filter((name) => /restoring|unfinished|new$/.test(name))).toEqual([])
  })

  it('bring back all records of a folder that has lost the file with its version', async () => {
    const { folder } = await leftFolder()
    rmSync(join(folder, 'version'))
    const file = join(emptyFolder(), 'backup.gz')
    await runHere(['backup', file], { DATA_DIR: folder })
    const other = join(emptyFolder(), 'data')
    expect(await runHere(['restore', file], { DATA_DIR: other })).toMatchObject({ code: 0 })
    expect(await numberIn(other)).toBe(1)
    expect(readFileSync(join(other, 'version'), 'utf8')).toBe('4\n')
  })

  it('refuse to replace the file of a mention service that runs, and change nothing then', async () => {
    const { folder } = await leftFolder()
    const file = join(emptyFolder(), 'backup.gz')
    await runHere(['backup', file], { DATA_DIR: folder })
    const before = readdirSync(folder)
    const refused = await runHere(['restore', file, '--replace'], { DATA_DIR: folder })
    expect(refused).toMatchObject({ complained: expect.stringContaining('Another process uses') })
    expect(refused.code).not.toBe(0)
    expect(readdirSync(folder)).toEqual(before)
  })

  it.each([
    ['folder', 'A newer version of Overheard has written'],
    ['mentions', 'A newer version of Overheard has written'],
  ])('refuse a backup whose %s has a newer version, before anything is written', async (part, sentence) => {
    const { folder } = await leftFolder()
    const file = join(emptyFolder(), 'backup.gz')
    await runHere(['backup', file], { DATA_DIR: folder })
    const toNewer = (line: string) => line.replace(new RegExp(`("part":"${part}","version":)\\d+`), '$199')
    writeBackupOf(file, linesOf(file).map(toNewer))
    const other = join(emptyFolder(), 'data')
    const refused = await runHere(['restore', file], { DATA_DIR: other })
    expect(refused).toMatchObject({ code: 1, complained: expect.stringContaining(sentence) })
    expect(existsSync(other)).toBe(false)
  })

  it('refuse a backup of a folder for a database, and the reverse, and say what to do', async () => {
    const { folder } = await leftFolder()
    const file = join(emptyFolder(), 'folder.gz')
    await runHere(['backup', file], { DATA_DIR: folder })
    const { url, open } = await databases.fresh()
    const { database } = await open()
    await (await openDatabaseStore(database, deps)).collection('numbers', z.number()).put('a', 2)
    const inDatabase = { DATABASE_URL: url, DATA_DIR: join(emptyFolder(), 'none') }
    expect(await runHere(['restore', file], inDatabase)).toMatchObject({
      code: 1,
      complained: expect.stringContaining('Restore it without DATABASE_URL, and then move it'),
    })
    const other = join(emptyFolder(), 'database.gz')
    expect(await runHere(['backup', other], inDatabase)).toMatchObject({ code: 0, complained: '' })
    expect(await runHere(['restore', other], { DATA_DIR: emptyFolder() })).toMatchObject({
      code: 1,
      complained: expect.stringContaining('Set DATABASE_URL to restore it.'),
    })
  })

  it('bring back the database and the file of the mention service beside it, also after the folder was moved to the database', async () => {
    const { folder } = await leftFolder()
    writeFileSync(join(folder, 'moved-to-database'), 'x')
    const { url, open } = await databases.fresh({ alters: true })
    const { database } = await open()
    const numbers = (await openDatabaseStore(database, deps)).collection('numbers', z.number())
    await numbers.put('a', 2)
    const file = join(emptyFolder(), 'both.gz')
    expect(await runHere(['backup', file], { DATABASE_URL: url, DATA_DIR: folder })).toMatchObject({
      code: 0,
      said: expect.stringContaining('Wrote the database and the mention service to'),
    })
    await numbers.put('a', 3)
    const other = emptyFolder()
    writeFileSync(join(other, 'moved-to-database'), 'x')
    const restored = await runHere(['restore', file, '--replace'], { DATABASE_URL: url, DATA_DIR: other })
    expect(restored).toMatchObject({ code: 0, complained: '' })
    expect(await (await openDatabaseStore(database, deps)).collection('numbers', z.number()).find('a')).toBe(
      2,
    )
    expect(mineIn(other)).toBe(7)
    const ofFolder = join(emptyFolder(), 'folder.gz')
    await runHere(['backup', ofFolder], { DATA_DIR: (await leftFolder()).folder })
    expect(await runHere(['restore', ofFolder], { DATA_DIR: other })).toMatchObject({
      code: 1,
      complained: expect.stringContaining('was moved to a database'),
    })
  })

  it('name what cannot be backed up or restored', async () => {
    const missing = join(emptyFolder(), 'none')
    const file = join(emptyFolder(), 'backup.gz')
    const none = await runHere(['backup', file], { DATA_DIR: missing })
    expect(none).toMatchObject({
      code: 1,
      complained: `There is no folder ${missing}. DATA_DIR names the folder of the bot.\n`,
    })
    expect(existsSync(file)).toBe(false)
    const { folder } = await leftFolder()
    writeFileSync(join(folder, 'version'), '99\n')
    expect(await runHere(['backup', file], { DATA_DIR: folder })).toMatchObject({
      code: 1,
      complained: expect.stringContaining('A newer version of Overheard has written the folder'),
    })
    expect(await runHere(['restore', file], { DATA_DIR: folder })).toMatchObject({
      complained: `There is no file ${file}.\n`,
    })
    const empty = emptyFolder()
    expect(await runHere(['restore', empty], { DATA_DIR: missing })).toMatchObject({
      complained: `The folder ${empty} has no data of Overheard.\n`,
    })
    expect(existsSync(missing)).toBe(false)
  })

  describe.skipIf(process.getuid?.() !== 0)('as root, for the user of the folder,', () => {
    const bot = 12_345
    function newFolder(): string {
      const folder = join(emptyFolder(), 'data')
      mkdirSync(folder)
      chownSync(folder, bot, bot)
      return folder
    }
    const usersIn = (folder: string) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => [
        name,
        statSync(join(folder, name)).uid,
      ])
    const allOfBot = (folder: string) => usersIn(folder).map(([name]) => [name, bot])
    async function backedUp(): Promise<string> {
      const { folder } = await leftFolder()
      const file = join(emptyFolder(), 'backup.gz')
      await runHere(['backup', file], { DATA_DIR: folder })
      return file
    }

    it('give that user the restored files', async () => {
      const other = newFolder()
      expect(await runHere(['restore', await backedUp()], { DATA_DIR: other })).toMatchObject({
        ...{ code: 0, complained: '' },
      })
      const names = readdirSync(other, { recursive: true, encoding: 'utf8' })
      expect(names).toEqual(expect.arrayContaining(['lock', 'records.sqlite', 'mentions.sqlite', 'version']))
      expect(usersIn(other)).toEqual(allOfBot(other))
    })

    it('leave that user all files if the restore is refused or fails', async () => {
      const [file, other] = [await backedUp(), newFolder()]
      const foreign = join(emptyFolder(), 'foreign.gz')
      writeBackupOf(
        foreign,
        linesOf(file).map((line) => line.replace('"file":"version"', '"file":"owner"')),
      )
      expect(await runHere(['restore', foreign], { DATA_DIR: other })).toMatchObject({
        ...{ code: 1, complained: expect.stringContaining('a file that no store has') },
      })
      expect(readdirSync(other)).toContain('owner')
      expect(usersIn(other)).toEqual(allOfBot(other))
      await runHere(['restore', file], { DATA_DIR: other })
      expect(await runHere(['restore', file], { DATA_DIR: other })).toMatchObject({
        complained: expect.stringContaining('With --replace'),
      })
      expect(usersIn(other)).toEqual(allOfBot(other))
    })

    it('leave that user all files if only the file of the mention service is replaced', async () => {
      const [file, other] = [await backedUp(), newFolder()]
      await runHere(['restore', file], { DATA_DIR: other })
      await runHere(['restore', file, '--replace'], { DATA_DIR: other })
      const copy = readdirSync(other).find((name) => /^mentions\.sqlite\..*copy$/.test(name)) ?? ''
      const restored = await runHere(['restore', join(other, copy), '--replace'], { DATA_DIR: other })
      expect(restored).toMatchObject({ code: 0 })
      expect(usersIn(other)).toEqual(allOfBot(other))
    })
  })
})

it('a backup into a folder that is not there names this folder', async () => {
  const { folder } = await leftFolder()
  const missing = join(folder, 'nosuch')
  const { code, complained } = await runHere(['backup', join(missing, 'b.gz')], { DATA_DIR: folder })
  expect(code).toBe(1)
  expect(complained).toBe(
    `No file can be written to the folder ${missing}: there is no such file or folder.\n`,
  )
})
