import { createRuntime } from '@overheard/base/runtime'
import type { Damage } from '../model/damage.ts'
import type { DecisionRecord } from '../model/decision.ts'
import { type FolderContents, readFolder } from './file/folder-contents.ts'
import { FolderLostError, lockFolder } from './file/folder-lock.ts'
import { whyUnusableVersion } from './file/folder-version.ts'
import { markMoved } from './file/moved-folder.ts'
import { openDatabaseFor } from './of-commands.ts'
import { connectDatabase, type Database } from './postgres/database.ts'
import { importCheckpoint, importDecisions, importMessage, importRecord } from './postgres/import.ts'
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
  /** The steps, in their order. With `pretend`, they write nothing. */
  into(url: string, pretend: boolean): Promise<MoveStep[]>
  /** Throws FolderLostError if another process has taken over the folder. */
  mustBeOwn(): void
  /** Lets no bot start on the folder any more. `database` is its name without credentials. */
  mark(database: string): Promise<void>
}

const decisionsPerStatement = 1000

/** Locks the folder and reads it. Throws if a bot uses the folder, or if this version cannot use it. `undo` releases what was opened. */
export async function openMove(
  from: string,
  tell: (what: string) => void,
  undo: (release: () => unknown) => void,
): Promise<MovableFolder> {
  const { now, setTimer } = createRuntime()
  const log = { warn: (_fields: object, sentence: string) => tell(sentence) }
  const lock = await lockFolder(from, { now, setTimer, warn: tell })
  undo(lock.release)
  const newer = whyUnusableVersion(from)
  if (newer !== undefined) throw new Error(`${newer.what} ${newer.whatToDo}`)
  const contents = await readFolder(from, { now, setTimer, log })
  undo(contents.close)
  return {
    unreadable: contents.unreadable,
    async into(url, pretend) {
      const database = connectDatabase(url)
      undo(() => database.close())
      const store = await openDatabaseFor(database, pretend)
      const target = store === undefined ? emptyTarget : targetIn(database, store, pretend)
      const { checkpoints, records } = contents
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
