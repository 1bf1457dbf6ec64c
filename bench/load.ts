/** Many subscriptions and many alerts within the request budget. */
import { connectDatabase } from '../src/store/postgres/database.ts'
import { applyMigrations } from '../src/store/postgres/migrations.ts'
import { startPostgres } from '../test/tools/postgres.ts'
import { type Load, type LoadResult, loadResult } from './load-result.ts'
import { subscriptionsOf, syncedCheckpoint } from './load-subscriptions.ts'
import { answerOfScript, startFarSide } from './processes.ts'
import type { Row } from './row.ts'

const many = { name: '20,000 subscriptions on 300 alerts', subscriptions: 20_000, alerts: 300 }
const loads: (Load & { name: string })[] = [
  { ...many, minutes: 6, pace: 6 },
  { name: '2,000 alerts', subscriptions: 2000, alerts: 2000, minutes: 30, pace: 30 },
]

export async function loadRows(): Promise<Row[]> {
  const farSide = await startFarSide()
  const rows: Row[] = []
  for (const { name, ...load } of loads) {
    const answer = await answerOfScript('bench/load-process.ts', { url: farSide.url, ...load })
    rows.push(...rowsOf(name, load, loadResult.parse(answer)))
  }
  farSide.end()
  return rows
}

/** The first load on PostgreSQL in real time. Returns no rows if PostgreSQL cannot be started on this machine. */
export async function postgresLoadRows(): Promise<Row[]> {
  const server = await startPostgres().catch(() => undefined)
  if (server === undefined) return []
  const farSide = await startFarSide()
  const load = { ...many, minutes: 2, pace: 1, database: await server.database() }
  await fill(load.database, load)
  const answer = await answerOfScript('bench/load-process.ts', { url: farSide.url, ...load })
  farSide.end()
  await server.stop()
  // Within two minutes the budget lets an alert wait for one or two minutes, so shorter runs do not measure fairness.
  return rowsOf(`${many.name}, PostgreSQL`, load, loadResult.parse(answer)).filter(
    ({ what }) => !what.includes('longest wait'),
  )
}

/** Writes checkpoints, so that no subscription needs an initial sync. */
async function fill(url: string, load: Load): Promise<void> {
  const subscriptions = subscriptionsOf(load)
  const database = connectDatabase(url)
  await applyMigrations(database)
  await database.query(
    'insert into overheard.checkpoints select name, alert, $3 from unnest($1::text[], $2::text[]) as t (name, alert)',
    [
      subscriptions.map(({ name }) => name),
      subscriptions.map(({ alert }) => alert),
      JSON.stringify(syncedCheckpoint(Date.now())),
    ],
  )
  await database.close()
}

function rowsOf(name: string, { minutes, pace: channelRate }: Load, result: LoadResult): Row[] {
  const speed = channelRate === 1 ? '' : `, ${channelRate} times faster than real time`
  const how = `all due every minute for ${minutes} minutes${speed}`
  return [
    { what: `${name}: due and never polled`, figure: result.lost, unit: '', most: 0, note: how },
    {
      what: `${name}: longest wait of an alert`,
      figure: result.longestWait / result.medianWait,
      unit: '×',
      most: 2,
      note: `${seconds(result.longestWait)} against ${seconds(result.medianWait)} of the median alert; ${Math.round(result.requestsAMinute)} requests a minute`,
    },
    {
      what: `${name}: lag when it ends`,
      figure: result.lagAtTheEnd / 1000,
      unit: 's',
      note: 'a result of the request budget; /metrics shows it',
    },
    {
      what: `${name}: event-loop delay, p99`,
      figure: result.loopDelayP99,
      unit: 'ms',
      most: 50,
      note: channelRate === 1 ? how : `under ${channelRate} times the load`,
    },
  ]
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`
