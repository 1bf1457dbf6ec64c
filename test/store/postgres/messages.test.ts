/** Message records of several processes on one database. */
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../../src/store/postgres/database.ts'
import { readChanges, recordDatabase } from '../../../src/store/postgres/records.ts'
import { messageRows } from '../../../src/store/sql/messages.ts'
import { createReadCache } from '../../../src/store/sql/read-cache.ts'
import { useDatabases } from '../../tools/databases.ts'

const databases = useDatabases()
const at = (seconds: number) => ({ channel: 'C1', ts: `${1795176000 + seconds}.000100` })

const recordsOf = (database: Database) => {
  const cache = createReadCache(undefined, Date.now)
  return messageRows(recordDatabase(database), { cache, readChanges: readChanges(database, cache) })
}

async function twoProcesses() {
  const { open, url } = await databases.fresh()
  const { database } = await open()
  const cards = recordsOf(database)('cards', z.string())
  const other = recordsOf((await open()).database)
  return { database, url, cards, other: other('cards', z.string()), others: other('others', z.string()) }
}

/** A connection whose transactions end only when the test says so. */
async function slowConnection(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const claim = `update overheard.messages set value = '"claimed"', version = default
  where collection = 'cards' and ts = '${at(1).ts}'`

describe('the list of message records that other processes changed', () => {
  it('contains only the changes since the last call, and no changes of another list of records', async () => {
    const { cards, other, others } = await twoProcesses()
    await other.add(at(1), 'one')
    await other.add(at(2), 'unchanged')
    const { mark } = await cards.changes(undefined)
    await other.change(at(1), () => 'two')
    await others.add(at(1), 'three')
    const next = await cards.changes(mark)
    expect(next.changed).toEqual(['two'])
    expect((await cards.changes(next.mark)).changed).toEqual([])
  })

  it('contains a change that ends after a thousand later ones were returned', async () => {
    const { url, cards, other, others } = await twoProcesses()
    await other.add(at(1), 'posted')
    const slow = await slowConnection(url)
    await slow.query('begin')
    await slow.query(claim)
    let { mark } = await cards.changes(undefined)
    for (let round = 0; round < 5; round++) {
      const entries = Array.from({ length: 200 }, (_, index) => ({
        key: at(10 + round * 200 + index),
        value: 'event',
      }))
      await others.addAll(entries)
      await other.add(at(2 + round), `card ${round}`)
      const next = await cards.changes(mark)
      expect(next.changed).toEqual([`card ${round}`])
      mark = next.mark
    }
    await slow.query('commit')
    const after = await cards.changes(mark)
    expect(after.changed).toEqual(['claimed'])
    expect((await cards.changes(after.mark)).changed).toEqual([])
  })

  it('contains nothing of a change that was taken back', async () => {
    const { url, cards, other } = await twoProcesses()
    await other.add(at(1), 'posted')
    const slow = await slowConnection(url)
    await slow.query('begin')
    await slow.query(claim)
    const { mark } = await cards.changes(undefined)
    await slow.query('rollback')
    expect((await cards.changes(mark)).changed).toEqual([])
  })

  it('contains a change by a statement that says nothing about its transaction', async () => {
    const { database, cards, other } = await twoProcesses()
    await other.add(at(1), 'posted')
    const { mark } = await cards.changes(undefined)
    await database.query(`update overheard.messages set value = '"by hand"' where collection = 'cards'`)
    expect((await cards.changes(mark)).changed).toEqual(['by hand'])
  })

  it('must be read from the beginning if the server is an older copy, which has not reached the last call', async () => {
    const { cards, other } = await twoProcesses()
    await other.add(at(1), 'one')
    const found = await cards.changes('4000000000:4000000000:')
    expect(found).toEqual({ changed: [], mark: expect.not.stringMatching(/^4000000000/), isReset: true })
    await other.add(at(2), 'two')
    expect((await cards.changes(found.mark)).changed).toEqual(['two'])
  })

  it('does not repeat the rows of a copied database whose transactions are far ahead of the server', async () => {
    const { database, cards, other } = await twoProcesses()
    await other.add(at(1), 'copied')
    await database.query('alter table overheard.messages disable trigger all')
    await database.query(`update overheard.messages set writer = '4000000000'`)
    await database.query('alter table overheard.messages enable trigger all')
    const { mark } = await cards.changes(undefined)
    expect((await cards.changes(mark)).changed).toEqual([])
    await other.change(at(1), () => 'changed')
    expect((await cards.changes(mark)).changed).toEqual(['changed'])
  })
})

describe('a batch of message records of which the server refuses one', () => {
  /** The server refuses each record whose value is an SQLSTATE with that error. */
  async function refusingServer() {
    const { database, cards } = await twoProcesses()
    await database.query(`
      create function overheard.refuse() returns trigger language plpgsql as $$ begin
        if new.value::text ~ '^"[0-9]{5}"$' then raise exception 'refused' using errcode = new.value#>>'{}'; end if;
        return new;
      end $$;
      create trigger refuse before insert on overheard.messages for each row execute function overheard.refuse()`)
    onTestFinished(async () => {
      await database.query('drop function overheard.refuse cascade')
    })
    const addAll = (...values: string[]) =>
      cards.addAll(values.map((value, index) => ({ key: at(index), value })))
    return { addAll, all: () => Array.fromAsync(cards.since(0)) }
  }

  it.each(['22021', '23514', '54000'])(
    'is stored without it if the error %s blames its content',
    async (code) => {
      const { addAll, all } = await refusingServer()
      expect(await addAll('one', code, 'three')).toEqual([{ key: at(1), reason: 'refused' }])
      expect(await all()).toEqual(['one', 'three'])
    },
  )

  it.each(['53100', '57014', '25006', '42501'])(
    'is rejected if the error %s says that the server cannot write now, because a later try may succeed',
    async (code) => {
      const { addAll } = await refusingServer()
      await expect(addAll('one', code, 'three')).rejects.toThrow('refused')
    },
  )
})
