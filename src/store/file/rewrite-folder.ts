import { dirname, join, relative, sep } from 'node:path'
import { createDamageLog, readJson } from '../damage.ts'
import type { Rewrite } from '../rewrite.ts'
import { resealCheckpoint } from '../sealed-checkpoint.ts'
import { recordTables, rewriteRows } from '../sql/rewrite-rows.ts'
import { recordFilesIn } from '../sqlite/old-files.ts'
import { sqlite } from '../sqlite/records.ts'
import { lostFilesIn, openRecords, readRecordsOf } from '../sqlite/records-file.ts'
import { disk } from './disk.ts'
import { dataIn, hasRecordFiles } from './folder-version.ts'
import { filesAside, replaceFile } from './json-file.ts'
import { checkpointFileSchema } from './lowdb-checkpoints.ts'
import { checkpointsFolder } from './open-folder.ts'

type Options = {
  dryRun?: boolean
  /** The collections whose records restrict something. */
  restricting?: ReadonlySet<string>
}

/** `damaged` lists the files with text that is not JSON, and that `rewrite` has not changed. */
type Rewritten = { changed: string[]; damaged: string[] }

/**
 * Passes every value in a folder to `rewrite`, and stores the results. Copies of before an update are left out. The caller must hold the lock of
 * the folder, and must have upgraded it, except with `dryRun`, with which nothing is stored. Text that is not JSON is removed if `rewrite` changes
 * it; the file of a collection that restricts stays damaged instead. `changed` has the kind of each changed value.
 */
export async function rewriteFolder(
  folder: string,
  rewrite: Rewrite,
  { dryRun = false, restricting = new Set() }: Options = {},
): Promise<Rewritten> {
  const changed: string[] = []
  const damaged: string[] = []
  for (const path of filesIn(folder)) {
    const kind = kindOf(relative(folder, path))
    const bytes = disk.read(path) ?? Buffer.alloc(0)
    const { value, why } = readJson(bytes)
    const after =
      why === undefined
        ? rewriteValue(bytes, value, kind, rewrite)
        : rewriteText(bytes, kind, rewrite, restricting.has(kind))
    if (after !== bytes) changed.push(kind)
    else if (why !== undefined && bytes.length > 0) damaged.push(path)
    if (after !== bytes && !dryRun) await replace(path, after)
  }
  return { changed: [...changed, ...(await rewriteRecords(folder, rewrite, dryRun))], damaged }
}

async function rewriteRecords(folder: string, rewrite: Rewrite, dryRun: boolean): Promise<string[]> {
  const database = dryRun ? readRecordsOf(folder, hasRecordFiles(folder)).database : openRecords(folder)
  try {
    const { changed } = await rewriteRows(database.query, recordTables(sqlite), rewrite, dryRun)
    if (changed.length > 0 && !dryRun) database.clean()
    return changed
  } finally {
    database.close()
  }
}

/** Checkpoints, what was set aside, and what nobody can read. */
function filesIn(folder: string): string[] {
  const lost = lostFilesIn(folder, createDamageLog())
  const checkpoints = join(folder, checkpointsFolder)
  return [
    ...disk
      .list(checkpoints)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(checkpoints, name)),
    ...recordFilesIn(folder)
      .filter(({ collection }) => lost.find(collection) !== undefined)
      .map(({ path }) => path),
    ...filesAside(folder, disk, dataIn(folder)),
  ]
}

const kindOf = (path: string) => (path.split(sep)[0] ?? '').replace(/\..*$/, '')

function rewriteValue(json: Buffer, value: unknown, kind: string, rewrite: Rewrite): Buffer {
  const after = rewrite({ kind, value })
  if (after === value) return json
  return Buffer.from(JSON.stringify(kind === 'checkpoints' ? resealed(value, after) : after))
}

const checkpointFile = checkpointFileSchema.loose()

function resealed(before: unknown, after: unknown): unknown {
  const [old, next] = [checkpointFile.safeParse(before), checkpointFile.safeParse(after)]
  if (!old.success || !next.success) return after
  return { ...next.data, checkpoint: resealCheckpoint(next.data, old.data.checkpoint, next.data.checkpoint) }
}

function rewriteText(bytes: Buffer, kind: string, rewrite: Rewrite, restricts: boolean): Buffer | undefined {
  const text = bytes.toString('utf8')
  for (const form of [text, unescaped(text)]) {
    const after = rewrite({ kind, value: form })
    if (after === form) continue
    return restricts && typeof after === 'string' ? Buffer.from(after) : undefined
  }
  return bytes
}

/** JSON writes some characters in two ways, so a name can be in the text without being readable in it. */
const unescaped = (text: string) =>
  text.replaceAll(/\\(?:u([0-9a-f]{4})|(["\\/]))/gi, (_, code, sign) =>
    sign === undefined ? String.fromCharCode(Number.parseInt(code, 16)) : sign,
  )

async function replace(path: string, content: Buffer | undefined): Promise<void> {
  if (content !== undefined) return replaceFile(path, content, disk)
  disk.remove(path)
  await disk.syncFolder(dirname(path))
}
