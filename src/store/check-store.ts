import { existsSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type SetTimer, systemClocks } from '@overheard/base/clock'
import type { Ms } from '@overheard/base/time'
import { z } from 'zod'
import { describeFileError } from '../model/file-errors.ts'
import { type Finding, fault, fine, warning } from '../model/finding.ts'
import { inspectLock } from './file/folder-lock.ts'
import { whyUnusableVersion } from './file/folder-version.ts'
import { LockUnusableError } from './file/kernel-lock.ts'
import { whyMoved } from './file/moved-folder.ts'
import {
  FolderFullError,
  FolderUnusableError,
  freeBytes,
  readableFolder,
  tryFolder,
} from './file/open-folder.ts'
import { who } from './file/owner-record.ts'
import {
  type connectDatabase,
  connectWithRetry,
  type Database,
  DatabaseAwayError,
  DatabaseRefusedError,
  lacksEncryption,
  NoSessionError,
  newerAdvice,
  sessionAdvice,
} from './postgres/database.ts'
import { tables, versionOf } from './postgres/migrations.ts'
import { readableDatabase } from './postgres/open-database.ts'
import { checkSession, openSession } from './postgres/session.ts'
import { DatabaseUnusableError } from './sqlite/database.ts'
import type { Store } from './store.ts'

async function missingFolder(folder: string): Promise<Finding> {
  let parent = dirname(resolve(folder))
  while (!existsSync(parent)) parent = dirname(parent)
  return access(parent, constants.W_OK | constants.X_OK).then(
    () => fine(`The folder ${folder} does not exist yet. The bot makes it when it starts.`),
    () =>
      fault(
        `The folder ${folder} does not exist, and this user cannot make it in ${parent}.`,
        'Make it for the user of the bot, or set DATA_DIR to another folder.',
      ),
  )
}

type CheckStored = (store: Omit<Store, 'close'>) => Promise<Finding[]>

/** Tells if the bot can use the folder, and then what `checkStored` finds in it. Makes no folder. */
export async function folderFindings(
  folder: string,
  {
    setTimer,
    sizeOf,
    checkStored,
  }: { setTimer: SetTimer; sizeOf: (bytes: number) => string; checkStored: CheckStored },
): Promise<Finding[]> {
  try {
    const newer = whyUnusableVersion(folder)
    if (newer !== undefined) return [fault(newer.what, newer.whatToDo)]
    // The doctor may run as another user than the bot, so it makes no folder.
    if (!existsSync(folder)) return [await missingFolder(folder)]
    await tryFolder(folder)
    const inUse = findingsOf(
      folder,
      await inspectLock(folder, setTimer),
      roomFindings(await freeBytes(folder), sizeOf),
    )
    const moved = whyMoved(folder)
    if (moved !== undefined) return [...inUse, fault(moved.what, moved.whatToDo)]
    const store = readableFolder(folder, { now: Date.now, setTimer, log: silent })
    return [...inUse, ...(await checkStored(store).finally(store.close))]
  } catch (error) {
    if (error instanceof FolderFullError)
      return [fault(`${error.message}: ${describeFileError(error.cause)}.`, 'Make room on its disk.')]
    if (error instanceof DatabaseUnusableError) return [fault(error.message, 'docs/run/storage.md says how.')]
    if (!(error instanceof FolderUnusableError || error instanceof LockUnusableError)) throw error
    const why = describeFileError(error.cause)
    return [
      fault(
        why === undefined ? error.message : `${error.message}: ${why}.`,
        'Set DATA_DIR to a folder that the bot may write, on a persistent disk.',
      ),
    ]
  }
}

const silent = { warn: () => undefined }

/** With less free room on the disk, in bytes, the doctor warns. */
const littleRoom = 100_000_000
type Room = { room: string; roomFinding: Finding[] }

function roomFindings(free: number, sizeOf: (bytes: number) => string): Room {
  const room = `${sizeOf(free)} are free on its disk`
  const roomFinding =
    free < littleRoom ? [warning(`Only ${room}.`, 'Make room: when it is full, nothing can be posted.')] : []
  return { room, roomFinding }
}

