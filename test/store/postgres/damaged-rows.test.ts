import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { emptyCheckpoint } from '../../../src/model/checkpoint.ts'
import { placeOf, RecordDamagedError } from '../../../src/model/damage.ts'
import { openDatabaseStore } from '../../../src/store/postgres/open-database.ts'
import type { Store } from '../../../src/store/store.ts'
import { useDatabases } from '../../tools/databases.ts'

const databases = useDatabases()
const deps = { now: Date.now, setTimer: () => () => undefined, log: { warn: () => undefined } }
const key = { subscription: 'acme', alert: '7' }
const message = (seconds: number) => ({ channel: 'C1', ts: `${1795176000 + seconds}.000100` })

async function opened() {
  const { open } = await databases.fresh()
  const { database } = await open()
  const places = (store: Store) => store.damage.all().map(placeOf).sort()
  return { database, open: () => openDatabaseStore(database, deps, { fence: () => 0n }), places }
}

const numbersOf = (store: Store, restricts?: true) =>
  store.collection('numbers', z.number(), { ...(restricts && { restricts }) })

describe('a damaged row of a collection', () => {
  async function withDamage(restricts?: true) {
    const world = await opened()
    const store = await world.open()
    await numbersOf(store).put('a', 1)
    await numbersOf(store).put('b', 2)
    await world.database.query(
      `update overheard.records set value = '"two"' where collection = 'numbers' and key = 'b'`,
    )
    return { ...world, store, records: numbersOf(store, restricts) }
  }

  it('counts as missing, is named with its table and key, and the other rows are read', async () => {
    const { store, records, places } = await withDamage()
    expect(await records.entries()).toEqual([{ key: 'a', value: 1 }])
    expect(await records.find('b')).toBeUndefined()
    expect(places(store)).toEqual(["table overheard.records, collection 'numbers', key 'b'"])
  })

  it('is found by an inspection of more rows than one page has, also with an empty key', async () => {
    const { store, records, places, database } = await withDamage()
    await database.query(`insert into overheard.records (collection, key, value)
      select 'numbers', 'n' || n, case when n = 1150 then '"x"' else '1' end::json from generate_series(1, 1200) n`)
    await records.put('', 1)
    await database.query(`update overheard.records set value = '"x"' where key = ''`)
    await records.inspect()
    expect(places(store)).toEqual(
      ['', 'b', 'n1150'].map((key) => `table overheard.records, collection 'numbers', key '${key}'`),
    )
  })

  it('is set aside by the process that wrote the row before, too', async () => {
    const { store, records, database } = await withDamage()
    await records.put('a', 1)
    await records.put('a', 2)
    await database.query(`update overheard.records set value = '"x"' where key = 'a'`)
    expect(await records.find('a')).toBeUndefined()
    await records.put('a', 3)
    expect(await store.setAside.list()).toHaveLength(1)
    expect(await records.find('a')).toBe(3)
  })

  it('stays in its place until a write replaces it, which sets it aside', async () => {
    const { store, records, places, database } = await withDamage()
    await records.change('b', (known) => known)
    expect(await store.setAside.list()).toEqual([])
    await records.put('b', 3)
    expect(await records.find('b')).toBe(3)
    expect(places(store)).toEqual([])
    const { rows } = await database.query(
      `select key, value -> 'value' as value from overheard.records where collection = 'set-aside'`,
    )
    expect(rows).toEqual([{ key: '["numbers","b"]', value: 'two' }])
    await store.setAside.prune(Date.now() - 1000)
    expect(await store.setAside.list()).toHaveLength(1)
    await store.setAside.prune(Date.now() + 60_000)
    expect(await store.setAside.list()).toEqual([])
  })

  it('is neither read nor replaced if it restricts, until a person has repaired or removed it', async () => {
    const { store, records, places, database } = await withDamage(true)
    await expect(records.find('b')).rejects.toThrow(RecordDamagedError)
    await expect(records.put('b', 3)).rejects.toThrow(RecordDamagedError)
    expect(await records.readAll()).toMatchObject({
      entries: [{ key: 'a', value: 1 }],
      damaged: [{ collection: 'numbers', key: 'b' }],
    })
    await database.query(`update overheard.records set value = '2' where key = 'b'`)
    expect(await records.find('b')).toBe(2)
    expect(places(store)).toEqual([])
  })

  it('is over when somebody removes it, whoever reads it next', async () => {
    const { store, records, places, database } = await withDamage()
    await records.entries()
    await database.query(`delete from overheard.records where key = 'b'`)
    expect(await records.find('b')).toBeUndefined()
    expect(places(store)).toEqual([])
  })
})

