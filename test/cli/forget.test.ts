import { execFile } from 'node:child_process'
import { expect, it } from 'vitest'
import { forget } from '../../src/cli/forget.ts'
import { copiesIn } from '../../src/store/file/folder-version.ts'
import { openFolder } from '../../src/store/file/open-folder.ts'
import { connectDatabase } from '../../src/store/postgres/database.ts'
import { applyMigrations, copiesOf } from '../../src/store/postgres/migrations.ts'
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
    const onDatabase = async <Result>(
      work: (database: ReturnType<typeof connectDatabase>) => Promise<Result>,
    ) => {
      const database = connectDatabase(url)
      return work(database).finally(() => database.close())
    }
    await onDatabase(applyMigrations)
    return { environment: { DATABASE_URL: url, DATA_DIR: emptyFolder() }, copies: () => onDatabase(copiesOf) }
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
