import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { messageSchemas } from '../../src/cli/doctor/local-checks.ts'
import { type MessageKey, openCollection } from '../../src/model/collection.ts'
import { openFolder } from '../../src/store/file/open-folder.ts'
import { connectDatabase } from '../../src/store/postgres/database.ts'
import { openDatabaseStore } from '../../src/store/postgres/open-database.ts'
import type { Store } from '../../src/store/store.ts'
import { storedKinds } from '../../src/stored-kinds.ts'
import { useDatabases } from '../tools/databases.ts'
import { emptyFolder } from '../tools/folder.ts'
import {
  copyFrozenFolder,
  type FrozenName,
  type FrozenStore,
  frozenKinds,
  missingKinds,
  readFrozenDatabase,
  readFrozenFolder,
  restoreFrozenDatabase,
} from '../tools/frozen-stores.ts'

/** The present code opens the stores of earlier versions and reads every record with its whole content. The READMEs in `test/frozen` explain them. */

const databases = useDatabases()

/** The collections of version 0.2 that belong to no feature. */
const recordsOfCore = [
  ...['alert-activity', 'announced-changes', 'declared-first', 'digests', 'known-channels', 'mutes'],
  ...['outdated-cards', 'pauses', 'plan-days', 'plan-limits', 'plan-shares', 'problems', 'reminders'],
  ...['started-subscriptions', 'subscriptions', 'volume'],
]

/** When the present code opens a store. */
const openedAt: Record<FrozenName, number> = {
  '0.2': Date.parse('2026-11-23T09:20:00Z'),
  '2026-11-28': Date.parse('2026-11-27T14:30:00Z'),
  '2026-11-28-b': Date.parse('2026-11-27T14:30:00Z'),
  '2026-11-28-c': Date.parse('2026-11-27T14:30:00Z'),
}

const complaints: unknown[] = []
let now = 0
const deps = {
  now: () => now,
  setTimer: () => () => undefined,
  log: { warn: (...words: unknown[]) => void complaints.push(words) },
}

async function openCopyOfFolder(name: FrozenName): Promise<Store> {
  const folder = emptyFolder()
  copyFrozenFolder(folder, name)
  return openFolder(folder, deps)
}

async function openCopyOfDatabase(url: string): Promise<Store> {
  const database = connectDatabase(url)
  const store = await openDatabaseStore(database, deps)
  return { ...store, close: () => store.close().finally(() => database.close()) }
}