function findingsOf(
  folder: string,
  seen: Awaited<ReturnType<typeof inspectLock>>,
  { room, roomFinding }: Room,
): Finding[] {
  if (seen.kind === 'in-use')
    return [
      fine(`The folder ${folder} is in use: the bot is running (${who(seen.owner)}). ${room}.`),
      ...roomFinding,
    ]
  const writable = fine(`The folder ${folder} can be written. ${room}.`)
  if (seen.kind === 'free') return [writable, ...roomFinding]
  return [
    writable,
    ...roomFinding,
    warning(
      `The bot that used it last (${who(seen.owner)}) was killed or hangs: it does not renew the file "owner".`,
      'If it still runs, end it. The next start takes over the folder.',
    ),
  ]
}

/** If the database does not answer, the doctor retries for this time, in ms. It is short, because a person waits at the terminal. */
const databaseTimeoutMs = 2000

type DatabaseState = {
  user: string
  database: string
  mayCreate: boolean
  takesWrites: boolean
  done: number
}

/** Tells if the bot can use the database, and then what `checkStored` finds in it. Writes nothing. */
export async function databaseFindings(
  url: string,
  connect: typeof connectDatabase,
  checkStored: CheckStored,
): Promise<Finding[]> {
  const database = connect(url)
  try {
    const clock = { now: Date.now, sleep: (ms: Ms) => wait(ms) }
    const seen = await connectWithRetry(() => readDatabaseState(database), clock, databaseTimeoutMs)
    await connectWithRetry(() => checkConnections(url, database), clock, databaseTimeoutMs)
    const tablesFound = checkRights(seen) ?? checkTables(seen)
    const hasTables = seen.done === tables.length
    const store = () =>
      readableDatabase(database, { now: Date.now, setTimer: () => () => undefined, log: silent })
    const found = hasTables ? await checkStored(store()) : []
    return [fine('The database answers.'), tablesFound, ...found]
  } catch (error) {
    if (error instanceof DatabaseRefusedError || error instanceof DatabaseAwayError)
      return [fault(error.message, adviseOnDatabase(error.cause))]
    throw error
  } finally {
    await database.close()
  }
}

async function checkConnections(url: string, database: Database): Promise<void> {
  const session = openSession(url, { self: 'doctor', ...systemClocks })
  try {
    await checkSession(session, database)
  } finally {
    await session.close()
  }
}

const stateSchema = z.tuple([
  z.object({
    user: z.string(),
    database: z.string(),
    mayCreate: z.boolean(),
    takesWrites: z.boolean(),
  }),
])

async function readDatabaseState(database: Database): Promise<DatabaseState> {
  const [present] = stateSchema.parse(
    (
      await database.query(`select current_user as "user", current_database() as database,
        has_database_privilege(current_database(), 'create') as "mayCreate",
        current_setting('transaction_read_only') = 'off' as "takesWrites"`)
    ).rows,
  )
  return { ...present, done: await versionOf(database) }
}

/** The bot runs `create schema if not exists`, and PostgreSQL demands the right to create schemas even if the schema exists. */
function checkRights({ user, database, mayCreate, takesWrites }: DatabaseState): Finding | undefined {
  if (!takesWrites)
    return fault('It accepts no writes; it may be a standby.', 'Set DATABASE_URL to the primary server.')
  if (mayCreate) return undefined
  return fault(
    `The user ${user} may not create anything in the database ${database}.`,
    `As its owner: GRANT CREATE ON DATABASE "${database}" TO "${user}";`,
  )
}

function checkTables({ done }: DatabaseState): Finding {
  if (done === tables.length) return fine('Its tables are up to date.')
  if (done < tables.length) return fine('The next start creates or updates its tables.')
  return fault(
    'A newer version of Overheard has written it, so this version does not start on it.',
    newerAdvice,
  )
}

const databaseAdvice: readonly [code: string, whatToDo: string][] = [
  ['28', 'Correct user and password in DATABASE_URL.'],
  ['3D', 'Create the database (createdb), or correct its name at the end of DATABASE_URL.'],
  ['42', 'Make the user of DATABASE_URL the owner of the schema overheard.'],
  ['ENOTFOUND', 'Correct the host in DATABASE_URL.'],
]

function adviseOnDatabase(cause: unknown): string {
  if (cause instanceof NoSessionError) return sessionAdvice
  if (lacksEncryption(cause)) return 'Remove sslmode from DATABASE_URL.'
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const found = databaseAdvice.find(([beginning]) => code.startsWith(beginning))
  return found?.[1] ?? 'Start PostgreSQL, or correct host and port in DATABASE_URL.'
}
