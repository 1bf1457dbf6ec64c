import { access, constants, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import packageFile from '../../package.json' with { type: 'json' }
import { createCleanup } from '../async/cleanup.ts'
import { variables } from '../config/settings.ts'
import { grouped } from '../messages/kit/numbers.ts'
import { describeFileError } from '../model/file-errors.ts'
import { type BackupPart, type BackupSource, writeBackup } from '../store/backup/backup-file.ts'
import { folderLines } from '../store/file/backup-folder.ts'
import { folderVersion, whyUnusableVersion } from '../store/file/folder-version.ts'
import { whyMoved } from '../store/file/moved-folder.ts'
import { readTables } from '../store/postgres/backup-database.ts'
import { openWithRetry } from './command-database.ts'
import { mentionSources } from './listen/backup-mentions.ts'
import { exitCodes } from './shutdown.ts'

const partNames: Record<BackupPart, string> = {
  folder: 'the data folder',
  database: 'the database',
  mentions: 'the mention service',
}

/**
 * Writes everything that is stored to one file, also while bots run. Throws if the file exists, or if the store cannot be used or belongs to a
 * newer version.
 */
export async function backup(file: string): Promise<number> {
  const folder = variables.DATA_DIR?.trim() || './data'
  const url = variables.DATABASE_URL?.trim()
  await mustTakeFiles(dirname(resolve(file)))
  // The copies have queries of private alerts.
  process.umask(0o077)
  const undo = createCleanup()
  try {
    const sources = [
      url ? databaseSource(url, undo.add) : folderSource(folder, `${file}.records`, undo.add),
      // After the checkpoints: a mention that the bot has posted must not be missing in the service, which would give it another id.
      ...mentionSources(folder, `${file}.mentions`, undo.add),
    ]
    const { bytes } = await writeBackup(file, {
      by: packageFile.version,
      at: new Date().toISOString(),
      sources,
    })
    const held = sources.map(({ part }) => partNames[part]).join(' and ')
    process.stdout.write(`Wrote ${held} to ${file} (${grouped(Math.ceil(bytes / 1024))} kB).\n`)
    return exitCodes.stopped
  } finally {
    await undo.all()
  }
}

/** Errors of the files that the backup writes on its way would name these, and not the folder. */
async function mustTakeFiles(folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK)
  } catch (error) {
    throw new Error(
      `No file can be written to the folder ${folder}: ${describeFileError(error) ?? String(error)}.`,
    )
  }
}

const folderSource = (
  folder: string,
  scratch: string,
  undo: (release: () => unknown) => void,
): BackupSource => ({
  part: 'folder',
  async open() {
    if (!(await stat(folder).catch(() => undefined))?.isDirectory())
      throw new Error(`There is no folder ${folder}. DATA_DIR names the folder of the bot.`)
    const why = whyUnusableVersion(folder) ?? whyMoved(folder)
    if (why !== undefined) throw new Error(`${why.what} ${why.whatToDo}`)
    undo(() => rm(scratch, { force: true }))
    return { version: folderVersion(folder), lines: folderLines(folder, scratch) }
  },
})

const databaseSource = (url: string, undo: (release: () => unknown) => void): BackupSource => ({
  part: 'database',
  async open() {
    const tables = await openWithRetry(() => readTables(url))
    if (tables === undefined)
      throw new Error('The database has no tables of Overheard: there is nothing to back up.')
    undo(tables.close)
    return tables
  },
})
