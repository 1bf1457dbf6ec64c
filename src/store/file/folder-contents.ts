import { join } from 'node:path'
import { z } from 'zod'
import type { Checkpoint, CheckpointKey } from '../../model/checkpoint.ts'
import type { DecisionRecord } from '../../model/decision.ts'
import type { Log } from '../../model/log.ts'
import { type DecisionLog, decisionLogFiles } from '../decision-log.ts'
import { checkpointFileSchema } from './checkpoint-files.ts'
import { durableFile } from './durable-file.ts'
import { factFilesIn, jsonFilesIn, recordFiles } from './record-files.ts'

/** Everything a folder holds. `damaged`: files that neither they themselves nor their backups can be read of. */
export type FolderContents = {
  bookmarks: { key: CheckpointKey; bookmark: Checkpoint }[]
  records: { kind: string; key: string; value: unknown }[]
  verdicts: () => AsyncIterable<DecisionRecord>
  damaged: string[]
}

/** Reads a folder that no process works on. Rejects where a file of facts is damaged beyond its backup, or the folder cannot be read. */
export async function readFolder(
  folder: string,
  now: () => number,
  log: Pick<Log, 'warn'>,
): Promise<FolderContents> {
  const damaged: string[] = []
  const checkpoints: FolderContents['bookmarks'] = []
  for (const name of await jsonFilesIn(join(folder, 'bookmarks'))) {
    const found = await durableFile(join(folder, 'bookmarks', name), checkpointFileSchema).open()
    if (found.kind === 'damaged') damaged.push(found.reason)
    if (found.kind === 'read') {
      const { subscription, alert, bookmark: checkpoint } = found.data
      checkpoints.push({ key: { subscription, alert }, bookmark: checkpoint })
    }
  }
  return {
    bookmarks: checkpoints,
    records: await recordsIn(folder, log),
    verdicts: () => verdictsIn(folder, now, log),
    damaged,
  }
}

async function recordsIn(folder: string, log: Pick<Log, 'warn'>): Promise<FolderContents['records']> {
  const files = recordFiles(folder, log)
  const found: FolderContents['records'] = []
  for (const { kind, file } of await factFilesIn(folder)) {
    const name = file.slice(0, -'.json'.length)
    for (const entry of await files.all({ name, shape: z.unknown() })) found.push({ kind, ...entry })
  }
  return found
}

async function* verdictsIn(
  folder: string,
  now: () => number,
  log: Pick<Log, 'warn'>,
): AsyncGenerator<DecisionRecord> {
  const decisions: DecisionLog = decisionLogFiles(folder, now, () => () => undefined, log)
  yield* decisions.entries(0)
}

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
