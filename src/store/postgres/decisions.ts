import { z } from 'zod'
import type { SetTimer } from '../../async/clock.ts'
import { type DecisionRecord, decisionRecordSchema } from '../../model/decision.ts'
import type { Log } from '../../model/log.ts'
import { createBatchWriter } from '../batch-writer.ts'
import { type DecisionLog, decisionDaysKept } from '../decision-log.ts'
import type { Database } from './database.ts'

const day = 86_400_000
/** Read so many at a time: memory stays flat however long the log is. */
const pageLength = 1000
/** Old entries are removed so often, in ms. */
const cleanUpEvery = 3_600_000

type DecisionDeps = {
  now: () => number
  setTimer: SetTimer
  log: Pick<Log, 'warn'>
}

const page = z.array(z.object({ at: z.number(), number: z.string(), entry: z.unknown() }))

/**
 * What became of each mention, in a table, for as many days as in the files. Those that come within a second are written in one
 * statement; what cannot be written waits for the database.
 */
export function decisionRows(database: Database, { now, setTimer, log }: DecisionDeps): DecisionLog {
  let cleanedAt = 0
  async function cleanUp(): Promise<void> {
    if (now() - cleanedAt < cleanUpEvery) return
    await database.query('delete from overheard.verdicts where at < $1', [now() - decisionDaysKept * day])
    cleanedAt = now()
  }
  const batches = createBatchWriter<DecisionRecord>(async (entries) => {
    try {
      if (entries.length > 0) await insert(database, entries)
    } catch (error) {
      log.warn({ waiting: entries.length, err: error }, 'verdicts are not written yet')
      return entries
    }
    await cleanUp().catch((error: unknown) => log.warn({ err: error }, 'old verdicts are not removed yet'))
    return []
  }, setTimer)
  return {
    record: batches.note,
    async *entries(since) {
      await batches.flush()
      yield* read(database, since)
    },
    close: batches.close,
  }
}

async function insert(database: Database, entries: DecisionRecord[]): Promise<void> {
  const times = entries.map(({ at }) => at)
  const texts = entries.map((entry) => JSON.stringify(entry))
  await database.query(
    'insert into overheard.verdicts (at, entry) select * from unnest($1::float8[], $2::json[])',
    [times, texts],
  )
}

async function* read(database: Database, since: number): AsyncGenerator<DecisionRecord> {
  let last = { at: since, number: '0' }
  for (;;) {
    const { rows } = await database.query(
      `select at, number, entry from overheard.verdicts where (at, number) > ($1, $2::bigint)
       order by at, number limit ${pageLength}`,
      [last.at, last.number],
    )
    const found = page.parse(rows)
    for (const { entry } of found) {
      const checked = decisionRecordSchema.safeParse(entry)
      if (checked.success) yield checked.data
    }
    if (found.length < pageLength) return
    last = found.at(-1) ?? last
  }
}
