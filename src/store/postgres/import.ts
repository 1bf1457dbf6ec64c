import { z } from 'zod'
import type { Checkpoint, CheckpointKey } from '../../model/checkpoint.ts'
import type { DecisionRecord } from '../../model/decision.ts'
import { compareIds } from '../../model/id.ts'
import type { FolderContents } from '../file/folder-contents.ts'
import type { Store } from '../file/open-folder.ts'
import type { Database } from './database.ts'

/** What became of something that was to be taken in. `kept`: the database has the same, or something newer. */
type Imported = 'taken' | 'kept'

/** Takes over the bookmark of a folder, unless the database's is as far or further. `pretend`: only tells what would happen. */
export async function importCheckpoint(
  store: Pick<Store, 'takeOver' | 'checkpoints'>,
  { key, bookmark: checkpoint }: { key: CheckpointKey; bookmark: Checkpoint },
  pretend: boolean,
): Promise<Imported> {
  const checkpoints = pretend ? undefined : await store.takeOver(key.alert)
  const there = await store.checkpoints.load(key)
  if (there.kind === 'kept' && !isFurther(checkpoint, there.checkpoint)) return 'kept'
  if (checkpoints !== undefined && (await checkpoints.save(key, checkpoint)) === 'fenced')
    throw new Error(
      `A bot works on the bookmark of ${key.subscription} in the database: stop it, and try again.`,
    )
  return 'taken'
}

/** Whether a bookmark is further than another: it claims more, or has posted later. */
function isFurther(one: Checkpoint, other: Checkpoint): boolean {
  const order = compareIds(one.watermark, other.watermark)
  return order === 0 ? (one.lastTs ?? '') > (other.lastTs ?? '') : order > 0
}

/** Takes over a fact of a folder, unless the database has one of that key. */
export async function importRecord(
  store: Pick<Store, 'records'>,
  { kind, key, value }: FolderContents['records'][number],
  pretend: boolean,
): Promise<Imported> {
  const anyKind = { name: kind, shape: z.unknown() }
  const there = await store.records.find(anyKind, key)
  if (there !== undefined) return 'kept'
  if (!pretend) await store.records.change(anyKind, key, (current) => current ?? value)
  return 'taken'
}

/** Takes over verdicts; resolves with how many of them the database did not have. */
export async function importDecisions(
  database: Database,
  entries: DecisionRecord[],
  pretend: boolean,
): Promise<number> {
  const { rows, rowCount } = await database.query(pretend ? countNew : insertNew, [
    entries.map(({ at }) => at),
    entries.map((entry) => JSON.stringify(entry)),
  ])
  return pretend ? z.tuple([z.object({ count: z.number() })]).parse(rows)[0].count : rowCount
}

const newOnes = `from unnest($1::float8[], $2::text[]) as t (at, entry)
  where not exists (select 1 from overheard.verdicts v where v.at = t.at and v.entry::text = t.entry)`
const countNew = `select count(*)::int as count ${newOnes}`
const insertNew = `insert into overheard.verdicts (at, entry) select t.at, t.entry::json ${newOnes}`
