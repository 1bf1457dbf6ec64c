import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterInitialSync, type CheckpointStore } from '../../../src/model/checkpoint.ts'
import { checkpointRows } from '../../../src/store/postgres/checkpoints.ts'
import { migrate, tables } from '../../../src/store/postgres/migrations.ts'
import { useDatabases } from '../../tools/databases.ts'

const databases = useDatabases()
const key = { subscription: 'acme', alert: '7' }
const checkpointAt = (watermark: number) => ({
  ...afterInitialSync([], true, [], 1),
  watermark: String(watermark),
})

describe('the ownership of an alert', () => {
  it('goes to the last process that took the alert over, and the earlier process can no longer write', async () => {
    const { open } = await databases.fresh()
    const [one, other] = [checkpointRows((await open()).database), checkpointRows((await open()).database)]
    const first = await one.takeOver(key.alert)
    expect(await first.save(key, checkpointAt(1))).toBe('kept')
    const second = await other.takeOver(key.alert)
    expect(await first.save(key, checkpointAt(2))).toBe('fenced')
    expect(await second.load(key)).toMatchObject({ checkpoint: { watermark: '1' } })
    expect(await second.save(key, checkpointAt(3))).toBe('kept')
  })

  it('does not affect the ownership of other alerts', async () => {
    const { takeOver } = checkpointRows((await (await databases.fresh()).open()).database)
    const first = await takeOver('7')
    await takeOver('8')
    expect(await first.save(key, checkpointAt(1))).toBe('kept')
  })

  it('goes to the later of two take-overs at the same moment', async () => {
    const { takeOver } = checkpointRows((await (await databases.fresh()).open()).database)
    const [first, another, second] = await Promise.all([
      takeOver(key.alert),
      takeOver('8'),
      takeOver(key.alert),
    ])
    expect(await first.save(key, checkpointAt(1))).toBe('fenced')
    expect(await second.save(key, checkpointAt(2))).toBe('kept')
    expect(await another.save({ ...key, alert: '8' }, checkpointAt(3))).toBe('kept')
    expect(await Promise.all([second.load(key), another.load(key), first.load(key)])).toEqual(
      Array.from({ length: 3 }, () => ({ kind: 'kept', checkpoint: checkpointAt(2) })),
    )
  })

  it('may change during a checkpoint write; the new owner then sees the write, or nothing is written', async () => {
    const { open } = await databases.fresh()
    const [one, other] = [checkpointRows((await open()).database), checkpointRows((await open()).database)]
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 5, maxLength: 30 }), async (takesOver) => {
        let owner: CheckpointStore = await one.takeOver(key.alert)
        for (const [step, takes] of takesOver.entries()) {
          const writing = owner.save(key, checkpointAt(step))
          if (takes) {
            owner = await other.takeOver(key.alert)
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

describe('the tables of the database', () => {
  it('are created only once by four processes at the same moment', async () => {
    const { open } = await databases.fresh()
    const processes = await Promise.all(Array.from({ length: 4 }, open))
    await processes[0]?.database.query('drop schema overheard cascade')
    await Promise.all(processes.map(({ database }) => migrate(database)))
    const rows = await processes[0]?.database.query(
      'select version from overheard.migrations order by version',
    )
    expect(rows?.rows).toEqual(tables.map((_, index) => ({ version: index + 1 })))
  })
})
