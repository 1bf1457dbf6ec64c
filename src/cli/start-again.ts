import { randomUUID } from 'node:crypto'
import { createRuntime } from '../async/runtime.ts'
import { readConfigurationOnly, variables } from '../config/settings.ts'
import { type Collections, openCollection } from '../model/collection.ts'
import { startAgainId } from '../model/pause.ts'
import { entryOf } from '../model/subscription.ts'
import { openFolder } from '../store/file/open-folder.ts'
import { connectDatabase } from '../store/postgres/database.ts'
import { openDatabaseStore } from '../store/postgres/open-database.ts'
import { pauseKind, subscriptionKind } from '../stored-kinds.ts'
import { openWithRetry } from './command-database.ts'
import { exitCodes } from './shutdown.ts'

const log = { warn: (_fields: object, sentence: string) => void process.stderr.write(`${sentence}\n`) }

/**
 * Lets a subscription forget all ids that it has read, and start from now, because the mention service has started its ids again. The bot does it at
 * the next poll. Throws if there is no such subscription, if a bot uses the folder, or if the store cannot be used.
 */
export async function startAgain(name: string): Promise<number> {
  const url = variables.DATABASE_URL?.trim()
  const inFile = readConfigurationOnly().subscriptions.map((subscription) => subscription.name)
  const request = (store: Collections) => requestStart(store, inFile, name)
  const names = await (url
    ? inDatabase(url, request)
    : inFolder(variables.DATA_DIR?.trim() || './data', request))
  const when = url ? 'with its next poll' : 'when the bot starts'
  for (const one of names)
    process.stdout.write(`${one} starts again from now ${when}. What is there by then is not posted.\n`)
  return exitCodes.stopped
}

async function requestStart(store: Collections, inFile: string[], asked: string): Promise<string[]> {
  const { now } = createRuntime()
  const fromSlack = await openCollection(store, subscriptionKind).all()
  const all = [
    ...inFile,
    ...fromSlack.flatMap(({ ended, subscription }) => (ended === undefined ? [subscription.name] : [])),
  ]
  const names = all.filter((one) => one === asked || entryOf(one) === asked)
  if (names.length === 0)
    throw new Error(`There is no subscription '${asked}'. There are: ${all.join(', ') || 'none'}.`)
  const pauses = openCollection(store, pauseKind)
  for (const one of names)
    await pauses.change(one, (pause) => {
      const startOver = startAgainId(randomUUID())
      return { id: startOver, by: '', at: now(), until: now(), ...pause, startOver }
    })
  return names
}

async function inFolder<T>(folder: string, use: (store: Collections) => Promise<T>): Promise<T> {
  const { now, setTimer } = createRuntime()
  const store = await openFolder(folder, { now, setTimer, log })
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

async function inDatabase<T>(url: string, use: (store: Collections) => Promise<T>): Promise<T> {
  const { now, setTimer } = createRuntime()
  const database = connectDatabase(url)
  try {
    return await use(await openWithRetry(() => openDatabaseStore(database, { now, setTimer, log })))
  } finally {
    await database.close()
  }
}
