/** What one settle costs with few and with many subscriptions: files, and PostgreSQL where one can be had. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Checkpoint } from '../src/model/checkpoint.ts'
import { openFolder, type Store } from '../src/store/file/open-folder.ts'
import { connectDatabase } from '../src/store/postgres/database.ts'
import { openDatabaseStore } from '../src/store/postgres/open-database.ts'
import { startPostgres } from '../test/tools/postgres.ts'
import { quiet } from './our-side.ts'
import { alternate } from './rounds.ts'
import type { Row } from './row.ts'

const few = 10
const many = 10_000
const settles = 200
const alert = '1'

const deps = { now: Date.now, setTimer: () => () => undefined, log: quiet }

export async function settleRows(): Promise<Row[]> {
  return [await filesRow(), ...(await databaseRow())]
}

async function filesRow(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-settle-'))
  const [small, large] = [
    await openFolder(join(folder, 'few'), deps),
    await openFolder(join(folder, 'many'), deps),
  ]
  const row = await compare('settle in files', small, large)
  for (const store of [small, large]) await store.close()
  rmSync(folder, { recursive: true, force: true })
  return row
}

/** No row where PostgreSQL cannot be started here. */
async function databaseRow(): Promise<Row[]> {
  const server = await startPostgres().catch(() => undefined)
  if (server === undefined) return []
  const [small, large] = [connectDatabase(await server.database()), connectDatabase(await server.database())]
  const row = await compare(
    'settle in PostgreSQL',
    await openDatabaseStore(small, deps),
    await openDatabaseStore(large, deps),
  )
  for (const database of [small, large]) await database.close()
  await server.stop()
  return [row]
}

async function compare(what: string, small: Store, large: Store): Promise<Row> {
  const runs = await Promise.all([settler(small, few), settler(large, many)])
  await alternate(2, runs)
  const [ofFew = 0, ofMany = 0] = await alternate(11, runs)
  return {
    what: `${what}: ${many} against ${few} subscriptions`,
    figure: ofMany / ofFew,
    unit: '×',
    most: 1.5,
    note: `${ofMany.toFixed(2)} ms against ${ofFew.toFixed(2)} ms on the wall; one durable write, 60 ids remembered`,
  }
}

/**
 * Fills a store, and then settles here and there in it; resolves with ms a settle. It is filled twice, for a bookmark's second file
 * is made by its second write.
 */
async function settler(store: Store, subscriptions: number): Promise<() => Promise<number>> {
  const { save: keep } = await store.takeOver(alert)
  const settle = (index: number) => keep({ subscription: `watch ${index}`, alert }, bookmark(index))
  for (let index = 0; index < 2 * subscriptions; index++) await settle(index % subscriptions)
  let next = 0
  return async () => {
    const began = performance.now()
    for (let done = 0; done < settles; done++) {
      next = (next + 7919) % subscriptions
      await settle(next)
    }
    return (performance.now() - began) / settles
  }
}

function bookmark(index: number): Checkpoint {
  const ids = Array.from({ length: 60 }, (_, place) => String(10_000_000 + index * 100 + place))
  return {
    watermark: '9999999',
    origin: '9999999',
    done: [{ at: Date.now(), ids }],
    lastTs: '1763600000.000100',
  }
}