describe('a damaged row of message records', () => {
  it('is left out and named, and all other rows are read, also among the changes', async () => {
    const { database, open, places } = await opened()
    const store = await open()
    const cards = store.messages('cards', z.object({ text: z.string() }))
    const { mark } = await cards.changes(undefined)
    for (const seconds of [0, 1, 2]) await cards.add(message(seconds), { text: String(seconds) })
    await database.query(`update overheard.messages set value = '{"text":1}' where ts = $1`, [message(1).ts])
    expect(await Array.fromAsync(cards.since(0))).toEqual([{ text: '0' }, { text: '2' }])
    expect((await cards.changes(mark)).changed).toEqual([{ text: '0' }, { text: '2' }])
    expect(await cards.find(message(1))).toBeUndefined()
    const place = `table overheard.messages, collection 'cards', channel 'C1', ts '${message(1).ts}'`
    expect(places(store)).toEqual([place])
    await cards.change(message(1), (known) => known ?? { text: 'new' })
    expect(await cards.find(message(1))).toEqual({ text: 'new' })
    expect(await store.setAside.list()).toHaveLength(1)
  })

  it.each(['add', 'addAll'] as const)('is set aside when its record is stored again with %s', async (how) => {
    const { database, open } = await opened()
    const store = await open()
    const cards = store.messages('cards', z.object({ text: z.string() }))
    await cards.add(message(0), { text: 'old' })
    await database.query(`update overheard.messages set value = '[]'`)
    expect(await cards.find(message(0))).toBeUndefined()
    const value = { text: 'new' }
    if (how === 'add') expect(await cards.add(message(0), value)).toEqual(value)
    else expect(await cards.addAll([{ key: message(0), value }])).toEqual([])
    expect(await cards.find(message(0))).toEqual(value)
    expect(await store.setAside.list()).toHaveLength(1)
  })
})

describe('a damaged checkpoint in a database', () => {
  it('is reported, stays until it is replaced, and affects no other subscription', async () => {
    const { database, open, places } = await opened()
    const store = await open()
    const checkpoints = store.leading.checkpoints()
    await checkpoints.save(key, { ...emptyCheckpoint, watermark: '3' })
    await checkpoints.save({ ...key, subscription: 'other' }, { ...emptyCheckpoint, watermark: '4' })
    await database.query(
      `update overheard.checkpoints set checkpoint = replace(checkpoint::text, '"watermark":"3"', '"watermark":"9"')::json
       where subscription = 'acme'`,
    )
    const next = await open()
    expect(await next.checkpoints.load(key)).toEqual({
      kind: 'damaged',
      reason: "table overheard.checkpoints, subscription 'acme', alert '7': its checksum is wrong",
    })
    expect(await next.checkpoints.load({ ...key, subscription: 'other' })).toMatchObject({ kind: 'kept' })
    expect(await Array.fromAsync(next.checkpoints.all())).toMatchObject([{ key: { subscription: 'other' } }])
    expect(places(next)).toEqual(["table overheard.checkpoints, subscription 'acme', alert '7'"])
    const owned = next.leading.checkpoints()
    await owned.load(key)
    await owned.save(key, { ...emptyCheckpoint, watermark: '5' })
    expect(await (await open()).checkpoints.load(key)).toMatchObject({ checkpoint: { watermark: '5' } })
    expect(places(next)).toEqual([])
    expect(await next.setAside.list()).toHaveLength(1)
  })

  it('is only recognised by its checksum if it has one, so checkpoints of version 0.2 are read', async () => {
    const { database, open } = await opened()
    const store = await open()
    await database.query('insert into overheard.checkpoints values ($1, $2, $3)', [
      key.subscription,
      key.alert,
      JSON.stringify({ ...emptyCheckpoint, watermark: '3' }),
    ])
    expect(await store.checkpoints.load(key)).toMatchObject({ kind: 'kept', checkpoint: { watermark: '3' } })
  })
})

describe('a damaged row of the decision log', () => {
  it('is left out and named, and all other rows are read', async () => {
    const { database, open, places } = await opened()
    const store = await open()
    const entry = { ...key, at: Date.now(), url: '', outcome: 'posted', reason: 'passed' } as const
    store.decisions.record([
      { ...entry, id: '1' },
      { ...entry, id: '2' },
    ])
    expect(await Array.fromAsync(store.decisions.entries(0))).toHaveLength(2)
    await database.query(`update overheard.decisions set entry = '[]' where mention = '1'`)
    expect(await Array.fromAsync(store.decisions.entries(0))).toMatchObject([{ id: '2' }])
    expect(await store.decisions.of('1')).toEqual([])
    expect(places(store)).toEqual([expect.stringMatching(/^table overheard.decisions, number '\d+'$/)])
  })
})
