import { expect, onTestFinished } from 'vitest'
import { connectDatabase } from '../../src/store/postgres/database.ts'
import { createLease } from '../../src/store/postgres/leases.ts'
import { openDatabaseStore } from '../../src/store/postgres/open-database.ts'
import { applicationName, openSession } from '../../src/store/postgres/session.ts'

let processes = 0

/** A process on a database, with its store. `statements`: those on its pool, in order. The clock is moved by hand. */
export async function processOn(url: string) {
  const self = `process-${++processes}`
  const clock = { at: 1_000_000 }
  const now = () => clock.at
  const heard: (string | undefined)[] = []
  const pool = connectDatabase(url, 4, applicationName(self))
  const statements: string[] = []
  const database: typeof pool = {
    ...pool,
    query(text, values) {
      statements.push(text)
      return pool.query(text, values)
    },
  }
  const session = openSession(url, { self, now, steady: now, begin: (query) => lease.lockAgain(query) })
  session.onAnnouncement((one) => void heard.push(one && `${one.topic} by ${one.process}`))
  const lease = createLease(session, { self, limitKey: 'x', requests: () => [], learn: () => undefined })
  const deps = { now, setTimer: () => () => undefined, log: { warn: () => undefined } }
  const store = await openDatabaseStore(database, deps, { session })
  onTestFinished(async () => {
    await session.close()
    await pool.close()
  })
  await session.query('select 1')
  await expect.poll(() => heard).toEqual([undefined])
  heard.length = 0
  statements.length = 0
  return { self, clock, heard, statements, database, session, lease, store }
}
