import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { parseJson } from '@overheard/base/json'
import { z } from 'zod'
import { disk, fileMode } from '../file/disk.ts'

/**
 * A backup is a gzip file of JSON lines. The first line is the header. The last line has the number and the hash of all lines before it, so
 * that a file that was cut off or changed is refused before anything is restored.
 */

/** What a backup can hold: a data folder, a database, and the SQLite file of the own mention service. */
const backupParts = ['folder', 'database', 'mentions'] as const
export type BackupPart = (typeof backupParts)[number]

/** Raise it if an older version of Overheard would read a new backup wrongly. */
const newestFormat = 1

const headerSchema = z.object({
  overheard: z.literal('backup'),
  format: z.int(),
  /** The version of Overheard that wrote the backup. */
  by: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  holds: z.array(z.enum(backupParts)),
})
type BackupHeader = z.infer<typeof headerSchema>

/** The lines of a part follow this line. */
const partSchema = z.object({ part: z.enum(backupParts), version: z.int() })

/**
 * A piece of a file. The piece at 0 begins the file anew, and a later piece follows the one before it. Bytes that are not UTF-8 are in
 * `base64`.
 */
const pieceSchema = z.object({
  file: z.string(),
  at: z.int(),
  text: z.string().optional(),
  base64: z.string().optional(),
})
export type FilePiece = z.infer<typeof pieceSchema>

/** The file was removed while the backup was written. */
const removedSchema = z.object({ removed: z.string() })

/** Rows of a table. Each value is PostgreSQL's text of it. */
const rowsSchema = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string().nullable())),
})
export type TableRows = z.infer<typeof rowsSchema>

const lineSchema = z.union([
  partSchema,
  pieceSchema.extend({ of: z.enum(['folder', 'mentions']) }),
  removedSchema.extend({ of: z.literal('folder') }),
  rowsSchema.extend({ of: z.literal('database') }),
])
type BackupLine = z.infer<typeof lineSchema>

export type FolderLine = FilePiece | z.infer<typeof removedSchema>

const endSchema = z.object({ end: z.object({ lines: z.int(), sha256: z.string() }) })

/** The file cannot be restored. The message is for people. */
export class BackupUnusableError extends Error {
  override readonly name = 'BackupUnusableError'
}

/** A part of a backup. It is opened when the parts before it are written. */
export type BackupSource = {
  part: BackupPart
  open(): Promise<{ version: number; lines: AsyncIterable<FolderLine | TableRows> }>
}

/** The store is not empty, and nobody said that it may be replaced. The message is for people. */
export class StoreNotEmptyError extends Error {
  override readonly name = 'StoreNotEmptyError'
}

/** `commit` puts the restored data in its place, and returns the place of the copy of the data of before, if there was any. */
export type Prepared = { commit(): Promise<string | undefined>; abandon(): Promise<void> }

/**
 * Writes a backup. It gets its name when it is complete and survives a power cut. Throws BackupUnusableError if the file exists, and Node's
 * error if it cannot be written.
 */
