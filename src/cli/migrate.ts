import { stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { createCleanup } from '../async/cleanup.ts'
import { createRuntime } from '../async/runtime.ts'
import type { Ms } from '../async/time.ts'
import { variables } from '../config/settings.ts'
import { grouped } from '../messages/kit/numbers.ts'
import type { DecisionRecord } from '../model/decision.ts'
import { type FolderContents, readFolder } from '../store/file/folder-contents.ts'
import { FolderLostError, lockFolder } from '../store/file/folder-lock.ts'
import { whyUnusableVersion } from '../store/file/folder-version.ts'
import { markMoved } from '../store/file/moved-folder.ts'
import { connectDatabase, connectWithRetry, type Database } from '../store/postgres/database.ts'
import { importCheckpoint, importDecisions, importMessage, importRecord } from '../store/postgres/import.ts'
import { openDatabaseStore } from '../store/postgres/open-database.ts'
import type { Store } from '../store/store.ts'
import { damageTexts, messagesOfFeatures, restrictingKinds } from '../stored-kinds.ts'
import { createProgressBar } from './progress-bar.ts'
import { exitCodes } from './shutdown.ts'

const log = { warn: (_fields: object, sentence: string) => void process.stderr.write(`${sentence}\n`) }
const clock = { now: Date.now, sleep: (ms: Ms) => wait(ms) }
const decisionsPerStatement = 1000
const messageNames: Record<string, string> = {
  cards: 'Cards',
  'spike-cards': 'Cards of spikes',
  ...Object.fromEntries(messagesOfFeatures.map(({ name, title }) => [name, title])),
}

/**
 * Copies checkpoints, records, cards and decisions from a folder to the database of DATABASE_URL, and marks the folder, so that no bot starts
 * on it any more. A second run keeps data that the database already has. Throws if a bot uses the folder, or if the folder or the database
 * cannot be used.
 */
export async function migrate(options: { from?: string; dryRun?: boolean }): Promise<number> {
  const { DATABASE_URL, DATA_DIR } = variables
  const { from = DATA_DIR?.trim() || './data', dryRun: pretend = false } = options
  const url = DATABASE_URL?.trim()
  if (!url)
    throw new Error(
      'DATABASE_URL is missing: name the database to move to (postgres://…). A dry run needs it, too.',
    )
  if (!(await stat(from).catch(() => undefined))?.isDirectory())
    throw new Error(`There is no folder ${from}.`)
  const undo = createCleanup()
  try {
    const { now, setTimer } = createRuntime()
    const lock = await lockFolder(from, { now, setTimer, warn: (what) => log.warn({}, what) })
    undo.add(lock.release)
    const newer = whyUnusableVersion(from)
    if (newer !== undefined) throw new Error(`${newer.what} ${newer.whatToDo}`)
    const contents = await readFolder(from, { now, setTimer, log })
    undo.add(contents.close)
    mustBeReadable(contents)
    const database = connectDatabase(url)
    undo.add(() => database.close())
    const store = await connectWithRetry(
      () => openDatabaseStore(database, { now: Date.now, setTimer: () => () => undefined, log }),
      { ...clock, warn: (what) => process.stderr.write(`${what}\n`) },
    )
    await move(contents, store, database, pretend)
    if (!lock.ownsFolder())
      throw new FolderLostError(
        `Another process has taken over the folder ${from} meanwhile. End it, and run this again.`,
      )
    for (const damage of contents.unreadable())
      process.stderr.write(`Not moved: ${damageTexts.others(damage, []).what}\n`)
    if (pretend) process.stdout.write('This was a dry run: nothing was changed.\n')
    else {
      await markMoved(from, { database: withoutCredentials(url), at: Date.now() })
      process.stdout.write(`The folder ${from} is marked as moved: no bot starts on it any more.\n`)
    }
    return exitCodes.stopped
  } finally {
    await undo.all()
  }
}

/** Throws if a file cannot be moved without which the bot would post what it must not post. */
function mustBeReadable(contents: FolderContents): void {
  const stopping = contents.unreadable().find(({ collection }) => restrictingKinds.has(collection))
  if (stopping === undefined) return
  const { what } = damageTexts.stopping(stopping)
  throw new Error(
    `Nothing was moved, because this cannot be moved: ${what} Restore the file from a copy, or delete it to go on without what it held.`,
  )
}

function withoutCredentials(url: string): string {
  const { host, pathname } = new URL(URL.canParse(url) ? url : 'none:')
  return `${host}${pathname}`
}

async function move(
  contents: FolderContents,
  store: Store,
  database: Database,
  pretend: boolean,
): Promise<void> {
  const { checkpoints, records } = contents
  await each('Checkpoints', checkpoints, (one) => importCheckpoint(database, one, pretend), pretend)
  await each('Records', records, (one) => importRecord(store, one, pretend), pretend)
  for (const collection of contents.messageCollections)
    await each(
      messageNames[collection] ?? collection,
      contents.messages(collection),
      (one) => importMessage(store, { collection, ...one }, pretend),
      pretend,
    )
  const progress = createProgressBar(process.stderr, Date.now, 'checked')
  progress.begin('Decisions', undefined)
  let [seen, taken] = [0, 0]
  for await (const entries of inBatches(contents.decisions(), decisionsPerStatement)) {
    taken += await importDecisions(database, entries, pretend)
    seen += entries.length
    progress.reached(seen)
  }
  progress.end()
  report('Decisions', { taken, kept: seen - taken }, pretend)
}

async function each<Item>(
  name: string,
  items: Iterable<Item> | AsyncIterable<Item>,
  takeIn: (item: Item) => Promise<'taken' | 'kept'>,
  pretend: boolean,
): Promise<void> {
  const progress = createProgressBar(process.stderr, Date.now, 'checked')
  progress.begin(name, Array.isArray(items) ? items.length : undefined)
  let [seen, taken] = [0, 0]
  for await (const item of items) {
    if ((await takeIn(item)) === 'taken') taken++
    progress.reached(++seen)
  }
  progress.end()
  report(name, { taken, kept: seen - taken }, pretend)
}

type Moved = { taken: number; kept: number }

function report(name: string, { taken, kept }: Moved, pretend: boolean): void {
  process.stdout.write(
    `${name}: ${grouped(taken)} ${pretend ? 'would be moved' : 'moved'}, ${grouped(kept)} already in the database.\n`,
  )
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
