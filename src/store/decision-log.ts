import { appendFile, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SetTimer } from '../async/clock.ts'
import { type DecisionRecord, decisionRecordSchema } from '../model/decision.ts'
import type { Log } from '../model/log.ts'
import { createBatchWriter } from './batch-writer.ts'

/** What became of each mention, for a little more than the last thirty days. */
export type DecisionLog = {
  /** Notes entries; they are written within a second, in order. */
  record(entries: DecisionRecord[]): void
  /** The entries from `since` on (UTC, ms), oldest first. */
  entries(since: number): AsyncIterable<DecisionRecord>
  /** Writes what is noted, and stops. */
  close(): Promise<void>
}

/** How long verdicts are kept, in days: enough to account for a month of 31 days a little after its end. */
export const decisionDaysKept = 35
const day = 86_400_000

/**
 * Append-only files beside the state, one a UTC day, the oldest removed. A verdict is told after its bookmark has moved; one that
 * a crash takes is missing here, never in Slack. What cannot be written is not tried again: a part of it may stand in the file.
 */
export function decisionLogFiles(
  folder: string,
  now: () => number,
  setTimer: SetTimer,
  log: Pick<Log, 'warn'>,
): DecisionLog {
  const batches = createBatchWriter<DecisionRecord>(async (entries) => {
    await write(folder, entries, now()).catch((error: Error) =>
      log.warn({ reason: error.message, lost: entries.length }, 'verdicts were not written'),
    )
    return []
  }, setTimer)
  return {
    record: batches.note,
    async *entries(since) {
      await batches.flush()
      for (const file of await filesOf(folder)) {
        if (dayOf(file) + day <= since) continue
        for (const entry of parse(await readFile(join(folder, file), 'utf8')))
          if (entry.at >= since) yield entry
      }
    },
    close: batches.close,
  }
}

async function write(folder: string, entries: DecisionRecord[], now: number): Promise<void> {
  if (entries.length === 0) return
  const file = fileOf(now)
  const files = await filesOf(folder)
  // A line begins with its own line break: what a crash tore before it stays a line of its own.
  await appendFile(join(folder, file), entries.map((entry) => `\n${JSON.stringify(entry)}`).join(''))
  if (files.includes(file)) return
  const old = files.filter((name) => dayOf(name) < now - decisionDaysKept * day)
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
}

function* parse(text: string): Generator<DecisionRecord> {
  for (const line of text.split('\n')) {
    const parsed = decisionRecordSchema.safeParse(jsonOf(line))
    if (parsed.success) yield parsed.data
  }
}

/** A line that a crash tore is none. */
function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const fileOf = (at: number) => `verdicts-${new Date(at).toISOString().slice(0, 10)}.jsonl`
const dayOf = (file: string) => Date.parse(file.slice('verdicts-'.length, -'.jsonl'.length))

async function filesOf(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^verdicts-\d{4}-\d\d-\d\d\.jsonl$/.test(name)).sort()
}

/**
 * When each subscription last decided a mention since a time (both UTC, ms). `waiting` entries do not count, because they are
 * written again at each start.
 */
export async function lastDecisions(
  { entries }: Pick<DecisionLog, 'entries'>,
  since: number,
): Promise<ReadonlyMap<string, number>> {
  const last = new Map<string, number>()
  for await (const { subscription, at, outcome } of entries(since))
    if (outcome !== 'waiting') last.set(subscription, at)
  return last
}
