/** Several processes on one PostgreSQL: polls per second, compared with one process and with empty jobs of pg-boss. */
import { startPostgres } from '../test/tools/postgres.ts'
import { type Answering, startAnswering, startFarSide } from './processes.ts'
import { alternate } from './rounds.ts'
import type { Row } from './row.ts'

const rounds = 7
/** The duration of a round, in ms. */
const roundLasts = 3000
/** Time for unfinished work at the end of a round, in ms. */
const restAfter = 1000

/** Returns no rows if PostgreSQL cannot be started on this machine. */
export async function clusterRows(): Promise<Row[]> {
  const server = await startPostgres().catch(() => undefined)
  if (server === undefined) return []
  const farSide = await startFarSide()
  const start = async (kind: 'polls' | 'jobs', processes: number) => {
    const args = [kind, await server.database(), farSide.url]
    const started: Answering[] = []
    // One after the other, because both would create the tables of pg-boss.
    for (let index = 0; index < processes; index++)
      started.push(await startAnswering('bench/cluster-worker.ts', args))
    return started
  }
  const contenders = [
    await start('polls', 1),
    await start('polls', 2),
    await start('jobs', 1),
    await start('jobs', 2),
  ]
  const runs = contenders.map((processes) => () => perSecond(processes))
  await alternate(2, runs)
  const [one = 0, two = 0, jobsOfOne = 0, jobsOfTwo = 0] = await alternate(rounds, runs)
  await Promise.all([...contenders.flat(), farSide].map((process) => process.end()))
  await server.stop()
  return rowsOf({ one, two, jobsOfOne, jobsOfTwo })
}

async function perSecond(processes: Answering[]): Promise<number> {
  const done = await Promise.all(processes.map((process) => process.ask(roundLasts)))
  await new Promise((resolve) => setTimeout(resolve, restAfter))
  return done.reduce((sum, count) => sum + count, 0) / (roundLasts / 1000)
}

type Rates = { one: number; two: number; jobsOfOne: number; jobsOfTwo: number }

function rowsOf({ one, two, jobsOfOne, jobsOfTwo }: Rates): Row[] {
  const rate = (figure: number) => `${Math.round(figure)} a second`
  return [
    {
      what: 'PostgreSQL: polls of two processes, against one',
      figure: two / one,
      unit: '×',
      note: `${rate(two)} against ${rate(one)}: empty polls of 300 alerts, each due again at once; server and far side on the same machine`,
    },
    {
      what: 'PostgreSQL: polls of two processes, against empty jobs of pg-boss',
      figure: two / jobsOfTwo,
      unit: '×',
      note: `${rate(two)} against ${rate(jobsOfTwo)} of two processes (${rate(jobsOfOne)} of one): a hundred at once, each created, fetched and completed`,
    },
  ]
}
