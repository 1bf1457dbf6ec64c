import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterInitialSync } from '../../../src/engine/progress/checkpoint-changes.ts'
import type { CheckpointStore } from '../../../src/model/checkpoint.ts'
import { checkpointRows } from '../../../src/store/postgres/checkpoints.ts'
import type { Database } from '../../../src/store/postgres/database.ts'
import { raiseFence } from '../../../src/store/postgres/leases.ts'
import { applyMigrations, tables } from '../../../src/store/postgres/migrations.ts'
import { rewriteDatabase } from '../../../src/store/postgres/rewrite-database.ts'
import { useDatabases } from '../../tools/databases.ts'

const databases = useDatabases()
const key = { subscription: 'acme', alert: '7' }
const checkpointAt = (watermark: number) => ({
  ...afterInitialSync([], true, [], { at: 1 }),
  watermark: String(watermark),
})

/** A process that raises the fence, as a new leader does. */
function processOn(database: Database) {
  const { writtenUnder, load } = checkpointRows(database)
  return { load, takeOver: async () => writtenUnder(await raiseFence(database)) }
}

describe('the fence', () => {
  it('lets only the last process that raised it write checkpoints', async () => {
    const { open } = await databases.fresh()
    const [one, other] = [processOn((await open()).database), processOn((await open()).database)]
    const first = await one.takeOver()
    expect(await first.save(key, checkpointAt(1))).toBe('kept')
    const second = await other.takeOver()
    expect(await first.save(key, checkpointAt(2))).toBe('fenced')
    expect(await second.load(key)).toMatchObject({ checkpoint: { watermark: '1' } })
    expect(await second.save(key, checkpointAt(3))).toBe('kept')
  })

  it('may be raised during a checkpoint write; the new leader then sees the write, or nothing is written', async () => {
    const { open } = await databases.fresh()
    const [one, other] = [processOn((await open()).database), processOn((await open()).database)]
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 5, maxLength: 30 }), async (takesOver) => {
        let owner: CheckpointStore = await one.takeOver()
        for (const [step, takes] of takesOver.entries()) {
          const writing = owner.save(key, checkpointAt(step))
          if (takes) {
            owner = await other.takeOver()
            const seen = await owner.load(key)
            const wrote = seen.kind === 'kept' && seen.checkpoint.watermark === String(step)
            expect(await writing).toBe(wrote ? 'kept' : 'fenced')
          } else expect(await writing).toBe('kept')
        }
      }),
      { numRuns: 20 },
    )
  })
})

describe('the leader', () => {
  it('reads a checkpoint from the database once, and then from memory, also after its own writes', async () => {
    const { database } = await (await databases.fresh()).open()
    let statements = 0
    const counting: Database = {
      ...database,
      query(...what) {
        statements++
        return database.query(...what)
      },
    }
    const { takeOver } = processOn(counting)
    const owner = await takeOver()
    expect(await owner.load(key)).toEqual({ kind: 'none' })
    const before = statements
    expect(await owner.load(key)).toEqual({ kind: 'none' })
    expect(statements).toBe(before)
    await owner.save(key, checkpointAt(1))
    expect(await owner.load(key)).toEqual({ kind: 'kept', checkpoint: checkpointAt(1) })
    expect(statements).toBe(before + 1)
  })

  it('reads a checkpoint again after a write that failed, and after a broken connection', async () => {
    const { database } = await (await databases.fresh()).open()
    const faults = { breaks: 0, fails: false }
    const faulty: Database = {
      ...database,
      breaks: () => faults.breaks,
      async query(...what) {
        const rows = await database.query(...what)
        if (faults.fails) throw new Error('the answer is lost')
        return rows
      },
    }
    const [{ takeOver }, plain] = [processOn(faulty), processOn(database)]
    const owner = await takeOver()
    await owner.save(key, checkpointAt(1))
    faults.fails = true
    await expect(owner.save(key, checkpointAt(2))).rejects.toThrow('lost')
    faults.fails = false
    expect(await owner.load(key)).toEqual({ kind: 'kept', checkpoint: checkpointAt(2) })
    await (await plain.takeOver()).save(key, checkpointAt(1))
    faults.breaks++
    expect(await owner.load(key)).toEqual({ kind: 'kept', checkpoint: checkpointAt(1) })
  })

  it('cannot overwrite a checkpoint that the command "forget" has changed', async () => {
    const { database } = await (await databases.fresh()).open()
    const { takeOver, load } = processOn(database)
    const owner = await takeOver()
    await owner.save(key, checkpointAt(1))
    const forgotten = checkpointAt(2)
    await rewriteDatabase(database, ({ kind, value }) =>
      kind === 'checkpoints' ? { alert: '7', value: forgotten } : value,
    )
    expect(await owner.save(key, checkpointAt(3))).toBe('fenced')
    expect(await load(key)).toEqual({ kind: 'kept', checkpoint: forgotten })
  })
})

describe('the tables of the database', () => {
  it('are created only once by four processes at the same moment, also on connections that knew the database without them', async () => {
    const { open } = await databases.fresh({ alters: true })
    const processes = await Promise.all(Array.from({ length: 4 }, open))
    for (let round = 0; round < 10; round++) {
      await processes[0]?.database.query('drop schema overheard cascade')
      await Promise.all(processes.map(({ database }) => applyMigrations(database)))
    }
    const rows = await processes[0]?.database.query(
      'select version from overheard.migrations order by version',
    )
    expect(rows?.rows).toEqual(tables.map((_, index) => ({ version: index + 1 })))
  })
})
