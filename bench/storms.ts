/** Many subscriptions and many alerts, within the budget of requests. */
import { answerOfScript, startFarSide } from './processes.ts'
import type { Row } from './row.ts'
import { type Storm, type StormResult, stormResult } from './storm-result.ts'

const storms: (Storm & { name: string })[] = [
  { name: '20,000 subscriptions on 300 alerts', subscriptions: 20_000, alerts: 300, minutes: 6, pace: 6 },
  { name: '2,000 alerts', subscriptions: 2000, alerts: 2000, minutes: 30, pace: 30 },
]

export async function stormRows(): Promise<Row[]> {
  const farSide = await startFarSide()
  const rows: Row[] = []
  for (const { name, ...storm } of storms) {
    const answer = await answerOfScript('bench/storm.ts', { url: farSide.url, ...storm })
    rows.push(...rowsOf(name, storm, stormResult.parse(answer)))
  }
  farSide.end()
  return rows
}

function rowsOf(name: string, { minutes, pace }: Storm, result: StormResult): Row[] {
  const how = `all due every minute for ${minutes} minutes, ${pace} times faster than the clock on the wall`
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
      note: `under ${pace} times the load`,
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
