import { compareIds } from '@overheard/mention-client/id'
import { z } from 'zod'
import type { Checkpoint, CheckpointKey, StoredCheckpoint } from '../../model/checkpoint.ts'
import type { MessageKey } from '../../model/collection.ts'
import type { DecisionRecord } from '../../model/decision.ts'
import type { FolderContents } from '../file/folder-contents.ts'
import { unsealCheckpoint } from '../sealed-checkpoint.ts'
import type { Store } from '../store.ts'
import { checkpointRows } from './checkpoints.ts'
import type { Database } from './database.ts'
import { raiseFence } from './leases.ts'

type Imported = 'taken' | 'kept'

export async function importCheckpoint(
  database: Database,
  { key, stored }: FolderContents['checkpoints'][number],
  pretend: boolean,
): Promise<Imported> {
  const { value: checkpoint } = unsealCheckpoint(key, stored)
  const rows = checkpointRows(database)
  const checkpoints = pretend ? undefined : rows.writtenUnder(await raiseFence(database))
  const there = await rows.load(key)
  if (checkpoint === undefined) return importDamaged(database, key, stored, there, pretend)
  if (there.kind === 'kept' && !isFurther(checkpoint, there.checkpoint)) return 'kept'
  if (checkpoints !== undefined && (await checkpoints.save(key, checkpoint)) === 'fenced')
    throw new Error(
      `A bot is using the checkpoint of ${key.subscription} in the database: stop it, and try again.`,
    )
  return 'taken'
}

/** A damaged checkpoint stays damaged: without it, its subscription could start from now instead of asking a person. */
async function importDamaged(
  database: Database,
  { subscription, alert }: CheckpointKey,
  stored: unknown,
  there: StoredCheckpoint,
  pretend: boolean,
): Promise<Imported> {
  if (there.kind !== 'none') return 'kept'
  if (!pretend)
    await database.query(
      'insert into overheard.checkpoints (subscription, alert, checkpoint) values ($1, $2, $3) on conflict do nothing',
      [subscription, alert, JSON.stringify(stored ?? null)],
    )
  return 'taken'
}

function isFurther(one: Checkpoint, other: Checkpoint): boolean {
  const order = compareIds(one.watermark, other.watermark)
  return order === 0 ? (one.lastTs ?? '') > (other.lastTs ?? '') : order > 0
}

export async function importRecord(
  { collection: open }: Pick<Store, 'collection'>,
  { collection, key, value }: FolderContents['records'][number],
  pretend: boolean,
): Promise<Imported> {
  const records = open(collection, z.unknown())
  if ((await records.find(key)) !== undefined) return 'kept'
  if (!pretend) await records.change(key, (current) => current ?? value)
  return 'taken'
}

export async function importMessage(
  { messages }: Pick<Store, 'messages'>,
  { collection, key, value }: { collection: string; key: MessageKey; value: unknown },
  pretend: boolean,
): Promise<Imported> {
  const records = messages(collection, z.unknown())
  if ((await records.find(key)) !== undefined) return 'kept'
  if (!pretend) await records.change(key, (current) => current ?? value)
  return 'taken'
}

export async function importDecisions(
  database: Database,
  entries: DecisionRecord[],
  pretend: boolean,
): Promise<number> {
  const { rows, rowCount } = await database.query(pretend ? countNew : insertNew, [
    entries.map(({ at }) => at),
    entries.map(({ subscription }) => subscription),
    entries.map(({ alert }) => alert),
    entries.map(({ id }) => id),
    entries.map((entry) => JSON.stringify(entry)),
  ])
  return pretend ? z.tuple([z.object({ count: z.number() })]).parse(rows)[0].count : rowCount
}

const newOnes = `from unnest($1::float8[], $2::text[], $3::text[], $4::text[], $5::text[]) as t (at, subscription, alert, mention, entry)
  where not exists (select 1 from overheard.decisions d
    where d.alert = t.alert and d.mention = t.mention and d.at = t.at and d.entry::text = t.entry)`
const countNew = `select count(*)::int as count ${newOnes}`
const insertNew = `insert into overheard.decisions (at, subscription, alert, mention, entry)
  select t.at, t.subscription, t.alert, t.mention, t.entry::json ${newOnes}`
