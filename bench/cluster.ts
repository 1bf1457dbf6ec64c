/** Two processes on one PostgreSQL: polls per second, compared with one process. */
import { startPostgres } from '../test/tools/postgres.ts'
import { type Answering, startAnswering, startFarSide } from './processes.ts'
import { alternate } from './rounds.ts'
import type { Row } from './row.ts'

const rounds = 7
/** The duration of a round, in ms. */
const roundLasts = 3000
/** Time for unfinished work at the end of a round, in ms. */
const restAfter = 1000
/** A new process has its share of the shards within this time, in ms. */
const handOverMs = 10_000

/** Returns no rows if PostgreSQL cannot be started on this machine. */
export async function clusterRows(): Promise<Row[]> {
  const server = await startPostgres().catch(() => undefined)
  if (server === undefined) return []
  const farSide = await startFarSide()
  const start = async (processes: number) => {
    const args = [await server.database(), farSide.url]
    const started: Answering[] = []
    // One after the other, because both would create the tables of pg-boss.
    for (let index = 0; index < processes; index++)
      started.push(await startAnswering('bench/cluster-worker.ts', args))
    return started
  }
  const contenders = [await start(1), await start(2)]
  // Until each process has its share of the shards.
  await new Promise((resolve) => setTimeout(resolve, handOverMs))
  const runs = contenders.map((processes) => () => perSecond(processes))
  await alternate(2, runs)
  const [one = 0, two = 0] = await alternate(rounds, runs)
  await Promise.all([...contenders.flat(), farSide].map((process) => process.end()))
  await server.stop()
  const rate = (figure: number) => `${Math.round(figure)} a second`
  return [
    {
      what: 'PostgreSQL: polls of two processes, against one',
      figure: two / one,
      unit: '×',
      note: `${rate(two)} against ${rate(one)}: empty polls of 300 alerts, each due again at once; server and far side on the same machine`,
    },
  ]
}

async function perSecond(processes: Answering[]): Promise<number> {
  const done = await Promise.all(processes.map((process) => process.ask(roundLasts)))
  await new Promise((resolve) => setTimeout(resolve, restAfter))
  return done.reduce((sum, count) => sum + count, 0) / (roundLasts / 1000)
}
