/** Many subscriptions and many alerts, within the budget of requests. */
import { connectDatabase } from '../src/store/postgres/database.ts'
import { migrate } from '../src/store/postgres/migrations.ts'
import { startPostgres } from '../test/tools/postgres.ts'
import { answerOfScript, startFarSide } from './processes.ts'
import type { Row } from './row.ts'
import { type Storm, type StormResult, stormResult } from './storm-result.ts'
import { lookedBefore, subscriptionsOf } from './storm-subscriptions.ts'

const many = { name: '20,000 subscriptions on 300 alerts', subscriptions: 20_000, alerts: 300 }
const storms: (Storm & { name: string })[] = [
  { ...many, minutes: 6, pace: 6 },
  { name: '2,000 alerts', subscriptions: 2000, alerts: 2000, minutes: 30, pace: 30 },
]

export async function stormRows(): Promise<Row[]> {
  const farSide = await startFarSide()
  const rows: Row[] = []
  for (const { name, ...spike } of storms) {
    const answer = await answerOfScript('bench/storm.ts', { url: farSide.url, ...spike })
    rows.push(...rowsOf(name, spike, stormResult.parse(answer)))
  }
  farSide.end()
  return rows
}

/** The first of them on PostgreSQL, at the pace of its clock; no rows where it cannot be started here. */
export async function databaseStormRows(): Promise<Row[]> {
  const server = await startPostgres().catch(() => undefined)
  if (server === undefined) return []
  const farSide = await startFarSide()
  const spike = { ...many, minutes: 2, pace: 1, database: await server.database() }
  await fill(spike.database, spike)
  const answer = await answerOfScript('bench/storm.ts', { url: farSide.url, ...spike })
  farSide.end()
  await server.stop()
  // In two minutes the budget lets an alert wait for one minute or for two: that tells nothing of fairness.
  return rowsOf(`${many.name}, PostgreSQL`, spike, stormResult.parse(answer)).filter(
    ({ what }) => !what.includes('longest wait'),
  )
}

/** Writes the bookmarks of subscriptions that have looked before. */
async function fill(url: string, spike: Storm): Promise<void> {
  const subscriptions = subscriptionsOf(spike)
  const database = connectDatabase(url)
  await migrate(database)
  await database.query(
    'insert into overheard.bookmarks select name, alert, $3 from unnest($1::text[], $2::text[]) as t (name, alert)',
    [
      subscriptions.map(({ name }) => name),
      subscriptions.map(({ alert }) => alert),
      JSON.stringify(lookedBefore(Date.now())),
    ],
  )
  await database.close()
}

function rowsOf(name: string, { minutes, pace: channelRate }: Storm, result: StormResult): Row[] {
  const speed = channelRate === 1 ? '' : `, ${channelRate} times faster than the clock on the wall`
  const how = `all due every minute for ${minutes} minutes${speed}`
  return [
    { what: `${name}: due and never looked at`, figure: result.lost, unit: '', most: 0, note: how },
    {
      what: `${name}: longest wait of an alert`,
      figure: result.longestWait / result.medianWait,
      unit: '×',
      most: 2,
      note: `${seconds(result.longestWait)} against ${seconds(result.medianWait)} of the middle alert; ${Math.round(result.requestsAMinute)} requests a minute`,
    },
    {
      what: `${name}: lag when it ends`,
      figure: result.lagAtTheEnd / 1000,
      unit: 's',
      note: 'what the budget makes of it; /metrics shows it',
    },
    {
      what: `${name}: event-loop delay, p99`,
      figure: result.loopDelayP99,
      unit: 'ms',
      most: 50,
      note: channelRate === 1 ? how : `under ${channelRate} times the load`,
    },
    {
      what: `${name}: start`,
      figure: result.startMs,
      unit: 'ms',
      most: 5000,
      note: 'until every subscription is taken up',
    },
  ]
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`
