import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { recordedSpikes } from '../../../src/features/backtest/stored-spikes.ts'
import { type SpikeCardRecord, spikeCardRecordSchema } from '../../../src/model/spike-card.ts'
import { movedFile } from '../../../src/store/file/moved-folder.ts'
import { openFolder } from '../../../src/store/file/open-folder.ts'
import { connectDatabase } from '../../../src/store/postgres/database.ts'
import { openDatabaseStore } from '../../../src/store/postgres/open-database.ts'
import { readRecords } from '../../../src/store/read-records.ts'
import type { Store } from '../../../src/store/store.ts'
import { useDatabases } from '../../tools/databases.ts'
import { emptyFolder } from '../../tools/folder.ts'

const databases = useDatabases()
const now = Date.parse('2026-11-20T12:00:00Z')
const deps = { now: () => now, setTimer: () => () => undefined, log: { warn: () => undefined } }
const lead = { user: 'U1', by: 'Ben', at: now }

async function addSpike({ messages }: Pick<Store, 'messages'>, daysAgo: number): Promise<void> {
  const place = { channel: 'C1', ts: `${now / 1000 - daysAgo * 86_400}.000000` }
  const record: SpikeCardRecord = {
    ...place,
    subscription: 'acme',
    alert: '7',
    mark: 'mark',
    shown: { kind: 'interrupted', spike: { alertName: 'Acme', endedAt: now } },
    note: { lead },
    at: now,
  }
  await messages('spike-cards', spikeCardRecordSchema).add(place, record)
}

type Place = Parameters<typeof readRecords>[0]
const readSpikes = (place: Place) => readRecords(place, deps, (records) => recordedSpikes(records, now))

const found = {
  kind: 'read',
  value: [{ subscription: 'acme', alert: '7', postedAt: now - 3 * 86_400_000, note: { lead } }],
}

describe('the records of the bot', () => {
  it('are read from the folder of a bot that runs', async () => {
    const folder = emptyFolder()
    const running = await openFolder(folder, deps)
    await addSpike(running, 3)
    expect(await readSpikes({ DATA_DIR: folder })).toEqual(found)
    await running.close()
  })

  it('are read from the database', async () => {
    const { url } = await databases.fresh()
    const database = connectDatabase(url)
    await addSpike(await openDatabaseStore(database, deps), 3)
    await database.close()
    expect(await readSpikes({ DATA_DIR: 'nowhere', DATABASE_URL: url })).toEqual(found)
  })

  it('are unknown, with the reason, if there is no store or it was moved', async () => {
    const folder = emptyFolder()
    const reasonOf = async (from: Place) => {
      const read = await readSpikes(from)
      return read.kind === 'unreadable' ? read.why : undefined
    }
    expect(await reasonOf({ DATA_DIR: join(folder, 'data') })).toBe(
      `There is no folder ${join(folder, 'data')} (DATA_DIR).`,
    )
    writeFileSync(join(folder, movedFile), 'to a database')
    expect(await reasonOf({ DATA_DIR: folder })).toContain('was moved to a database')
    expect(await reasonOf({ DATA_DIR: folder, DATABASE_URL: await databases.empty() })).toContain(
      'another version',
    )
  })
})
