import { readdirSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { mentionsFile } from '../../model/listening.ts'
import { readJson } from '../damage.ts'
import type { Rewrite, StoredValue } from '../rewrite.ts'
import { resealCheckpoint } from '../sealed-checkpoint.ts'
import { disk } from './disk.ts'
import { copiesIn, versionFile } from './folder-version.ts'
import { replaceFile } from './json-file.ts'
import { checkpointFileSchema } from './lowdb-checkpoints.ts'
import { movedFile } from './moved-folder.ts'

type Options = {
  dryRun?: boolean
  /** The collections whose records restrict something. */
  restricting?: ReadonlySet<string>
}

/** `damaged` lists the files with text that is not JSON, and that `rewrite` has not changed. */
type Rewritten = { changed: string[]; damaged: string[] }

/**
 * Passes every value in a folder to `rewrite`, and stores the results. Copies of before an update are left out. The caller must hold the lock of the folder. Text that is not JSON is
 * removed if `rewrite` changes it; the file of a collection that restricts stays damaged instead. With `dryRun` nothing is stored. `changed`
 * has the kind of each changed value.
 */
export async function rewriteFolder(
  folder: string,
  rewrite: Rewrite,
  { dryRun = false, restricting = new Set() }: Options = {},
): Promise<Rewritten> {
  const changed: string[] = []
  const damaged = new Set<string>()
  for (const path of filesIn(folder)) {
    const about = contentOf(relative(folder, path))
    const bytes = disk.read(path) ?? Buffer.alloc(0)
    const isLog = path.endsWith('.jsonl')
    const visit = (json: Buffer): Buffer | undefined => {
      const { value, why } = readJson(json)
      const after =
        why === undefined
          ? rewriteValue(json, value, about, rewrite)
          : rewriteText(json, about, rewrite, !isLog && restricting.has(about.kind))
      if (after !== json) changed.push(about.kind)
      else if (why !== undefined && json.length > 0) damaged.add(path)
      return after
    }
    const after = isLog ? rewriteLines(bytes, visit) : visit(bytes)
    if (after?.equals(bytes) || dryRun) continue
    if (after === undefined) {
      disk.remove(path)
      await disk.syncFolder(dirname(path))
    } else await replaceFile(path, after, disk)
    // Remove the index of a day, because its offsets are no longer right. Without an index the whole day is read.
    if (isLog) disk.remove(path.replace(/jsonl$/, 'index'))
  }
  return { changed, damaged: [...damaged] }
}

function contentOf(path: string): { kind: string; channel?: string } {
  const [first = '', second, third] = path.split(sep)
  const kind = first.replace(/\..*$/, '')
  return third === undefined || second === undefined
    ? { kind }
    : { kind, channel: decodeURIComponent(second) }
}

const lineBreak = Buffer.from('\n')

function rewriteLines(bytes: Buffer, visit: (line: Buffer) => Buffer | undefined): Buffer {
  const parts: Buffer[] = []
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(lineBreak, start)
    const end = found === -1 ? bytes.length : found
    const after = visit(bytes.subarray(start, end))
    if (after !== undefined) parts.push(after, bytes.subarray(end, end + 1))
    start = end + 1
  }
  return Buffer.concat(parts)
}

function rewriteValue(
  json: Buffer,
  value: unknown,
  { kind, channel }: { kind: string; channel?: string },
  rewrite: Rewrite,
): Buffer {
  const stored: StoredValue = { kind, value }
  const isLine = channel !== undefined && typeof value === 'object' && value !== null && 'ts' in value
  if (isLine) stored.place = { channel, ts: String(value.ts) }
  const after = rewrite(stored)
  if (after === value) return json
  return Buffer.from(JSON.stringify(kind === 'checkpoints' ? resealed(value, after) : after))
}

const checkpointFile = checkpointFileSchema.loose()

function resealed(before: unknown, after: unknown): unknown {
  const [old, next] = [checkpointFile.safeParse(before), checkpointFile.safeParse(after)]
  if (!old.success || !next.success) return after
  return { ...next.data, checkpoint: resealCheckpoint(next.data, old.data.checkpoint, next.data.checkpoint) }
}

function rewriteText(
  bytes: Buffer,
  { kind }: { kind: string },
  rewrite: Rewrite,
  restricts: boolean,
): Buffer | undefined {
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

const plainFiles = new Set(['lock', 'owner', movedFile, versionFile])
/** The mention service removes the author from its file itself. */
const isPlain = (name: string) =>
  plainFiles.has(name) ||
  name.startsWith('.probe') ||
  name.endsWith('.index') ||
  name.startsWith(mentionsFile)

function filesIn(folder: string): string[] {
  const copies = copiesIn(folder).map((copy) => `${copy}${sep}`)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isPlain(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !copies.some((copy) => path.startsWith(copy)))
}
