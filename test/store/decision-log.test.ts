import { appendFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { DecisionRecord } from '../../src/model/decision.ts'
import { decisionDaysKept, decisionLogFiles } from '../../src/store/decision-log.ts'
import { emptyFolder } from '../tools/folder.ts'

const day = 86_400_000
const noon = Date.UTC(2026, 10, 20, 12)

function entryOf(id: string, at: number, changes: Partial<DecisionRecord> = {}): DecisionRecord {
  return {
    at,
    subscription: 'acme',
    alert: '7',
    id,
    url: `https://x.example/${id}`,
    outcome: 'posted',
    reason: 'passed',
    ...changes,
  }
}

async function all(entries: AsyncIterable<DecisionRecord>): Promise<DecisionRecord[]> {
  const found: DecisionRecord[] = []
  for await (const entry of entries) found.push(entry)
  return found
}

/** A log whose timer only runs by hand. */
function open(folder = emptyFolder()) {
  const clock = { at: noon }
  const warnings: object[] = []
  let timers: (() => void)[] = []
  const setTimer = (run: () => void) => {
    timers.push(run)
    return () => {
      timers = timers.filter((one) => one !== run)
    }
  }
  const log = decisionLogFiles(folder, () => clock.at, setTimer, {
    warn: (fields) => void warnings.push(fields),
  })
  const ids = async (since = 0) => (await all(log.entries(since))).map(({ id }) => id)
  return { log, folder, clock, warnings, ids, timers: () => timers }
}

describe('verdicts', () => {
  it('are written a moment later, together, and read back as they were', async () => {
    const { log, ids, timers, folder } = open()
    const full = entryOf('9007199254740993', noon, {
      outcome: 'skipped',
      reason: 'except.author',
      detail: 'Kim\n"Lee"',
      channel: 'C1',
      ts: '1.2',
    })
    log.record([full])
    log.record([entryOf('2', noon)])
    expect(timers()).toHaveLength(1)
    expect(readdirSync(folder)).toEqual([])
    await log.close()
    expect(await all(open(folder).log.entries(0))).toEqual([full, entryOf('2', noon)])
    expect(await ids()).toEqual(['9007199254740993', '2'])
  })

  it('are asked for from a time on, oldest first, over many days', async () => {
    const { log, clock, ids } = open()
    for (const id of ['1', '2', '3', '4']) {
      log.record([entryOf(id, clock.at)])
      expect(await ids()).toContain(id)
      clock.at += day
    }
    expect(await ids(noon + day)).toEqual(['2', '3', '4'])
    expect(await ids(noon + day + 1)).toEqual(['3', '4'])
  })

  it('cost one line where a crash tore one, and none after it', async () => {
    const { log, folder, ids } = open()
    log.record([entryOf('1', noon)])
    expect(await ids()).toEqual(['1'])
    const [file = ''] = readdirSync(folder)
    appendFileSync(join(folder, file), '\n{"at":179517600')
    log.record([entryOf('3', noon)])
    expect(await ids()).toEqual(['1', '3'])
  })

  it(`older than ${decisionDaysKept} days are removed, and nothing else in the folder is`, async () => {
    const { log, folder, clock, ids } = open()
    mkdirSync(join(folder, 'verdicts-of-mine'))
    for (let count = 0; count < decisionDaysKept + 5; count++) {
      log.record([entryOf(String(count + 1), clock.at)])
      await ids()
      clock.at += day
    }
    const files = readdirSync(folder)
    expect(files).toContain('verdicts-of-mine')
    expect(files.length - 1).toBeLessThanOrEqual(decisionDaysKept + 1)
    expect((await ids())[0]).toBe('6')
  })

  it('that cannot be written are counted in the log, and the next ones are', async () => {
    const { log, folder, ids, warnings } = open()
    rmSync(folder, { recursive: true })
    log.record([entryOf('1', noon), entryOf('2', noon)])
    await log.close()
    expect(warnings).toEqual([{ reason: expect.stringContaining('ENOENT'), lost: 2 }])
    mkdirSync(folder)
    log.record([entryOf('3', noon)])
    expect(await ids()).toEqual(['3'])
  })
})
