import { systemClocks } from '@overheard/base/clock'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectDatabase, type Database } from '../../../src/store/postgres/database.ts'
import { createLease } from '../../../src/store/postgres/leases.ts'
import { applyMigrations } from '../../../src/store/postgres/migrations.ts'
import { openSession } from '../../../src/store/postgres/session.ts'
import { useDatabases } from '../../tools/databases.ts'
import { restoreFrozenDatabase } from '../../tools/frozen-stores.ts'

/** A database of version 0.2, and what a process of that version does with it. The statements are those of version 0.2. */

const databases = useDatabases()

async function database02() {
  const url = await databases.empty()
  await restoreFrozenDatabase(url)
  const database = connectDatabase(url)
  onTestFinished(() => database.close())
  return { url, database }
}

/** A running process: it owns each shard with the fence 100. */
async function runs(database: Database): Promise<void> {
  await database.query(
    "insert into overheard.processes values ('old', 0, overheard.now_ms(), false, 0, 0, 0) on conflict do nothing",
  )
  await database.query("update overheard.shards set fence = 100, owner = 'old'")
}

const savesCheckpoint = `
  with held as (select 1 from overheard.shards where shard = 3 and fence = 100 for share)
  insert into overheard.checkpoints (subscription, alert, checkpoint) select 'acme', 'x', '{}'::json from held
  on conflict (subscription, alert) do update set checkpoint = excluded.checkpoint`
const changesDigest = `
  with held as (select 1 from overheard.shards where shard = 3 and fence = 100 for share)
  insert into overheard.records (collection, key, value) select 'digests', 'x', '{}'::json where exists (select 1 from held) and true on conflict do nothing`
const takesShards = `
  with before as (select s.* from overheard.shards s where shard = any('{1,2,3}'::int[]) order by shard for update)
  update overheard.shards s set fence = s.fence + 1, owner = 'old', given_at = null from before b where s.shard = b.shard returning s.shard`
const givesSignOfLife = `
  with me as (insert into overheard.processes as p (id, since, seen_at, leaving, alerts, weight, lag)
    values ('old', 0, 0, false, 0, 0, 0) on conflict (id) do update set seen_at = excluded.seen_at)
  select 1`
const sendsHeartbeat = 'select 1 from overheard_jobs.job'

async function leaseOn(url: string) {
  const session = openSession(url, { self: 'new', ...systemClocks })
  onTestFinished(() => session.close())
  return createLease(session, {
    self: 'new',
    limitKey: 'x',
    requests: () => [],
    learn: () => undefined,
  })
}

describe('a process of version 0.2', () => {
  it('writes as an owner, takes shards and sends heartbeats before the update', async () => {
    const { database } = await database02()
    await runs(database)
    for (const statement of [savesCheckpoint, changesDigest, takesShards, givesSignOfLife])
      expect((await database.query(statement)).rowCount).toBeGreaterThan(0)
    await database.query(sendsHeartbeat)
  })

  it('writes nothing as an owner after the update, takes no shard, and loses its jobs', async () => {
    const { database } = await database02()
    await runs(database)
    await applyMigrations(database)
    for (const statement of [savesCheckpoint, changesDigest, takesShards])
      expect((await database.query(statement)).rowCount).toBe(0)
    await expect(database.query(sendsHeartbeat)).rejects.toThrow('overheard_jobs')
  })

  it('is told to be updated when it starts again', async () => {
    const { database } = await database02()
    await applyMigrations(database)
    await expect(database.query(givesSignOfLife)).rejects.toThrow(
      'A newer version of Overheard uses this database. Update this process.',
    )
  })
})

describe('the first process of this version', () => {
  it('leads only when processes of version 0.2 have ended their work, and does not trust their checkpoints', async () => {
    const { url, database } = await database02()
    await runs(database)
    await applyMigrations(database)
    const { take } = await leaseOn(url)
    expect(await take()).toBeUndefined()
    await database.query('update overheard.leases set renewed_at = renewed_at - 9000')
    expect(await take()).toMatchObject({ checkpoints: 'unsure' })
  })

  it('leads at once if no process of version 0.2 was running', async () => {
    const { url, database } = await database02()
    await database.query('update overheard.processes set seen_at = 0')
    await applyMigrations(database)
    const { take } = await leaseOn(url)
    expect(await take()).toMatchObject({ checkpoints: 'unsure' })
  })
})
