import { createRuntime } from '@overheard/base/runtime'
import { z } from 'zod'
import type { Damage } from '../model/damage.ts'
import type { DecisionRecord } from '../model/decision.ts'
import { type FolderContents, readFolder } from './file/folder-contents.ts'
import { FolderLostError, lockFolder } from './file/folder-lock.ts'
import { whyUnusableVersion } from './file/folder-version.ts'
import { markMoved, movedTo, whyMoved } from './file/moved-folder.ts'
import { openDatabaseFor, openWithRetry } from './of-commands.ts'
import { connectDatabase, type Database } from './postgres/database.ts'
import { importCheckpoint, importDecisions, importMessage, importRecord } from './postgres/import.ts'
import { versionOf } from './postgres/migrations.ts'
import type { Store } from './store.ts'

/** Moves one kind of data. `of` is `checkpoints`, `records`, `decisions`, or the collection of messages. */
export type MoveStep = {
  of: string
  length: number | undefined
  /** `reached` hears how many were looked at. What the database already has is kept. */
  run(reached: (seen: number) => void): Promise<{ taken: number; kept: number }>
}

type MovableFolder = {
  /** What cannot be moved, because it is damaged. */
  unreadable(): Damage[]
  /**
   * The steps, in their order. With `pretend`, they write nothing. Throws without `merge` if the database has been given data of this folder
   * before: a record there would win, although the folder's may be newer, and what was removed there would come back.
   */
  into(url: string, options: { pretend: boolean; merge: boolean }): Promise<MoveStep[]>
  /** Throws FolderLostError if another process has taken over the folder. */
  mustBeOwn(): void
  /** Lets no bot start on the folder any more. `database` is its name without credentials. */
  mark(database: string): Promise<void>
}

type Place = { collection: string; key: string }

const decisionsPerStatement = 1000

/**
 * Returns true if the folder was moved to this database, which still has data. `database` is the name that `mark` got. Throws if the folder was
 * moved, but not to here.
 */
export async function wasMovedTo(from: string, url: string, database: string): Promise<boolean> {
  const moved = whyMoved(from)
  if (moved === undefined) return false
  if (database !== '' && movedTo(from) === database && (await hasRows(url))) return true
  throw new Error(`${moved.what} ${moved.whatToDo}`)
}

async function hasRows(url: string): Promise<boolean> {
  const database = connectDatabase(url)
  try {
    if ((await openWithRetry(() => versionOf(database))) === 0) return false
    const found = 'select from overheard.records union all select from overheard.checkpoints limit 1'
    return (await database.query(found)).rowCount > 0
  } finally {
    await database.close()
  }
}

/**
 * Locks the folder and reads it. Throws if a bot uses the folder, or if this version cannot use it. `installation` is the place of the id of a
 * store. `undo` releases what was opened.
 */
export async function openMove(
  from: string,
  installation: Place,
  tell: (what: string) => void,
  undo: (release: () => unknown) => void,
): Promise<MovableFolder> {
  const { now, setTimer } = createRuntime()
  const log = { warn: (_fields: object, sentence: string) => tell(sentence) }
  const lock = await lockFolder(from, { now, setTimer, warn: tell })
  undo(lock.release)
  const unusable = whyUnusableVersion(from) ?? whyMoved(from)
  if (unusable !== undefined) throw new Error(`${unusable.what} ${unusable.whatToDo}`)
  const contents = await readFolder(from, { now, setTimer, log })
  undo(contents.close)
  return {
    unreadable: contents.unreadable,
    async into(url, { pretend, merge }) {
      const database = connectDatabase(url)
      undo(() => database.close())
      const store = await openDatabaseFor(database, pretend)
      const target = store === undefined ? emptyTarget : targetIn(database, store, pretend)
      const { checkpoints } = contents
      const isId = ({ collection, key }: Place) =>
        collection === installation.collection && key === installation.key
      const id = contents.records.find(isId)
      if (!merge && id !== undefined && store !== undefined) await mustBeNew(store, id)
      // The id comes first, so that the next run knows of a run that was killed.
      const records = [...contents.records.filter(isId), ...contents.records.filter((one) => !isId(one))]
      return [
        step('checkpoints', checkpoints, target.checkpoint),
        step('records', records, target.record),
        ...contents.messageCollections.map((collection) =>
          step(collection, contents.messages(collection), (one) => target.message({ collection, ...one })),
        ),
        {
          of: 'decisions',
          length: undefined,
          async run(reached) {
            let [seen, taken] = [0, 0]
            for await (const entries of inBatches(contents.decisions(), decisionsPerStatement)) {
              taken += await target.decisions(entries)
              seen += entries.length
              reached(seen)
            }
            return { taken, kept: seen - taken }
          },
        },
      ]
    },
    mustBeOwn() {
      if (!lock.ownsFolder())
        throw new FolderLostError(
          `Another process has taken over the folder ${from} meanwhile. End it, and run this again.`,
        )
    },
    mark: (database) => markMoved(from, { database, at: Date.now() }),
  }
}

const idSchema = z.object({ id: z.string() })

async function mustBeNew(
  { collection: open }: Store,
  { collection, key, value }: FolderContents['records'][number],
): Promise<void> {
  const [here, there] = [value, await open(collection, z.unknown()).find(key)].map(
    (one) => idSchema.safeParse(one).data?.id,
  )
  if (here !== undefined && here === there)
    throw new Error(
      'Nothing was moved: the database already has data of this folder, from an earlier run. That would win over what is newer in the folder, and what was removed there would come back. To move the folder as it is, name an empty database. To add only what the database lacks, run this with --merge.',
    )
}

/** Each function takes something in, unless the database has it. With `pretend`, it only says so. */
const targetIn = (database: Database, store: Store, pretend: boolean) => ({
  checkpoint: (one: FolderContents['checkpoints'][number]) => importCheckpoint(database, one, pretend),
  record: (one: FolderContents['records'][number]) => importRecord(store, one, pretend),
  message: (one: Parameters<typeof importMessage>[1]) => importMessage(store, one, pretend),
  decisions: (entries: DecisionRecord[]) => importDecisions(database, entries, pretend),
})

/** A database without tables, in a dry run. */
const emptyTarget: ReturnType<typeof targetIn> = {
  checkpoint: async () => 'taken',
  record: async () => 'taken',
  message: async () => 'taken',
  decisions: async (entries) => entries.length,
}

function step<Item>(
  of: string,
  items: Iterable<Item> | AsyncIterable<Item>,
  takeIn: (item: Item) => Promise<'taken' | 'kept'>,
): MoveStep {
  return {
    of,
    length: Array.isArray(items) ? items.length : undefined,
    async run(reached) {
      let [seen, taken] = [0, 0]
      for await (const item of items) {
        if ((await takeIn(item)) === 'taken') taken++
        reached(++seen)
      }
      return { taken, kept: seen - taken }
    },
  }
}

async function* inBatches(
  entries: AsyncIterable<DecisionRecord>,
  length: number,
): AsyncGenerator<DecisionRecord[]> {
  let batch: DecisionRecord[] = []
  for await (const entry of entries) {
    batch.push(entry)
    if (batch.length === length) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
