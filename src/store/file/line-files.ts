import { dirname } from 'node:path'
import { type Checked, readJson } from '../damage.ts'
import type { Disk } from './disk.ts'
import { readBytes } from './json-file.ts'

/** A line of a file, counted from 1. */
export type Line = { number: number } & Checked<unknown>

/** What a file has. `why` says why nothing in it can be read. */
type Lines = { lines: Line[]; bytes: number; why?: string }

const lineBreak = 0x0a

/**
 * Append-only files of JSON lines. A damaged line stays where it is, and the lines behind it are read. After a crash cut off the last line, the
 * next one begins after a line break. After a failed append, what it has written is removed again.
 */
export function lineFiles(disk: Disk) {
  const ends = new Map<string, End>()

  function endOf(path: string): End {
    const known = ends.get(path) ?? readEnd(path)
    ends.set(path, known)
    return known
  }

  function readEnd(path: string): End {
    const bytes = disk.look(path)?.bytes ?? 0
    const isTorn = bytes > 0 && disk.readBytes(path, bytes - 1, bytes)[0] !== lineBreak
    return { bytes, isTorn, hasRest: false }
  }

  function removeRest(path: string): void {
    const end = endOf(path)
    if (!end.hasRest) return
    if (end.bytes === 0) disk.remove(path)
    else if (disk.look(path) !== undefined) disk.truncate(path, end.bytes)
    else end.bytes = 0
    end.hasRest = false
  }

  return {
    /** Appends complete lines, or nothing. Throws the error of the disk. */
    append(path: string, text: string): void {
      if (!ends.has(path)) disk.makeFolder(dirname(path))
      removeRest(path)
      const end = endOf(path)
      const added = end.isTorn ? `\n${text}` : text
      end.hasRest = true
      try {
        disk.append(path, added)
      } catch (error) {
        tryTo(() => removeRest(path))
        throw error
      }
      ends.set(path, { bytes: end.bytes + Buffer.byteLength(added), isTorn: false, hasRest: false })
    },
    /** Returns where the next line begins, in bytes. */
    end: (path: string): number => endOf(path).bytes,
    /** Must be called when the file was removed or replaced. */
    forget: (path: string) => void ends.delete(path),
  }
}

/**
 * `bytes` is the size of the file, without what a failed append may have left; `hasRest` is true if it may have left something. `isTorn` is
 * true if the last line has no line break.
 */
type End = { bytes: number; isTorn: boolean; hasRest: boolean }

function tryTo(run: () => void): void {
  try {
    run()
  } catch {
    // The next append tries it again.
  }
}

export function readLines(path: string, disk: Disk): Lines {
  const found = readBytes(path, disk)
  if (found === undefined) return { lines: [], bytes: 0 }
  if (!(found instanceof Buffer)) return { lines: [], bytes: 0, ...found }
  // A disk that was full leaves no such file, and a new file gets its first line in the same step.
  if (found.length === 0) return { lines: [], bytes: 0, why: 'it is empty' }
  return { lines: [...parseLines(found)], bytes: found.length }
}

export function* parseLines(bytes: Buffer): Generator<Line> {
  let [start, number] = [0, 1]
  while (start < bytes.length) {
    const found = bytes.indexOf(lineBreak, start)
    const end = found === -1 ? bytes.length : found
    // An empty line separates a line that was cut off from the next one.
    if (end > start) {
      const line = readJson(bytes.subarray(start, end))
      yield { number, ...(found === -1 ? tornLine(line) : line) }
    }
    start = end + 1
    number += 1
  }
}

/** A line without a line break is complete if it is JSON. */
function tornLine(line: Checked<unknown>): Checked<unknown> {
  return line.why === undefined ? line : { why: 'it was cut off, perhaps by a crash' }
}
