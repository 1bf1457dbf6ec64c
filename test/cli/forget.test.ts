import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { forget } from '../../src/cli/forget.ts'
import { copiesIn } from '../../src/store/file/folder-version.ts'
import { openFolder } from '../../src/store/file/open-folder.ts'
import { connectDatabase, type Database } from '../../src/store/postgres/database.ts'
import { applyMigrations, copiesOf, versionOf } from '../../src/store/postgres/migrations.ts'
import { runHere } from '../tools/command-here.ts'
import { useDatabases } from '../tools/databases.ts'
import { emptyFolder } from '../tools/folder.ts'
import { copyFrozenFolder, restoreFrozenDatabase } from '../tools/frozen-stores.ts'
import { programOf } from '../tools/program.ts'

const databases = useDatabases()

it.each([
  [' ', '--author is missing'],
  ['.x', 'too short'],
])(
  'npm run forget with the author "%s" fails with a message that contains "%s"',
  async (author, sentence) => {
    await expect(forget({ author })).rejects.toThrow(sentence)
  },
)

function runProgram(args: string[], environment: object): Promise<string> {
  const env = { PATH: process.env.PATH, ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, [programOf('src/main.ts'), ...args], { env }, (_error, said, complaints) =>
      resolve(said + complaints),
    )
  })
}

const onDatabase = async <Result>(url: string, work: (database: Database) => Promise<Result>) => {
  const database = connectDatabase(url)
  return work(database).finally(() => database.close())
}

/** The two kinds of stores after an upgrade from version 0.2, and how to list the copies in them. */
const upgraded = {
  async folder() {
    const folder = emptyFolder()
    copyFrozenFolder(folder)
    const deps = { now: Date.now, setTimer: () => () => undefined, log: { warn: () => undefined } }
    await (await openFolder(folder, deps)).close()
    return { environment: { DATA_DIR: folder }, copies: async () => copiesIn(folder) }
  },
  async database() {
    const url = await databases.empty()
    await restoreFrozenDatabase(url)
    await onDatabase(url, applyMigrations)
    return {
      environment: { DATABASE_URL: url, DATA_DIR: emptyFolder() },
      copies: () => onDatabase(url, copiesOf),
    }
  },
}

it.each(['folder', 'database'] as const)(
  'npm run forget removes the copy of before an update from a %s, because the author is in it, too',
  async (kind) => {
    const { environment, copies } = await upgraded[kind]()
    const [copy = ''] = await copies()
    const dry = await runHere(['forget', '--author', 'Spam King', '--dry-run'], environment)
    expect(dry.said).toContain(`Would remove the copies of before an update: ${copy}.`)
    expect(await copies()).toEqual([copy])
    const said = await runProgram(['forget', '--author', 'Spam King'], environment)
    expect(said).toMatch(/^Removed 'Spam King' from .*mutes: 1/)
    expect(said).toContain(`Removed the copies of before an update: ${copy}.`)
    expect(await copies()).toEqual([])
  },
)

it('npm run forget does not update the tables of an older version in a dry run, because its bots may run', async () => {
  const url = await databases.empty()
  await restoreFrozenDatabase(url)
  const before = await onDatabase(url, versionOf)
  const environment = { DATABASE_URL: url, DATA_DIR: emptyFolder() }
  const dry = await runHere(['forget', '--author', 'Spam King', '--dry-run'], environment)
  expect(dry).toMatchObject({
    code: 1,
    complained: expect.stringContaining(
      'The tables of DATABASE_URL are those of an older version of Overheard',
    ),
  })
  expect(await onDatabase(url, versionOf)).toBe(before)
  expect(await onDatabase(url, copiesOf)).toEqual([])
})

it.each([{ options: [] }, { options: ['--dry-run'] }])(
  'npm run forget does not say that nothing is stored about the author if the database has no tables, with the options $options',
  async ({ options }) => {
    const url = await databases.empty()
    const environment = { DATABASE_URL: url, DATA_DIR: emptyFolder() }
    const { code, said, complained } = await runHere(
      ['forget', '--author', 'Kim Lee', ...options],
      environment,
    )
    expect([code, said, complained]).toEqual([
      1,
      '',
      'The database has no tables of Overheard. Correct DATABASE_URL.\n',
    ])
    expect(await onDatabase(url, versionOf)).toBe(0)
  },
)

it('npm run forget counts the posts in the file of an older mention service in a dry run, and leaves the file as it is', async () => {
  const folder = emptyFolder()
  await (
    await openFolder(folder, {
      now: Date.now,
      setTimer: () => () => undefined,
      log: { warn: () => undefined },
    })
  ).close()
  const file = join(folder, 'mentions.sqlite')
  const database = new DatabaseSync(file)
  database.exec(`BEGIN; ${readFileSync('test/frozen/mentions-1/mentions.sql', 'utf8')} COMMIT`)
  const named = "SELECT content ->> '$.author.name' AS name FROM items WHERE name IS NOT NULL"
  const author = String(database.prepare(named).get()?.name)
  database.close()
  const [before, names] = [readFileSync(file), readdirSync(folder)]
  const { code, said } = await runHere(['forget', '--author', author, '--dry-run'], { DATA_DIR: folder })
  expect(said).toMatch(/Would remove '.*' from Overheard's own mention service: posts: [1-9]/)
  expect(code).toBe(0)
  expect(readFileSync(file)).toEqual(before)
  expect(readdirSync(folder)).toEqual(names)
})