describe.each([
  ['data folder', '0.2'],
  ['database', '0.2'],
  ['data folder', '2026-11-28'],
  ['database', '2026-11-28'],
  ['data folder', '2026-11-28-b'],
  ['database', '2026-11-28-b'],
  ['data folder', '2026-11-28-c'],
  ['database', '2026-11-28-c'],
] as const)('in the %s of %s,', (kind, name) => {
  /** What is there, and a store of the present code that is closed after the test. */
  async function opened(): Promise<{ frozen: FrozenStore; store: Store }> {
    complaints.length = 0
    const url = kind === 'database' ? await databases.empty() : undefined
    now = openedAt[name]
    if (url !== undefined) await restoreFrozenDatabase(url, name)
    const frozen = url === undefined ? readFrozenFolder(name) : await readFrozenDatabase(url)
    const store = await (url === undefined ? openCopyOfFolder(name) : openCopyOfDatabase(url))
    onTestFinished(() => store.close())
    return { frozen, store }
  }

  it('there is every kind of record, with every field and word that its schemas knew', async () => {
    const { frozen } = await opened()
    // Problems are shared by processes, so they are stored only in a database.
    const isHere = (one: string) => kind === 'database' || !/^problems\b/.test(one)
    expect(missingKinds(frozenKinds(name).filter(isHere), frozen)).toEqual([])
  })

  it('every record of every collection is read with its whole content, and none is set aside', async () => {
    const { frozen, store } = await opened()
    expect(storedKinds.map(({ name }) => name)).toEqual(expect.arrayContaining(recordsOfCore))
    for (const kind of storedKinds) {
      const stored = Object.entries(frozen.records[kind.name] ?? {})
      const expected = Object.fromEntries(
        stored.map(([key, value]) => [key, withoutUnread(kind.name, value)] as const),
      )
      const collection = openCollection(store, kind)
      const entries = (await collection.entries()).map(({ key, value }) => [key, value])
      expect([kind.name, Object.fromEntries(entries)]).toEqual([kind.name, expected])
      for (const [key, value] of Object.entries(expected)) expect(await collection.find(key)).toEqual(value)
    }
    expect(store.damage.all()).toEqual([])
    expect(complaints).toEqual([])
  })

  it('every record of a message is read with its whole content', async () => {
    const { frozen, store } = await opened()
    const present = new Map<string, z.ZodType<MessageKey>>(Object.entries(messageSchemas))
    expect([...present.keys()]).toEqual(expect.arrayContaining(['cards', 'spike-cards']))
    for (const [name, schema] of present) {
      const expected = frozen.messages[name] ?? {}
      const records = store.messages(name, schema)
      const found = new Map<string, unknown>()
      for await (const one of records.since(0)) found.set(`${one.channel} ${one.ts}`, one)
      const read = Object.entries(expected).map(([key, value]) => [key, withoutUnread(name, value)] as const)
      expect([name, Object.fromEntries(found)]).toEqual([name, Object.fromEntries(read)])
      for (const [key, value] of read) {
        const [channel = '', ts = ''] = key.split(' ')
        expect(await records.find({ channel, ts })).toEqual(value)
      }
    }
    expect(store.damage.all()).toEqual([])
    expect(complaints).toEqual([])
  })

  it('records that nobody reads, because their feature was deleted, are kept', async () => {
    const { frozen, store } = await opened()
    for (const kind of storedKinds) await openCollection(store, kind).entries()
    const unread = (all: object, known: string[]) => Object.keys(all).filter((name) => !known.includes(name))
    const stored = storedKinds.map(({ name }) => name)
    for (const name of unread(frozen.records, stored)) {
      const entries = await openCollection(store, { name, schema: z.unknown() }).entries()
      expect(Object.fromEntries(entries.map(({ key, value }) => [key, value]))).toEqual(frozen.records[name])
    }
    for (const name of unread(frozen.messages, Object.keys(messageSchemas))) {
      const records = store.messages(name, z.looseObject({ channel: z.string(), ts: z.string() }))
      const found = await Array.fromAsync(records.since(0))
      expect(found).toEqual(expect.arrayContaining(Object.values(frozen.messages[name] ?? {})))
    }
    expect(store.damage.all()).toEqual([])
  })

  it('every checkpoint is read with its whole content', async () => {
    const { frozen, store } = await opened()
    for (const [key, checkpoint] of Object.entries(frozen.checkpoints)) {
      const [subscription = '', alert = ''] = key.split(' ')
      expect([key, await store.checkpoints.load({ subscription, alert })]).toEqual([
        key,
        { kind: 'kept', checkpoint: withoutSum(checkpoint) },
      ])
    }
    expect(complaints).toEqual([])
  })

  it('every decision is read, also by its mention', async () => {
    const { frozen, store } = await opened()
    const found: unknown[] = []
    for await (const entry of store.decisions.entries(0)) found.push(entry)
    expect(found).toEqual(oldestFirst(frozen.decisions))
    const muted = found.find((one) => mutedEntry.safeParse(one).success)
    const { id } = mutedEntry.parse(muted)
    expect(await store.decisions.of(id)).toEqual(expect.arrayContaining([muted]))
    expect(complaints).toEqual([])
  })
})

const withTime = z.looseObject({ at: z.number() })

const oldestFirst = (decisions: unknown[]) =>
  decisions.map((one) => withTime.parse(one)).toSorted((one, other) => one.at - other.at)

/** The checksum is only in the store. */
function withoutSum(checkpoint: unknown): unknown {
  const { sum: _, ...rest } = z.looseObject({ sum: z.string().optional() }).parse(checkpoint)
  return rest
}

const mutedEntry = z.looseObject({
  ...{ id: z.string(), subscription: z.literal('acme'), outcome: z.literal('skipped') },
  ...{ reason: z.literal('mute.author'), detail: z.literal('Spam King') },
})

const withNotified = z.looseObject({ notified: z.looseObject({ when: z.unknown().optional() }).optional() })

/**
 * Version 0.2 wrote the condition of `notify` into the record of a live spike, but no version reads it there. Corrections were spread once more
 * after `spreadAgain`; now each look at new messages does that.
 */
function withoutUnread(name: string, value: unknown): unknown {
  if (name === 'corrections') {
    const { spreadAgain: _, ...read } = z.looseObject({ spreadAgain: z.unknown().optional() }).parse(value)
    return read
  }
  if (name !== 'spike-cards') return value
  const { notified, ...record } = withNotified.parse(value)
  if (notified === undefined) return record
  const { when: _, ...read } = notified
  return { ...record, notified: read }
}
