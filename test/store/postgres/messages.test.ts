/** Message records of several processes on one database. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { messageRows } from '../../../src/store/postgres/collections.ts'
import { useDatabases } from '../../tools/databases.ts'

const databases = useDatabases()
const at = (seconds: number) => ({ channel: 'C1', ts: `${1795176000 + seconds}.000100` })

async function twoProcesses() {
  const { open } = await databases.fresh()
  const { database } = await open()
  const cards = messageRows(database)('cards', z.string())
  const other = messageRows((await open()).database)
  return { database, cards, other: other('cards', z.string()), others: other('others', z.string()) }
}

describe('the list of message records that other processes changed', () => {
  it('contains only the changes since the last call, and no changes of another list of records', async () => {
    const { cards, other, others } = await twoProcesses()
    await other.add(at(1), 'one')
    const { mark } = await cards.changes(undefined)
    await other.change(at(1), () => 'two')
    await others.add(at(1), 'three')
    expect((await cards.changes(mark)).changed).toEqual(['two'])
  })

  it('contains a change that began before the last call and ended after it', async () => {
    const { database, cards, other } = await twoProcesses()
    const [slow] = (await database.query("select nextval('overheard.versions') as version")).rows
    await other.add(at(1), 'one')
    const { mark } = await cards.changes(undefined)
    const { version } = z.object({ version: z.string() }).parse(slow)
    await database.query(
      `insert into overheard.messages (collection, channel, ts, day, value, version)
       values ('cards', 'C1', '1795176009.000100', '2026-11-20', '"late"', $1)`,
      [version],
    )
    expect((await cards.changes(mark)).changed).toContain('late')
  })

  it('repeats only the latest one of many changes that an earlier call returned', async () => {
    const { cards, other } = await twoProcesses()
    await other.add(at(1), 'one')
    for (let count = 0; count < 150; count++) await other.add(at(2), String(count))
    const { mark } = await cards.changes(undefined)
    expect((await cards.changes(mark)).changed).toEqual(['149'])
  })
})
