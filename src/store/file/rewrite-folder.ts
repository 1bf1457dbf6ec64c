import { readdirSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { parseJson } from '../../model/json.ts'
import type { Rewrite, StoredValue } from '../rewrite.ts'
import { disk } from './disk.ts'

/**
 * Passes every value in a folder to `rewrite`, and stores the results. The caller must hold the lock of the folder. Text that is not JSON
 * is removed if `rewrite` changes it. With `dryRun` nothing is stored. Returns the kind of each changed value.
 */
export async function rewriteFolder(folder: string, rewrite: Rewrite, dryRun = false): Promise<string[]> {
  const changed: string[] = []
  for (const path of filesIn(folder)) {
    const about = contentOf(relative(folder, path))
    const text = disk.read(path) ?? ''
    const visit = (json: string) => {
      const after = rewriteJson(json, about, rewrite)
      if (after !== json) changed.push(about.kind)
      return after
    }
    const after = path.endsWith('.jsonl')
      ? text
          .split('\n')
          .flatMap((line) => visit(line) ?? [])
          .join('\n')
      : visit(text)
    if (after === text || dryRun) continue
    await replace(path, after)
    // Remove the index of a day, because its offsets are no longer right. Without an index the whole day is read.
    if (path.endsWith('.jsonl')) disk.remove(path.replace(/jsonl$/, 'index'))
  }
  return changed
}

function contentOf(path: string): { kind: string; channel?: string } {
  const [first = '', second, third] = path.split(sep)
  const kind = first.replace(/\..*$/, '')
  return third === undefined || second === undefined
    ? { kind }
    : { kind, channel: decodeURIComponent(second) }
}

function rewriteJson(
  json: string,
  { kind, channel }: { kind: string; channel?: string },
  rewrite: Rewrite,
): string | undefined {
  const value = parseJson(json)
  if (value === undefined) return rewrite({ kind, value: json }) === json ? json : undefined
  const stored: StoredValue = { kind, value }
  const isLine = channel !== undefined && typeof value === 'object' && value !== null && 'ts' in value
  if (isLine) stored.place = { channel, ts: String(value.ts) }
  const after = rewrite(stored)
  return after === value ? json : JSON.stringify(after)
}

async function replace(path: string, text: string | undefined): Promise<void> {
  if (text === undefined) disk.remove(path)
  else {
    await disk.write(`${path}.new`, text)
    disk.rename(`${path}.new`, path)
  }
  await disk.syncFolder(dirname(path))
}

const isPlain = (name: string) => name === 'lock' || name === 'owner' || name.endsWith('.index')

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isPlain(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
