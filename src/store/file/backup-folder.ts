import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { type FilePiece, type FolderLine, pieceBytes, pieceOf, piecesOf } from '../backup/backup-file.ts'
import { openToRead } from '../sqlite/database.ts'
import { recordsFile } from '../sqlite/records-file.ts'
import { disk } from './disk.ts'
import { dataIn, versionFile } from './folder-version.ts'
import { checkpointsFolder } from './open-folder.ts'

/**
 * Reads the files of the store beside a running bot, and changes nothing. `scratch` is the path of a file for a copy of the records, which the
 * caller removes.
 *
 * Checkpoints are read first, and the records as they are at one moment after that. The bot stores a card, a reminder or an event before the
 * checkpoint that says that its mention is done. So whatever a checkpoint in the backup says is in the backup, too, and the records are never
 * older: a press or a reminder that the backup lacks happened after everything in it. What was posted after a checkpoint was read is found in the
 * channel. Records before checkpoints would lose the card of a post that no restored bot posts again.
 */
export async function* folderLines(folder: string, scratch: string): AsyncGenerator<FolderLine> {
  const files = [versionFile, ...dataIn(folder)].flatMap((name) => filesAt(folder, name))
  const isCheckpoint = (file: string) => file.startsWith(`${checkpointsFolder}/`)
  for (const file of [...files.filter(isCheckpoint), ...files.filter((one) => !isCheckpoint(one))]) {
    const bytes = disk.read(join(folder, file))
    if (bytes !== undefined) yield* piecesOf(file, bytes)
  }
  yield* recordLines(join(folder, recordsFile), scratch)
}

function filesAt(folder: string, name: string): string[] {
  const found = disk.look(join(folder, name))
  if (found === undefined) return []
  if (found.isFolder)
    return disk.list(join(folder, name)).flatMap((child) => filesAt(folder, `${name}/${child}`))
  return name === versionFile || isOfStore(name) ? [name] : []
}

/** Unfinished files end with `.new`. */
const isOfStore = (file: string) => /\.(json|jsonl|index)(\.damaged(-\d+)?)?$/.test(file)

function* recordLines(path: string, scratch: string): Generator<FilePiece> {
  if (disk.look(path) === undefined) return
  disk.remove(scratch)
  const database = openToRead(path)
  try {
    database.copyTo(scratch)
  } finally {
    database.close()
  }
  const descriptor = openSync(scratch, 'r')
  try {
    const bytes = Buffer.alloc(pieceBytes)
    for (let at = 0; ; ) {
      const length = readSync(descriptor, bytes, 0, pieceBytes, at)
      if (length === 0) return
      yield pieceOf(recordsFile, at, bytes.subarray(0, length))
      at += length
    }
  } finally {
    closeSync(descriptor)
  }
}
