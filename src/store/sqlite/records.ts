import { latestOf } from '../sql/decisions.ts'
import type { Dialect, RecordDatabase } from '../sql/dialect.ts'
import type { Database } from './database.ts'

const dayOf = (ts: string) => `date(${ts}, 'unixepoch')`

export const sqlite: Omit<Dialect, 'place'> = {
  schema: '',
  json: (parameter) => parameter,
  // Fits into a number of JavaScript.
  newVersion: 'random() >> 11',
  dayOf,
  asideOf: (at, value) => `'{"at":' || ${at} || ',"value":' || ${value} || '}'`,
  asideAt: `case when json_valid(value) then coalesce(value ->> '$.at', 0) else 0 end`,
}

/** `path` is shown to people. `mustHold` throws if this process must not write. */
export function recordDatabase(
  { query, write, all }: Database,
  { path, mustHold }: { path: string; mustHold: () => void },
): RecordDatabase {
  function writeAll(statements: Parameters<Database['all']>[0]): void {
    mustHold()
    all(statements)
    // Check again after the write, because a post may follow (see lowdb-checkpoints.ts).
    mustHold()
  }
  return {
    dialect: {
      ...sqlite,
      place: (table, keys) => ({ kind: 'row', table: `${table} in ${path}`, keys }),
    },
    query,
    async write(text, values) {
      const written = await write({ text, values }, mustHold)
      mustHold()
      return written
    },
    async addMessages(collection, entries) {
      writeAll(
        entries.map(({ key, value }) => ({
          text: insertMessage,
          values: [collection, key.channel, key.ts, JSON.stringify(value)],
        })),
      )
    },
    async addDecisions(entries) {
      writeAll(insertDecisions(entries))
    },
    refusesContent: (error): error is Error =>
      error instanceof Error && 'errcode' in error && contentErrors.has(Number(error.errcode) & 0xff),
  }
}

/** https://sqlite.org/rescode.html: too big, constraint, mismatch. */
const contentErrors = new Set([18, 19, 20])

export const insertMessage = `insert into messages (collection, channel, ts, day, value)
  select $1, $2, $3, ${dayOf('$3')}, $4 where true on conflict do nothing`

export const insertDecisions = (entries: Parameters<RecordDatabase['addDecisions']>[0]) => [
  ...entries.map((entry) => ({
    text: 'insert into decisions (at, subscription, alert, mention, entry) values ($1, $2, $3, $4, $5)',
    values: [entry.at, entry.subscription, entry.alert, entry.id, JSON.stringify(entry)],
  })),
  ...latestOf(entries).map((values) => ({
    text: `insert into latest_decisions (subscription, at) values ($1, $2)
      on conflict (subscription) do update set at = max(at, excluded.at)`,
    values,
  })),
]
