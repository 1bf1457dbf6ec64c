import { join } from 'node:path'
import { type FolderLine, piecesOf } from '../backup/backup-file.ts'
import { readJson } from '../damage.ts'
import { type Disk, disk as realDisk } from './disk.ts'
import { dataIn, versionFile } from './folder-version.ts'
import { checkpointsFolder } from './open-folder.ts'

/** After so many passes, the bot writes so often that some files are of another moment than others. */
const maxPasses = 50

/**
 * Reads the files of the store beside a running bot, and changes nothing. A file is read again if it changed meanwhile, until a pass finds
 * no change: then all files are as they were at one moment.
 *
 * Checkpoints are read first, and only once. The bot stores a card, a reminder or an event before the checkpoint that says that its mention is
 * done. So whatever a checkpoint in the backup says is in the backup, too. What was posted after the checkpoint was read is found in the channel.
 */
export async function* folderLines(folder: string, disk: Disk = realDisk): AsyncGenerator<FolderLine> {
  /** The mark of each file when it was read. */
  const read = new Map<string, string>()
  for (let pass = 0; pass < maxPasses; pass++) {
    let changes = 0
    for (const line of changedFiles(folder, read, disk)) {
      changes += 1
      yield line
    }
    if (changes === 0) return
  }
}

function* changedFiles(folder: string, read: Map<string, string>, disk: Disk): Generator<FolderLine> {
  const files = filesOfStore(folder, disk)
  const present = new Set(files)
  for (const file of [...read.keys()].filter((one) => !present.has(one))) {
    read.delete(file)
    yield { removed: file }
  }
  for (const file of files) {
    if (read.has(file) && isCheckpoint(file)) continue
    const bytes = readChanged(join(folder, file), read, file, disk)
    if (bytes !== undefined) yield* piecesOf(file, isAppended(file) ? withoutTornLine(bytes) : bytes)
  }
}

/** Returns the content of a file that has changed since it was read, and undefined for others. */
function readChanged(path: string, read: Map<string, string>, file: string, disk: Disk): Buffer | undefined {
  // The mark comes first: a change while the file is read gives it another one.
  const mark = disk.look(path)?.mark
  const bytes = mark === undefined || mark === read.get(file) ? undefined : disk.read(path)
  if (bytes !== undefined && mark !== undefined) read.set(file, mark)
  return bytes
}

/**
 * The paths of all files of the store, checkpoints first. The index of a day comes before the day, as its name sorts: it must not describe
 * lines that the backup does not have.
 */
function filesOfStore(folder: string, disk: Disk): string[] {
  const data = dataIn(folder)
  const found = [versionFile, ...data].flatMap((name) => filesAt(folder, name, disk))
  return [...found.filter(isCheckpoint), ...found.filter((file) => !isCheckpoint(file))]
}

function filesAt(folder: string, name: string, disk: Disk): string[] {
  const found = disk.look(join(folder, name))
  if (found === undefined) return []
  if (found.isFolder)
    return disk.list(join(folder, name)).flatMap((child) => filesAt(folder, `${name}/${child}`, disk))
  return name === versionFile || isOfStore(name) ? [name] : []
}

/** Unfinished files end with `.new`. */
const isOfStore = (file: string) => /\.(json|jsonl|index)(\.damaged(-\d+)?)?$/.test(file)
const isAppended = (file: string) => /\.(jsonl|index)$/.test(file)
const isCheckpoint = (file: string) => file.startsWith(`${checkpointsFolder}/`)

const lineBreak = 0x0a

/** The last line may be one that is just being written. */
function withoutTornLine(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(lineBreak) + 1
  const isWhole = end === bytes.length || readJson(bytes.subarray(end)).why === undefined
  return isWhole ? bytes : bytes.subarray(0, end)
}
