import { join } from 'node:path'
import { z } from 'zod'
import { checkpointFileSchema } from './bookmark-files.ts'
import { factFilesIn, jsonFilesIn } from './json-files.ts'
import { durableFile } from './safe-file.ts'

/** The files of the state of which neither generation can be read: why, each with its path. */
type DamagedFiles = { bookmarks: string[]; facts: string[] }

/** Looks at every file of the state in a folder; a bot may be at work on it. Rejects where the folder itself cannot be read. */
export async function damagedFilesIn(folder: string): Promise<DamagedFiles> {
  const checkpoints = (await jsonFilesIn(join(folder, 'bookmarks'))).map((name) => join('bookmarks', name))
  const facts = (await factFilesIn(folder)).map(({ file }) => file)
  return {
    bookmarks: await damagedAmong(folder, checkpoints, checkpointFileSchema),
    facts: await damagedAmong(folder, facts, z.record(z.string(), z.unknown())),
  }
}

async function damagedAmong(folder: string, files: string[], shape: z.ZodType): Promise<string[]> {
  const damaged: string[] = []
  for (const file of files) {
    const found = await durableFile(join(folder, file), shape).open()
    if (found.kind === 'damaged') damaged.push(found.reason)
  }
  return damaged
}
