/** What several processes on one database hear of each other's facts. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { recordRows } from '../../../src/store/postgres/records.ts'
import type { RecordType } from '../../../src/store/records.ts'
import { useDatabases } from '../../tools/databases.ts'

const databases = useDatabases()
const counts: RecordType<number> = { name: 'counts', shape: z.number() }
const others: RecordType<number> = { name: 'other-counts', shape: z.number() }

async function twoProcesses() {
  const { open } = await databases.fresh()
  const { database } = await open()
  return { database, one: recordRows(database), other: recordRows((await open()).database) }
}

describe('what other processes change', () => {
  it('is told to who asks with the mark of before', async () => {
    const { one, other } = await twoProcesses()
    await other.change(counts, 'a', () => 1)
    const { mark } = await one.since(counts, undefined)
    await other.change(counts, 'a', () => 2)
    await other.change(others, 'b', () => 3)
    expect((await one.since(counts, mark)).changed).toEqual([{ key: 'a', value: 2 }])
  })

  it('is told even where a statement was slower than those after it', async () => {
    const { database, one, other } = await twoProcesses()
    const [slow] = (await database.query("select nextval('overheard.versions') as version")).rows
    await other.change(counts, 'a', () => 1)
    const { mark } = await one.since(counts, undefined)
    const { version } = z.object({ version: z.string() }).parse(slow)
    await database.query("insert into overheard.records values ('counts', 'late', '5', $1)", [version])
    expect((await one.since(counts, mark)).changed).toContainEqual({ key: 'late', value: 5 })
  })

  it('is not told again and again', async () => {
    const { one, other } = await twoProcesses()
    await other.change(counts, 'a', () => 1)
    for (let count = 0; count < 150; count++) await other.change(counts, 'b', () => count)
    const { mark } = await one.since(counts, undefined)
    expect((await one.since(counts, mark)).changed).toEqual([{ key: 'b', value: 149 }])
  })
})
