import { basename, join } from 'node:path'
import { z } from 'zod'
import type { CheckpointKey } from '../../model/checkpoint.ts'
import type { MessageKey } from '../../model/collection.ts'
import type { Damage } from '../../model/damage.ts'
import type { DecisionRecord } from '../../model/decision.ts'
import { checkShape, createDamageLog } from '../damage.ts'
import type { StoreDeps } from '../store.ts'
import { decisionFiles } from './decision-files.ts'
import { disk } from './disk.ts'
import { readJsonFile } from './json-file.ts'
import { checkpointFileSchema } from './lowdb-checkpoints.ts'
import { channelOf, dayFilesIn, readNewest } from './message-files.ts'
import { checkpointsFolder } from './open-folder.ts'

/** Everything in a folder, in its stored form: also what this version of Overheard cannot use. */
export type FolderContents = {
  checkpoints: { key: CheckpointKey; stored: unknown }[]
  records: { collection: string; key: string; value: unknown }[]
  /** The collections with one record for each message, also those of features that this version does not have. */
  messageCollections: string[]
  messages: (collection: string) => Iterable<{ key: MessageKey; value: unknown }>
  decisions: () => AsyncIterable<DecisionRecord>
  /** What cannot be moved, because it is not JSON, as far as the folder was read. */
  unreadable(): Damage[]
}

export function readFolder(folder: string, deps: StoreDeps): FolderContents {
  const unreadable: Damage[] = []
  /** Damaged decisions cannot be moved either, because the columns of their table need valid values. */
  const damage = createDamageLog()
  const open = <T>(collection: string, path: string, schema: z.ZodType<T>): T | undefined => {
    const found = readJsonFile(path, disk)
    const checked = found?.why === undefined ? found && checkShape(schema, found.value) : found
    if (checked?.why !== undefined)
      unreadable.push({ collection, place: { kind: 'file', path }, why: checked.why })
    return checked?.value
  }
  const checkpoints = jsonFilesIn(join(folder, checkpointsFolder)).flatMap((path) => {
    const found = open('checkpoints', path, checkpointFileSchema)
    if (found === undefined) return []
    const { subscription, alert, checkpoint: stored } = found
    return [{ key: { subscription, alert }, stored }]
  })
  const records = collectionFilesIn(folder).flatMap(({ collection, path }) =>
    Object.entries(open(collection, path, z.record(z.string(), z.unknown())) ?? {}).map(([key, value]) => ({
      collection,
      key,
      value,
    })),
  )
  return {
    checkpoints,
    records,
    messageCollections: messageFoldersIn(folder),
    *messages(collection) {
      for (const path of dayFilesIn(join(folder, collection), disk)) {
        const { newest, damages } = readNewest(path, collection, disk)
        unreadable.push(...damages.values())
        const channel = channelOf(path)
        for (const [ts, { value }] of newest) yield { key: { channel, ts }, value }
      }
    },
    decisions: () => decisionFiles(folder, { ...deps, damage }).entries(0),
    unreadable: () => [...unreadable, ...damage.all()],
  }
}

function collectionFilesIn(folder: string): { collection: string; path: string }[] {
  const single = jsonFilesIn(folder).map((path) => ({ collection: basename(path, '.json'), path }))
  const notCollections = new Set([checkpointsFolder, ...messageFoldersIn(folder)])
  const spread = disk
    .list(folder)
    .filter((name) => !notCollections.has(name) && !name.includes('.'))
    .flatMap((collection) => jsonFilesIn(join(folder, collection)).map((path) => ({ collection, path })))
  return [...single, ...spread]
}

/** The records of messages are in one folder for each channel. */
const messageFoldersIn = (folder: string) =>
  disk
    .list(folder)
    // Names with a dot are those of copies.
    .filter((name) => !name.includes('.') && disk.look(join(folder, name))?.isFolder === true)
    .filter((name) =>
      disk.list(join(folder, name)).some((child) => disk.look(join(folder, name, child))?.isFolder === true),
    )

function jsonFilesIn(folder: string): string[] {
  if (disk.look(folder)?.isFolder !== true) return []
  return disk
    .list(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name))
}