export async function writeBackup(
  path: string,
  { sources, ...about }: { by: string; at: string; sources: BackupSource[] },
): Promise<{ bytes: number }> {
  if ((await stat(path).catch(() => undefined)) !== undefined)
    throw new BackupUnusableError(`${path} exists already. Name another file, or delete it first.`)
  const unfinished = `${path}.unfinished`
  await rm(unfinished, { force: true })
  // Exclusive, because the folder may be one for everybody: a link or a file that somebody has prepared there would get the backup.
  const handle = await open(unfinished, 'wx', fileMode)
  try {
    const file = handle.createWriteStream({ flush: true })
    const holds = sources.map(({ part }) => part)
    const header: BackupHeader = { overheard: 'backup', format: newestFormat, ...about, holds }
    await pipeline(bytesOf(header, sources), createGzip(), file)
    await rename(unfinished, path)
    await disk.syncFolder(dirname(path))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return { bytes: (await stat(path)).size }
}

async function* bytesOf(header: BackupHeader, sources: BackupSource[]): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let count = 0
  const written = (line: object): Buffer => {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`)
    hash.update(bytes)
    count += 1
    return bytes
  }
  yield written(header)
  for (const { part, open } of sources) {
    const { version, lines } = await open()
    yield written({ part, version })
    for await (const line of lines) yield written({ of: part, ...line })
  }
  yield Buffer.from(`${JSON.stringify({ end: { lines: count, sha256: hash.digest('hex') } })}\n`)
}

export type Backup = {
  /** The versions of the data of each part. */
  versions: Partial<Record<BackupPart, number>>
  files(part: 'folder' | 'mentions'): AsyncGenerator<FolderLine>
  tables(): AsyncGenerator<TableRows>
}

/** Reads a whole backup once to check it. Throws BackupUnusableError if it is none, is incomplete, or was written by a newer version. */
export async function openBackup(path: string): Promise<Backup> {
  const versions = await checkBackup(path)
  return {
    versions,
    async *files(part) {
      for await (const line of linesOf(path))
        if ('of' in line && line.of === part && !('table' in line)) yield line
    },
    async *tables() {
      for await (const line of linesOf(path)) if ('table' in line) yield line
    },
  }
}

async function checkBackup(path: string): Promise<Backup['versions']> {
  const versions: Backup['versions'] = {}
  const hash = createHash('sha256')
  let count = 0
  let last: Buffer | undefined
  for await (const bytes of rawLinesOf(path)) {
    if (last === undefined) mustBeHeader(path, bytes)
    else hash.update(last).update('\n')
    const { data: begun } = partSchema.safeParse(
      isPart(bytes) ? parseJson(bytes.toString('utf8')) : undefined,
    )
    if (begun !== undefined) versions[begun.part] = begun.version
    last = bytes
    count += 1
  }
  const { data } = endSchema.safeParse(last && parseJson(last.toString('utf8')))
  if (data === undefined) throw damaged(path, 'its end is missing')
  if (data.end.lines !== count - 1 || data.end.sha256 !== hash.digest('hex'))
    throw damaged(path, 'its hash is wrong')
  return versions
}

const isEnd = (bytes: Buffer) => beginsWith(bytes, '{"end":')
const isPart = (bytes: Buffer) => beginsWith(bytes, '{"part":')
const beginsWith = (bytes: Buffer, text: string) => bytes.toString('latin1', 0, text.length) === text

function mustBeHeader(path: string, bytes: Buffer): void {
  const line = parseJson(bytes.toString('utf8'))
  const { data: header } = headerSchema.safeParse(line)
  const { data: any } = z
    .object({ overheard: z.literal('backup'), format: z.int(), by: z.string() })
    .safeParse(line)
  if (any !== undefined && any.format > newestFormat)
    throw new BackupUnusableError(
      `A newer version of Overheard (${any.by}) has written the backup ${path}. Run that version.`,
    )
  if (header === undefined) throw noBackup(path)
}

async function* linesOf(path: string): AsyncGenerator<BackupLine> {
  let isHeader = true
  for await (const bytes of rawLinesOf(path)) {
    if (!isHeader && !isEnd(bytes)) {
      const { data: line } = lineSchema.safeParse(parseJson(bytes.toString('utf8')))
      if (line === undefined) throw damaged(path, 'one of its lines has an unknown form')
      yield line
    }
    isHeader = false
  }
}

const lineBreak = 0x0a

/** Throws BackupUnusableError if the file cannot be unpacked. */
async function* rawLinesOf(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path)
  const unpacked = createGunzip()
  file.on('error', (error) => unpacked.destroy(error))
  let rest: Buffer[] = []
  try {
    for await (const chunk of file.pipe(unpacked)) {
      const bytes: Buffer = chunk
      let start = 0
      for (let found = bytes.indexOf(lineBreak); found !== -1; found = bytes.indexOf(lineBreak, start)) {
        yield Buffer.concat([...rest, bytes.subarray(start, found)])
        rest = []
        start = found + 1
      }
      rest.push(bytes.subarray(start))
    }
  } catch (error) {
    throw unpackingError(path, error)
  } finally {
    file.destroy()
  }
  if (rest.some(({ length }) => length > 0)) throw damaged(path, 'its end is missing')
}

function unpackingError(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'Z_BUF_ERROR') return damaged(path, 'its end is missing')
  if (code === 'Z_DATA_ERROR') return noBackup(path, error)
  return error
}

const damaged = (path: string, why: string) =>
  new BackupUnusableError(`The backup ${path} is damaged: ${why}. Nothing was restored. Use another backup.`)
const noBackup = (path: string, cause?: unknown) =>
  new BackupUnusableError(`${path} is no backup of Overheard, or is damaged. Nothing was restored.`, {
    cause,
  })

/** Pieces are at most this long, in bytes. */
export const pieceBytes = 524_288

/** Splits a file into pieces, if possible between lines, so that they can be read as text. */
export function* piecesOf(file: string, bytes: Buffer): Generator<FilePiece> {
  for (let at = 0; at < bytes.length || at === 0; ) {
    const rest = bytes.subarray(at, at + pieceBytes)
    const isLast = at + rest.length === bytes.length
    const broken = isLast ? -1 : rest.lastIndexOf(lineBreak)
    const piece = broken === -1 ? rest : rest.subarray(0, broken + 1)
    yield pieceOf(file, at, piece)
    at += piece.length
    if (piece.length === 0) return
  }
}

export function pieceOf(file: string, at: number, bytes: Buffer): FilePiece {
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? { file, at, text } : { file, at, base64: bytes.toString('base64') }
}

export const bytesOfPiece = ({ text, base64 = '' }: FilePiece) =>
  text === undefined ? Buffer.from(base64, 'base64') : Buffer.from(text)
