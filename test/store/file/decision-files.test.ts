import { appendFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DecisionRecord } from '../../../src/model/decision.ts'
import { decisionFiles } from '../../../src/store/file/decision-files.ts'
import { type Disk, disk } from '../../../src/store/file/disk.ts'
import type { DecisionLog } from '../../../src/store/store.ts'
import { emptyFolder } from '../../tools/folder.ts'
import { runs } from '../../tools/runs.ts'

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
  const log = decisionFiles(folder, {
    now: () => clock.at,
    setTimer,
    log: { warn: (fields) => void warnings.push(fields) },
  })
  const ids = async (since = 0) => (await all(log.entries(since))).map(({ id }) => id)
  return { log, folder, clock, warnings, ids, timers: () => timers }
}

describe('the decision log in files', () => {
  it('collects entries for a moment, writes them together and reads them back', async () => {
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

  it('lists the entries since a given time, oldest first, over many days', async () => {
    const { log, clock, ids } = open()
    for (const id of ['1', '2', '3', '4']) {
      log.record([entryOf(id, clock.at)])
      expect(await ids()).toContain(id)
      clock.at += day
    }
    expect(await ids(noon + day)).toEqual(['2', '3', '4'])
    expect(await ids(noon + day + 1)).toEqual(['3', '4'])
  })

  it('loses only the line that a crash cut off', async () => {
    const { log, folder, ids } = open()
    log.record([entryOf('1', noon)])
    expect(await ids()).toEqual(['1'])
    appendFileSync(join(folder, 'decisions', '2026-11-20.jsonl'), '{"at":179517600')
    const next = open(folder)
    next.log.record([entryOf('3', noon)])
    expect(await next.ids()).toEqual(['1', '3'])
  })

  it('removes the files of days before a given time, and nothing else', async () => {
    const { log, folder, clock, ids } = open()
    const place = join(folder, 'decisions')
    mkdirSync(join(place, 'mine'), { recursive: true })
    for (let count = 0; count < 8; count++) {
      log.record([entryOf(String(count + 1), clock.at)])
      await ids()
      clock.at += day
    }
    await log.prune(noon + 4 * day)
    const files = readdirSync(place)
    expect(files).toContain('mine')
    expect((await ids())[0]).toBe('5')
  })

  it('logs once how many entries it could not write, and writes them with later entries', async () => {
    const { log, folder, ids, warnings } = open()
    writeFileSync(join(folder, 'decisions'), 'not a folder')
    log.record([entryOf('1', noon), entryOf('2', noon)])
    await log.close()
    await log.close()
    expect(warnings).toEqual([{ err: expect.any(Error), waiting: 2 }])
    rmSync(join(folder, 'decisions'))
    log.record([entryOf('3', noon)])
    expect(await ids()).toEqual(['1', '2', '3'])
  })

  it('has complete lines after an append that the disk cut off, and an index that leads to them', async () => {
    const folder = emptyFolder()
    let isFull = false
    const full: Disk = {
      ...disk,
      append(path, text) {
        disk.append(path, isFull ? text.slice(0, 30) : text)
        if (isFull) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
      },
    }
    const deps = { now: () => noon, setTimer: () => () => undefined, log: { warn: () => undefined } }
    const log = decisionFiles(folder, deps, full)
    const url = `https://x.example/${'x'.repeat(20_000)}`
    for (const id of ['1', '2', '3', '4', '5', '6', '7', '8']) {
      log.record([entryOf(id, noon, { url })])
      isFull = id === '3' || id === '4'
      await log.close()
    }
    const next = open(folder)
    expect(await next.ids()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
    expect(readdirSync(join(folder, 'decisions'))).toEqual(['2026-11-20.index', '2026-11-20.jsonl'])
    for (const id of ['1', '4', '8']) expect(await next.log.of(id, '7')).toHaveLength(1)
  })
})

/** The bytes of decision files that are read while `run` runs. */
async function bytesRead(folder: string, run: (log: DecisionLog) => Promise<unknown>): Promise<number> {
  let bytes = 0
  const counted: Disk = {
    ...disk,
    read(path) {
      const text = disk.read(path)
      bytes += text?.length ?? 0
      return text
    },
    readBytes(...asked) {
      const text = disk.readBytes(...asked)
      bytes += text.length
      return text
    },
  }
  const deps = { now: () => noon + 40 * day, setTimer: () => () => undefined, log: { warn: () => undefined } }
  await run(decisionFiles(folder, deps, counted))
  return bytes
}

type Wanted = { id: number; alert: string; days: number }

/** Records mentions with addresses that are long enough for several blocks of the index. */
async function recordAll(folder: string, wanted: Wanted[]): Promise<void> {
  const { log, clock } = open(folder)
  const url = `https://x.example/${'x'.repeat(20_000)}`
  for (const { id, alert, days } of wanted.toSorted((one, other) => one.days - other.days)) {
    clock.at = noon + days * day
    log.record([entryOf(String(id), clock.at, { alert, url })])
    await log.close()
  }
}

function harm(folder: string, state: string): void {
  for (const name of readdirSync(join(folder, 'decisions'))) {
    const path = join(folder, 'decisions', name)
    if (state === 'no index' && name.endsWith('.index')) rmSync(path)
    if (state === 'torn') appendFileSync(path, '{"start":1,"at":')
  }
}

describe('the decision log’s entries about one mention', () => {
  it('are all found, even if a line was cut off or the index is missing', async () => {
    const folder = emptyFolder()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ id: fc.nat(30), alert: fc.constantFrom('7', '8'), days: fc.nat(3) }), {
          maxLength: 60,
        }),
        fc.constantFrom('as it is', 'torn', 'no index'),
        async (wanted, state) => {
          rmSync(join(folder, 'decisions'), { recursive: true, force: true })
          await recordAll(folder, wanted)
          if (wanted.length > 0) harm(folder, state)
          for (const id of new Set(wanted.map((one) => one.id))) {
            const found = await open(folder).log.of(String(id), '7')
            expect(found).toHaveLength(wanted.filter((one) => one.id === id && one.alert === '7').length)
            const ofAll = await open(folder).log.of(String(id))
            expect(ofAll).toHaveLength(wanted.filter((one) => one.id === id).length)
          }
        },
      ),
      { numRuns: runs(30) },
    )
  })

  it('are found by reading less than a tenth of the log of 35 days', async () => {
    const folder = emptyFolder()
    const { log, clock } = open(folder)
    let id = 0
    for (let days = 0; days < 35; days++) {
      clock.at = noon + days * day
      log.record(Array.from({ length: 2000 }, () => entryOf(String(++id), clock.at)))
      await log.close()
    }
    let found: unknown[] = []
    const all = await bytesRead(folder, async (one) => Array.fromAsync(one.entries(0)))
    const some = await bytesRead(folder, async (one) => {
      found = await one.of('30000', '7')
    })
    expect(found).toHaveLength(1)
    expect(some).toBeLessThan(all / 10)
  })
})

describe('the time of the latest decision of each subscription in the decision log', () => {
  it('is read from the files and then kept up to date; waiting mentions do not count', async () => {
    const folder = emptyFolder()
    const first = open(folder)
    first.log.record([
      entryOf('1', noon),
      entryOf('2', noon + 5, { outcome: 'waiting' }),
      entryOf('3', noon + 1, { subscription: 'other' }),
    ])
    await first.log.close()
    const { log, clock } = open(folder)
    clock.at = noon + 10
    expect(await log.latest()).toEqual(
      new Map([
        ['acme', noon],
        ['other', noon + 1],
      ]),
    )
    log.record([entryOf('4', noon + 10)])
    expect((await log.latest()).get('acme')).toBe(noon + 10)
  })
})
