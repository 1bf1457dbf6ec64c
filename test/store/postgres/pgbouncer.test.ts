import { systemClocks } from '@overheard/base/clock'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { checkDatabase } from '../../../src/cli/doctor/local-checks.ts'
import { connectDatabase, NoSessionError } from '../../../src/store/postgres/database.ts'
import { checkSession, openSession } from '../../../src/store/postgres/session.ts'
import { processOn } from '../../tools/database-process.ts'
import { useDatabases } from '../../tools/databases.ts'
import { hasPgBouncer, startPgBouncer } from '../../tools/pgbouncer.ts'

const databases = useDatabases()

describe.skipIf(!hasPgBouncer)('behind PgBouncer', () => {
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
