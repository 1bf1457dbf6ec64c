import {
  appendFileSync,
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Time } from '@overheard/base/time'
import {
  checkDatabaseFile,
  copyDatabaseFile,
  mustBeUnused,
  replaceDatabaseFile,
} from '@overheard/listen/store/copy-file'
import { migrations } from '@overheard/listen/store/schema'
import { mentionsFile } from '../../model/listening.ts'
import {
  type BackupSource,
  BackupUnusableError,
  bytesOfPiece,
  type FilePiece,
  type FolderLine,
  type Prepared,
  pieceOf,
  StoreNotEmptyError,
} from '../../store/backup/backup-file.ts'

export const newestMentions = migrations.length
const pieceBytes = 524_288

/** The file of the own mention service, if there is one. It is copied also while the service runs; `undo` removes the copy. */
export function mentionSources(
  folder: string,
  copy: string,
  undo: (release: () => unknown) => void,
): BackupSource[] {
  const file = join(folder, mentionsFile)
  if (!existsSync(file)) return []
  /** Copies the file, so that the service can go on, and returns the copy in pieces. Rejects if a newer version wrote it. */
  const open = async () => {
    undo(() => removeDatabase(copy))
    const version = copyDatabaseFile(file, copy)
    if (version > newestMentions) throw newerMentions(file)
    return { version, lines: piecesOf(copy) }
  }
  return [{ part: 'mentions', open }]
}

export const newerMentions = (file: string) =>
  new BackupUnusableError(`A newer version of Overheard has written ${file}. Run that version.`)

async function* piecesOf(path: string): AsyncGenerator<FilePiece> {
  const descriptor = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(pieceBytes)
    for (let at = 0; ; ) {
      const length = readSync(descriptor, bytes, 0, pieceBytes, at)
      if (length === 0) return
      yield pieceOf(mentionsFile, at, bytes.subarray(0, length))
      at += length
    }
  } finally {
    closeSync(descriptor)
  }
}

type RestoreOptions = { replace: boolean; now: Time }

/**
 * Unpacks the file of the mention service beside the one in the folder. Throws StoreNotEmptyError, DatabaseError if the service runs, or Node's
 * error if the disk fails.
 */
export async function prepareMentions(
  folder: string,
  lines: AsyncIterable<FolderLine>,
  { replace, now }: RestoreOptions,
): Promise<Prepared> {
  const file = join(folder, mentionsFile)
  if (existsSync(file) && !replace)
    throw new StoreNotEmptyError(
      `${file} has mentions. With --replace it is moved to a copy beside it, and replaced.`,
    )
  mustBeUnused(file)
  const prepared = `${file}.restoring`
  const abandon = async () => removeDatabase(prepared)
  await abandon()
  try {
    for await (const line of lines) if (!('removed' in line)) appendFileSync(prepared, bytesOfPiece(line))
    checkDatabaseFile(prepared)
    giveTo(prepared, folder)
  } catch (error) {
    await abandon()
    throw error
  }
  return { abandon, commit: async () => replaceDatabaseFile(file, prepared, now) }
}

/** If root restores, the file must belong to the user of the bot, which is that of the folder. */
function giveTo(file: string, folder: string): void {
  const { uid, gid } = statSync(folder)
  if (process.getuid?.() === 0) chownSync(file, uid, gid)
}

/** A copy of the file of the mention service, which no process uses. Returns undefined if the file is something else. */
export function mentionsCopy(
  path: string,
): { version: number; lines(): AsyncGenerator<FilePiece> } | undefined {
  const descriptor = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(magic.length)
    readSync(descriptor, bytes, 0, magic.length, 0)
    if (!bytes.equals(magic)) return undefined
  } finally {
    closeSync(descriptor)
  }
  return { version: checkDatabaseFile(path), lines: () => piecesOf(path) }
}

/** https://sqlite.org/fileformat2.html#magic_header_string */
const magic = Buffer.from('SQLite format 3\0')

/** Removes a file of the mention service, with the files of SQLite beside it. */
export function removeDatabase(path: string): void {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${ending}`, { force: true })
}
