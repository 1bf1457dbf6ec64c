import { join } from 'node:path'
import { z } from 'zod'
import type { CheckpointKey } from '../../model/checkpoint.ts'
import type { MessageKey } from '../../model/collection.ts'
import type { Damage } from '../../model/damage.ts'
import type { DecisionRecord } from '../../model/decision.ts'
import { checkShape, createDamageLog } from '../damage.ts'
import { decisionRows } from '../sql/decisions.ts'
import { asideCollection } from '../sql/set-aside.ts'
import { recordDatabase } from '../sqlite/records.ts'
import { lostFilesIn, readRecordsOf, recordsFile } from '../sqlite/records-file.ts'
import type { StoreDeps } from '../store.ts'
import { disk } from './disk.ts'
import { hasRecordFiles } from './folder-version.ts'
import { readJsonFile } from './json-file.ts'
import { checkpointFileSchema } from './lowdb-checkpoints.ts'
import { checkpointsFolder } from './open-folder.ts'

/** Everything in a folder, in its stored form: also what this version of Overheard cannot use. */
export type FolderContents = {
  checkpoints: { key: CheckpointKey; stored: unknown }[]
  records: { collection: string; key: string; value: unknown }[]
  /** The collections with one record for each message, also those of features that this version does not have. */
  messageCollections: string[]
  messages: (collection: string) => AsyncIterable<{ key: MessageKey; value: unknown }>
  decisions: () => AsyncIterable<DecisionRecord>
  /** What cannot be moved, because it is not JSON, as far as the folder was read. */
  unreadable(): Damage[]
  close(): void
}

const recordRows = z.array(z.object({ collection: z.string(), key: z.string(), value: z.unknown() }))
const names = z.array(z.object({ collection: z.string() }))
const messageRows = z.array(z.object({ channel: z.string(), ts: z.string(), value: z.unknown() }))
const pageLength = 500

/** Reads a folder without changing it. The caller must hold its lock. */
export async function readFolder(folder: string, deps: StoreDeps): Promise<FolderContents> {
  const isOlder = hasRecordFiles(folder)
  const { database, damaged: unreadable } = readRecordsOf(folder, isOlder)
  /** Damaged decisions cannot be moved either, because the columns of their table need valid values. */
  const damage = createDamageLog()
  if (!isOlder) lostFilesIn(folder, damage)
  const { query } = database
  const mustHold = () => {
    throw new Error(`${folder} is only read.`)
  }
  const rows = recordDatabase(database, { path: join(folder, recordsFile), mustHold })
  const all = 'select collection, key, value from records where collection <> $1 order by collection, key'
  return {
    checkpoints: checkpointsIn(join(folder, checkpointsFolder), unreadable),
    records: recordRows.parse((await query(all, [asideCollection])).rows),
    messageCollections: names
      .parse((await query('select distinct collection from messages order by collection')).rows)
      .map(({ collection }) => collection),
    async *messages(collection) {
      let last = { channel: '', ts: '' }
      for (;;) {
        const text = `select channel, ts, value from messages where collection = $1 and (channel, ts) > ($2, $3)
          order by channel, ts limit ${pageLength}`
        const found = messageRows.parse((await query(text, [collection, last.channel, last.ts])).rows)
        for (const { channel, ts, value } of found) yield { key: { channel, ts }, value }
        if (found.length < pageLength) return
        last = found.at(-1) ?? last
      }
    },
    decisions: () => decisionRows(rows, { ...deps, damage }).entries(0),
    unreadable: () => [...unreadable, ...damage.all()],
    close: database.close,
  }
}

function checkpointsIn(folder: string, unreadable: Damage[]): FolderContents['checkpoints'] {
  return disk
    .list(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const path = join(folder, name)
      const found = readJsonFile(path, disk) ?? { why: 'it is missing' }
      const checked = found.why === undefined ? checkShape(checkpointFileSchema, found.value) : found
      if (checked.why !== undefined)
        unreadable.push({ collection: 'checkpoints', place: { kind: 'file', path }, why: checked.why })
      if (checked.why !== undefined) return []
      const { subscription, alert, checkpoint: stored } = checked.value
      return [{ key: { subscription, alert }, stored }]
    })
}
