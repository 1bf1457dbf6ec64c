import { stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { createRuntime } from '@overheard/base/runtime'
import { lockFolder } from './file/folder-lock.ts'
import {
  copiesIn,
  pruneCopies as pruneFolderCopies,
  upgradeFolder,
  whyUnusableVersion,
} from './file/folder-version.ts'
import { rewriteFolder } from './file/rewrite-folder.ts'
import { openDatabaseFor, openWithRetry, type StorePlace } from './of-commands.ts'
import { connectDatabase } from './postgres/database.ts'
import { copiesOf, knownVersionOf, pruneCopies as pruneDatabaseCopies } from './postgres/migrations.ts'
import { rewriteDatabase } from './postgres/rewrite-database.ts'
import type { Rewrite } from './rewrite.ts'

/** `changed` has the kind of each changed value. `damaged` are the files with text that could not be searched completely. */
export type SearchedStore = {
  rewrite: (rewrite: Rewrite, dryRun: boolean) => Promise<{ changed: string[]; damaged: string[] }>
  /** The copies that were made before updates. */
  copies: { list(): Promise<string[]>; remove(): Promise<void> }
}

type SearchOptions = {
  dryRun: boolean
  /** The collections whose damaged records are never rewritten. */
  restricting: ReadonlySet<string>
  tell: (line: string) => void
}

/** Lets `use` rewrite everything that is stored. Throws if a bot uses the folder, or if the store cannot be used. */
export const searchStore = (
  { DATABASE_URL: url, DATA_DIR: folder }: StorePlace,
  options: SearchOptions,
  use: (store: SearchedStore) => Promise<void>,
): Promise<void> => (url === undefined ? withFolder(folder, options, use) : withDatabase(url, options, use))

async function withFolder(
  folder: string,
  { dryRun, restricting, tell }: SearchOptions,
  use: (store: SearchedStore) => Promise<void>,
): Promise<void> {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory())
    throw new Error(`There is no folder ${folder}. DATA_DIR names the folder of the bot.`)
  const { now, setTimer } = createRuntime()
  const lock = await lockFolder(folder, { now, setTimer, warn: tell })
  try {
    mustBeKnownVersion(folder)
    if (!dryRun) await upgradeFolder(folder)
    await use({
      rewrite: (rewrite, dry) => rewriteFolder(folder, rewrite, { dryRun: dry, restricting }),
      copies: {
        list: async () => copiesIn(folder),
        remove: () => pruneFolderCopies(folder, Number.POSITIVE_INFINITY),
      },
    })
  } finally {
    await lock.release()
  }
}

/** Throws if a newer version has written the folder, because its data can have the author where this version does not look. */
function mustBeKnownVersion(folder: string): void {
  const why = whyUnusableVersion(folder)
  if (why !== undefined) throw new Error(`${why.what} ${why.whatToDo}`)
}

/**
 * At most this many passes are made through the store. A pass is repeated while it finds the name, because a running bot can write the name
 * back.
 */
const maxPasses = 10
const betweenPassesMs = 1000

async function withDatabase(
  url: string,
  { dryRun: isDryRun }: SearchOptions,
  use: (store: SearchedStore) => Promise<void>,
): Promise<void> {
  const database = connectDatabase(url)
  try {
    // With a wrong address, "nothing is stored" would be no answer.
    if ((await openWithRetry(() => knownVersionOf(database))) === 0)
      throw new Error('The database has no tables of Overheard. Correct DATABASE_URL.')
    await openDatabaseFor(database, isDryRun)
    const rewrite: SearchedStore['rewrite'] = async (change, dryRun) => {
      const all: string[] = []
      for (let passes = 1; passes <= maxPasses; passes++) {
        const { changed, conflicts } = await rewriteDatabase(database, change, dryRun)
        all.push(...changed)
        if (dryRun || changed.length + conflicts === 0) return { changed: all, damaged: [] }
        await wait(betweenPassesMs)
      }
      throw new Error('The bots store the name again and again. Run this again, or stop them for a moment.')
    }
    const copies = {
      list: () => copiesOf(database),
      remove: () => pruneDatabaseCopies(database, Number.POSITIVE_INFINITY),
    }
    await use({ rewrite, copies })
  } finally {
    await database.close()
  }
}
