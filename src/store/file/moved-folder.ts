import { join } from 'node:path'
import type { Time } from '@overheard/base/time'
import { disk } from './disk.ts'
import { replaceFile } from './json-file.ts'

/** `migrate` writes this file. A bot that still started on the folder would post everything again beside the bots on the database. */
export const movedFile = 'moved-to-database'

/** Resolves when the mark survives a power cut. `database` is the address without user and password. */
export const markMoved = (folder: string, { database, at }: { database: string; at: Time }) =>
  replaceFile(join(folder, movedFile), `${new Date(at).toISOString()} to ${database}\n`, disk)

/** Returns the database to which the folder was moved, as `markMoved` got it; undefined if it was not moved. */
export const movedTo = (folder: string): string | undefined =>
  disk
    .read(join(folder, movedFile))
    ?.toString('utf8')
    .trim()
    .replace(/^\S+ to ?/, '')

/** Returns why no bot may work with the folder, and what to do; undefined if it was not moved. */
export function whyMoved(folder: string): { what: string; whatToDo: string } | undefined {
  const path = join(folder, movedFile)
  const mark = disk.read(path)
  if (mark === undefined) return undefined
  return {
    what: `The data of the folder ${folder} was moved to a database (${mark.toString('utf8').trim()}). With a bot on each, everything would be posted twice.`,
    whatToDo: `Set DATABASE_URL. To work with the folder again: stop all bots on the database, then delete the file ${path}.`,
  }
}
