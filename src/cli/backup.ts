import { access, constants } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { createCleanup } from '@overheard/base/cleanup'
import packageFile from '../../package.json' with { type: 'json' }
import { variables } from '../config/settings.ts'
import { grouped } from '../messages/kit/numbers.ts'
import { describeFileError } from '../model/file-errors.ts'
import { type BackupPart, writeBackup } from '../store/backup/backup-file.ts'
import { sourceOf } from '../store/backup/sources.ts'
import { storePlaceOf } from '../store/of-commands.ts'
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
  const place = storePlaceOf(variables)
  await mustTakeFiles(dirname(resolve(file)))
  // The copies have queries of private alerts.
  process.umask(0o077)
  const undo = createCleanup()
  try {
    const sources = [
      sourceOf(place, `${file}.records`, undo.add),
      // After the checkpoints: a mention that the bot has posted must not be missing in the service, which would give it another id.
      ...mentionSources(place.DATA_DIR, `${file}.mentions`, undo.add),
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
