import { describe, expect, it } from 'vitest'
import type { DecisionRecord } from '../../../src/model/decision.ts'
import type { Database } from '../../../src/store/postgres/database.ts'
import { recordDatabase } from '../../../src/store/postgres/records.ts'
import { decisionRows } from '../../../src/store/sql/decisions.ts'
import { useDatabases } from '../../tools/databases.ts'

const databases = useDatabases()
const day = 86_400_000
const noon = Date.UTC(2026, 10, 20, 12)

function entryOf(id: string, at: number, changes: Partial<DecisionRecord> = {}): DecisionRecord {
  const url = `https://x.example/${id}`
  return { at, subscription: 'acme', alert: '7', id, url, outcome: 'posted', reason: 'passed', ...changes }
}

async function all(entries: AsyncIterable<DecisionRecord>): Promise<DecisionRecord[]> {
  const found: DecisionRecord[] = []
  for await (const entry of entries) found.push(entry)
  return found
}

/** A log whose timer only runs by hand. */
function open(database: Database, readers = database) {
  const clock = { at: noon }
  const warnings: object[] = []
  const timers = new Set<() => void>()
  const setTimer = (run: () => void) => {
    timers.add(run)
    return () => void timers.delete(run)
  }
  const log = { warn: (fields: object) => void warnings.push(fields) }
  const decisions = decisionRows(recordDatabase(database), { now: () => clock.at, setTimer, log }, readers)
  const ids = async (since = 0) => (await all(decisions.entries(since))).map(({ id }) => id)
  return { log: decisions, clock, warnings, timers, ids }
}

const freshDatabase = async () => (await (await databases.fresh()).open()).database

describe('the decision log in PostgreSQL', () => {
  it('collects entries for a moment and writes them together, and every process can read them', async () => {
    const database = await freshDatabase()
    const { log: decisions, timers } = open(database)
    const full = entryOf('9007199254740993', noon, {
      outcome: 'skipped',
      reason: 'except.author',
      detail: 'Kim\n"Lee" \u0000',
      channel: 'C1',
      ts: '1.2',
    })
    decisions.record([full])
    decisions.record([entryOf('2', noon)])
    expect(timers.size).toBe(1)
    expect(await open(database).ids()).toEqual([])
    await decisions.close()
    expect(await all(open(database).log.entries(0))).toEqual([full, entryOf('2', noon)])
  })

  it('does not delay writes while reads wait for the database', async () => {
    const database = await freshDatabase()
    const held = Promise.withResolvers<never>()
    held.promise.catch(() => undefined)
    const { log: decisions } = open(database, { ...database, query: () => held.promise })
    const questions = [all(decisions.entries(0)), decisions.of('1', '7'), decisions.latest()]
    decisions.record([entryOf('1', noon)])
    await decisions.close()
    expect(await open(database).ids()).toEqual(['1'])
    held.reject(new Error('timeout'))
    expect((await Promise.allSettled(questions)).map(({ status }) => status)).toEqual(
      questions.map(() => 'rejected'),
    )
  })

  it('lists the entries since a given time, oldest first, however many there are', async () => {
    const { log, ids } = open(await freshDatabase())
    const many = Array.from({ length: 2500 }, (_, index) =>
      entryOf(String(index), noon + Math.floor(index / 100)),
    )
    log.record(many)
    expect(await ids()).toEqual(many.map(({ id }) => id))
    expect(await ids(noon + 24)).toEqual(many.slice(2400).map(({ id }) => id))
  })

  it('removes the entries of days before a given time, however many there are', async () => {
    const { log, ids } = open(await freshDatabase())
    const old = Array.from({ length: 10_001 }, (_, index) => entryOf(String(index), noon + index))
    log.record([...old.slice(0, 9_999), entryOf('77777', noon + day)])
    await ids()
    log.record(old.slice(9_999))
    await ids()
    await log.prune(noon + day)
    expect(await ids()).toEqual(['77777'])
  })

  it('keeps the newest ten thousand entries in memory while the database is away', async () => {
    const database = await freshDatabase()
    let isAway = true
    const query: Database['query'] = (...asked) =>
      isAway ? Promise.reject(new Error('away')) : database.query(...asked)
    const { log, timers, ids, warnings } = open({ ...database, query })
    log.record(Array.from({ length: 10_001 }, (_, index) => entryOf(String(index), noon)))
    await expect(ids()).rejects.toThrow('away')
    expect(warnings).toHaveLength(1)
    expect(timers.size).toBe(1)
    isAway = false
    const found = await ids()
    expect([found.length, found[0]]).toEqual([10_000, '1'])
  })

  it('finds the entries of one mention, whatever text they contain', async () => {
    const { log } = open(await freshDatabase())
    const mine = entryOf('2', noon, { detail: 'NUL \u0000' })
    log.record([entryOf('1', noon), mine, entryOf('2', noon + 1, { alert: '8' }), entryOf('2', noon + 2)])
    expect(await log.of('2', '7')).toEqual([mine, entryOf('2', noon + 2)])
    expect(await log.of('2')).toHaveLength(3)
    expect(await log.of('3', '7')).toEqual([])
  })

  it('knows the latest decision of each subscription in the last 24 hours; waiting mentions do not count', async () => {
    const { log } = open(await freshDatabase())
    log.record([entryOf('1', noon), entryOf('2', noon + 5, { outcome: 'waiting' })])
    log.record([entryOf('3', noon - 86_400_001, { subscription: 'old' })])
    await log.close()
    log.record([entryOf('4', noon - 1)])
    await log.close()
    expect(await log.latest()).toEqual(new Map([['acme', noon]]))
  })
})
