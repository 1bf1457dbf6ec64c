import { join } from 'node:path'
import { z } from 'zod'
import type { Checkpoint, CheckpointKey } from '../../model/checkpoint.ts'
import type { DecisionRecord } from '../../model/decision.ts'
import type { Log } from '../../model/log.ts'
import { messageSchemas, StateDamagedError } from '../store.ts'
import { checkpointFileSchema } from './checkpoint-files.ts'
import { decisionFiles } from './decision-files.ts'
import { disk } from './disk.ts'
import { jsonFile } from './json-file.ts'
import { messageFiles } from './message-files.ts'
import { checkpointsFolder } from './open-folder.ts'

export type FolderContents = {
  checkpoints: { key: CheckpointKey; checkpoint: Checkpoint }[]
  records: { collection: string; key: string; value: unknown }[]
  messages: (collection: string) => AsyncIterable<unknown>
  decisions: () => AsyncIterable<DecisionRecord>
  damaged: DamagedFiles
}

export function readFolder(folder: string, now: () => number, log: Pick<Log, 'warn'>): FolderContents {
  const damaged: DamagedFiles = { checkpoints: [], records: [] }
  const checkpoints: FolderContents['checkpoints'] = []
  for (const path of jsonFilesIn(join(folder, checkpointsFolder))) {
    const found = jsonFile(path, checkpointFileSchema, disk).open()
    if (found.kind === 'damaged') damaged.checkpoints.push(found.reason)
    if (found.kind !== 'read') continue
    const { subscription, alert, checkpoint } = found.data
    checkpoints.push({ key: { subscription, alert }, checkpoint })
  }
  const records: FolderContents['records'] = []
  for (const { collection, path } of collectionFilesIn(folder)) {
    const found = jsonFile(path, z.record(z.string(), z.unknown()), disk).open()
    if (found.kind === 'damaged') damaged.records.push(found.reason)
    if (found.kind !== 'read') continue
    for (const [key, value] of Object.entries(found.data)) records.push({ collection, key, value })
  }
  const neverWritten = () => () => undefined
  return {
    checkpoints,
    records,
    messages: (collection) => messageFiles(folder)(collection, z.unknown()).since(0),
    decisions: () => decisionFiles(folder, { now, setTimer: neverWritten, log }).entries(0),
    damaged,
  }
}

type DamagedFiles = { checkpoints: string[]; records: string[] }

export async function damagedFilesIn(folder: string): Promise<DamagedFiles> {
  const { damaged, messages } = readFolder(folder, Date.now, { warn: () => undefined })
  try {
    for (const collection of Object.keys(messageSchemas)) for await (const _ of messages(collection));
  } catch (error) {
    if (!(error instanceof StateDamagedError)) throw error
    damaged.records.push(error.message)
  }
  return damaged
}

function collectionFilesIn(folder: string): { collection: string; path: string }[] {
  const single = jsonFilesIn(folder).map((path) => ({ collection: nameOf(path), path }))
  const spread = disk
    .list(folder)
    .filter((name) => name !== checkpointsFolder && !name.includes('.'))
    .flatMap((collection) => jsonFilesIn(join(folder, collection)).map((path) => ({ collection, path })))
  return [...single, ...spread]
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length)

function jsonFilesIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name))
}

function namesIn(folder: string): string[] {
  try {
    return disk.list(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return []
    throw error
  }
}
