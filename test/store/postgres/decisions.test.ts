import { describe, expect, it } from 'vitest'
import type { DecisionRecord } from '../../../src/model/decision.ts'
import { decisionDaysKept } from '../../../src/store/decision-log.ts'
import type { Database } from '../../../src/store/postgres/database.ts'
import { decisionRows } from '../../../src/store/postgres/decisions.ts'
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
function open(database: Database) {
  const clock = { at: noon }
  const warnings: object[] = []
  const timers = new Set<() => void>()
  const setTimer = (run: () => void) => {
    timers.add(run)
    return () => void timers.delete(run)
  }
  const log = { warn: (fields: object) => void warnings.push(fields) }
  const decisions = decisionRows(database, { now: () => clock.at, setTimer, log })
  const ids = async (since = 0) => (await all(decisions.entries(since))).map(({ id }) => id)
  return { verdicts: decisions, clock, warnings, timers, ids }
}

const freshDatabase = async () => (await (await databases.fresh()).open()).database

describe('verdicts in PostgreSQL', () => {
  it('are written a moment later, together, and read back as they were by every process', async () => {
    const database = await freshDatabase()
    const { verdicts: decisions, timers } = open(database)
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
    expect(await all(open(database).verdicts.entries(0))).toEqual([full, entryOf('2', noon)])
  })

  it('are asked for from a time on, oldest first, however many they are', async () => {
    const { verdicts, ids } = open(await freshDatabase())
    const many = Array.from({ length: 2500 }, (_, index) =>
      entryOf(String(index), noon + Math.floor(index / 100)),
    )
    verdicts.record(many)
    expect(await ids()).toEqual(many.map(({ id }) => id))
    expect(await ids(noon + 24)).toEqual(many.slice(2400).map(({ id }) => id))
  })

  it('are forgotten after thirty days', async () => {
    const { verdicts, clock, ids } = open(await freshDatabase())
    verdicts.record([entryOf('1', noon)])
    await ids()
    clock.at = noon + decisionDaysKept * day + 1
    verdicts.record([entryOf('2', clock.at)])
    expect(await ids()).toEqual(['2'])
  })

  it('wait while the database is away, the newest ten thousand of them', async () => {
    const database = await freshDatabase()
    let isAway = true
    const query: Database['query'] = (...asked) =>
      isAway ? Promise.reject(new Error('away')) : database.query(...asked)
    const { verdicts, timers, ids, warnings } = open({ ...database, query })
    verdicts.record(Array.from({ length: 10_001 }, (_, index) => entryOf(String(index), noon)))
    await expect(ids()).rejects.toThrow('away')
    expect(warnings).toHaveLength(1)
    expect(timers.size).toBe(1)
    isAway = false
    const found = await ids()
    expect([found.length, found[0]]).toEqual([10_000, '1'])
  })
})
