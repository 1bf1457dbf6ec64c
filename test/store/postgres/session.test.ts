import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { systemClocks } from '../../../src/async/clock.ts'
import { checkDatabase } from '../../../src/cli/doctor/local-checks.ts'
import { connectDatabase, NoSessionError } from '../../../src/store/postgres/database.ts'
import { createLease } from '../../../src/store/postgres/leases.ts'
import { openDatabaseStore } from '../../../src/store/postgres/open-database.ts'
import {
  announcement,
  announcing,
  applicationName,
  checkSession,
  openSession,
} from '../../../src/store/postgres/session.ts'
import { useDatabases } from '../../tools/databases.ts'
import { hasPgBouncer, startPgBouncer } from '../../tools/pgbouncer.ts'

const databases = useDatabases()
let processes = 0

/** A process on a database, with its store. `statements`: those on its pool, in order. The clock is moved by hand. */
async function processOn(url: string) {
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

const twoProcesses = async () => {
  const { url } = await databases.fresh()
  return [await processOn(url), await processOn(url)] as const
}

describe('a process', () => {
  it('hears what every process announces, and which collections and messages they changed', async () => {
    const [one, other] = await twoProcesses()
    await one.database.query(announcing, announcement('a topic', one.self))
    await one.store.collection('mutes', z.string()).put('C1', 'x')
    await one.store.messages('cards', z.string()).add({ channel: 'C1', ts: '1795176000.000100' }, 'x')
    const all = [`a topic by ${one.self}`, `records mutes by ${one.self}`, `messages cards by ${one.self}`]
    await expect.poll(() => other.heard).toEqual(all)
    await expect.poll(() => one.heard).toEqual(all)
  })

  it('hears nothing about the counts of alerts, because they change all the time', async () => {
    const [one, other] = await twoProcesses()
    await one.store.collection('volume', z.string()).put('7', 'x')
    await one.store.collection('mutes', z.string()).put('C1', 'x')
    await expect.poll(() => other.heard).toEqual([`records mutes by ${one.self}`])
  })

  it('learns that it may have missed announcements when its connection was broken', async () => {
    const [one, other] = await twoProcesses()
    await one.database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
      [applicationName(other.self)],
    )
    await expect.poll(() => other.session.query('select 1').catch(() => undefined)).toBeDefined()
    expect(other.heard).toEqual([undefined])
  })
})

describe('a collection', () => {
  it('is read again only after a change by this or another process, after a minute, and while announcements may be missing', async () => {
    const [one, other] = await twoProcesses()
    const [here, there] = [one, other].map(({ store }) => store.collection('mutes', z.string()))
    const reads = async () => {
      one.statements.length = 0
      const all = await here?.all()
      return [one.statements.length, all]
    }
    await here?.put('C1', 'a')
    await expect.poll(() => one.heard.length).toBe(1)
    expect([await reads(), await reads()]).toEqual([
      [1, ['a']],
      [0, ['a']],
    ])
    await there?.put('C2', 'b')
    await expect.poll(() => one.heard.length).toBe(2)
    expect([await reads(), await reads()]).toEqual([
      [1, ['a', 'b']],
      [0, ['a', 'b']],
    ])
    await here?.put('C1', 'c')
    expect((await reads())[1]).toEqual(['b', 'c'].toReversed())
    await expect.poll(() => one.heard.length).toBe(3)
    await reads()
    for (let minute = 0; minute < 12; minute++) {
      one.clock.at += 5000
      await one.session.query('select 1')
    }
    expect(await reads()).toEqual([1, ['c', 'b']])
    one.clock.at += 6001
    expect([await reads(), await reads()].map(([count]) => count)).toEqual([1, 1])
  })

  it('of messages tells its changes and its count without a statement while nothing changes', async () => {
    const [one, other] = await twoProcesses()
    const [here, there] = [one, other].map(({ store }) => store.messages('cards', z.string()))
    let mark = (await here?.changes(undefined))?.mark
    const changes = async () => {
      one.statements.length = 0
      const found = await here?.changes(mark)
      mark = found?.mark
      return [one.statements.length, found?.changed, await here?.count('C1')]
    }
    expect(await changes()).toEqual([0, [], 0])
    await there?.add({ channel: 'C1', ts: '1795176000.000100' }, 'x')
    await expect.poll(() => one.heard.length).toBe(1)
    expect([await changes(), await changes()]).toEqual([
      [1, ['x'], 1],
      [0, [], 1],
    ])
  })
})

describe.runIf(hasPgBouncer)('behind PgBouncer', () => {
  it('with pooled sessions, processes hear each other, the lease is free when the connection of the leader ends, and the doctor is content', async () => {
    const { url } = await databases.fresh()
    const pooled = await startPgBouncer(url, 'session')
    const [leader, other] = [await processOn(pooled), await processOn(pooled)]
    await checkSession(leader.session, leader.database)
    await leader.store.collection('mutes', z.string()).put('C1', 'x')
    await expect.poll(() => other.heard).toContain(`records mutes by ${leader.self}`)
    await leader.lease.take()
    expect(await other.lease.take()).toBeUndefined()
    expect(other.lease.processes()).toBe(2)
    await leader.lease.renew()
    await leader.session.close()
    await expect.poll(() => other.lease.take()).toMatchObject({ checkpoints: 'trusted' })
    expect(await checkDatabase(pooled)).toContainEqual({ level: 'fine', what: 'The database answers.' })
  })

  it('with pooled transactions, no process starts, and the doctor names the remedy', async () => {
    const { url } = await databases.fresh()
    const pooled = await startPgBouncer(url, 'transaction')
    const database = connectDatabase(pooled)
    const others = connectDatabase(pooled)
    onTestFinished(async () => {
      await Promise.all([database.close(), others.close()])
    })
    const isRefused = async () => {
      const session = openSession(pooled, { self: 'x', ...systemClocks })
      await expect(checkSession(session, database)).rejects.toThrow(NoSessionError)
      await session.close()
    }
    for (let round = 0; round < 10; round++) await isRefused()
    let isBusy = true
    const traffic = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (isBusy) await others.query('select 1')
      }),
    )
    for (let round = 0; round < 10; round++) await isRefused()
    isBusy = false
    await traffic
    expect(await checkDatabase(pooled)).toEqual([
      {
        level: 'fault',
        what: expect.stringContaining('the pooler before it gives each transaction another connection'),
        whatToDo:
          'Set pool_mode of the pooler to session, or set DATABASE_URL to the address of PostgreSQL itself.',
      },
    ])
  })
})
