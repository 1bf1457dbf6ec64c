/** The cost of one commit with few and with many subscriptions, in files and in PostgreSQL, and that of the layout of the file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Checkpoint } from '../src/model/checkpoint.ts'
import { disk } from '../src/store/file/disk.ts'
import { replaceFile } from '../src/store/file/json-file.ts'
import { openFolder } from '../src/store/file/open-folder.ts'
import { connectDatabase, type Database } from '../src/store/postgres/database.ts'
import { raiseFence } from '../src/store/postgres/leases.ts'
import { openDatabaseStore } from '../src/store/postgres/open-database.ts'
import type { Store } from '../src/store/store.ts'
import { startPostgres } from '../test/tools/postgres.ts'
import { quiet } from './our-side.ts'
import { alternate } from './rounds.ts'
import type { Row } from './row.ts'

const few = 10
const many = 10_000
const commits = 200
const alert = '1'

const deps = { now: Date.now, setTimer: () => () => undefined, log: quiet }

export async function commitRows(): Promise<Row[]> {
  return [await layoutRow(), await filesRow(), ...(await databaseRow())]
}

/**
 * The file of a checkpoint is replaced as a whole. The cheapest file that is as safe in a power cut has two slots in different blocks, written in
 * turn.
 */
async function layoutRow(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-layout-'))
  const text = JSON.stringify(checkpointOf(1))
  const slotBytes = 4096
  const slots = join(folder, 'slots')
  writeFileSync(slots, Buffer.alloc(2 * slotBytes), { flush: true })
  const overwrite = async (index: number) => {
    const file = await open(slots, 'r+')
    await file.write(text, (index % 2) * slotBytes)
    await file.datasync()
    await file.close()
  }
  const timed = (write: (index: number) => Promise<void>) => async () => {
    const began = performance.now()
    for (let index = 0; index < commits; index++) await write(index)
    return (performance.now() - began) / commits
  }
  const replace = () => replaceFile(join(folder, 'replaced.json'), text, disk)
  const [replaced = 0, overwritten = 0] = await alternate(11, [timed(replace), timed(overwrite)])
  rmSync(folder, { recursive: true, force: true })
  return {
    what: 'a checkpoint: its file replaced, against a slot overwritten',
    figure: replaced / overwritten,
    unit: '×',
    note: `${replaced.toFixed(2)} ms against ${overwritten.toFixed(2)} ms in real time; Slack takes one message a second for a channel`,
  }
}

async function filesRow(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-commit-'))
  const [small, large] = [
    await openFolder(join(folder, 'few'), deps),
    await openFolder(join(folder, 'many'), deps),
  ]
  const row = await compare('commit in files', small, large)
  for (const store of [small, large]) await store.close()
  rmSync(folder, { recursive: true, force: true })
  return row
}

/** Returns no row if PostgreSQL cannot be started on this machine. */
async function databaseRow(): Promise<Row[]> {
  const server = await startPostgres().catch(() => undefined)
  if (server === undefined) return []
  const [small, large] = [connectDatabase(await server.database()), connectDatabase(await server.database())]
  const row = await compare('commit in PostgreSQL', await openAsLeader(small), await openAsLeader(large))
  for (const database of [small, large]) await database.close()
  await server.stop()
  return [row]
}

/** Only a leader may write checkpoints. */
async function openAsLeader(database: Database): Promise<Store> {
  let fence: bigint | undefined
  const store = await openDatabaseStore(database, deps, { fence: () => fence })
  fence = await raiseFence(database)
  return store
}

async function compare(what: string, small: Store, large: Store): Promise<Row> {
  const runs = await Promise.all([committer(small, few), committer(large, many)])
  await alternate(2, runs)
  const [ofFew = 0, ofMany = 0] = await alternate(11, runs)
  return {
    what: `${what}: ${many} against ${few} subscriptions`,
    figure: ofMany / ofFew,
    unit: '×',
    most: 1.5,
    note: `${ofMany.toFixed(2)} ms against ${ofFew.toFixed(2)} ms in real time; one durable write, 60 ids in the checkpoint`,
  }
}

/** Fills a store, and then commits in many places of it; resolves with ms per commit. */
async function committer(store: Store, subscriptions: number): Promise<() => Promise<number>> {
  const { save: keep } = store.leading.checkpoints()
  const commit = (index: number) => keep({ subscription: `watch ${index}`, alert }, checkpointOf(index))
  for (let index = 0; index < subscriptions; index++) await commit(index)
  let next = 0
  return async () => {
    const began = performance.now()
    for (let done = 0; done < commits; done++) {
      next = (next + 7919) % subscriptions
      await commit(next)
    }
    return (performance.now() - began) / commits
  }
}

function checkpointOf(index: number): Checkpoint {
  const ids = Array.from({ length: 60 }, (_, place) => String(10_000_000 + index * 100 + place))
  return {
    watermark: '9999999',
    origin: '9999999',
    done: [{ at: Date.now(), ids }],
    lastTs: '1763600000.000100',
  }
}
