import type { FeedFigures } from './feed-process.ts'
import { answerOfScript } from './processes.ts'
import type { Row } from './row.ts'

/** One service with 10 to 10,000 feeds, five on each host: what a look costs, and that no host is asked more often than it may. */
const sizes = [10, 100, 1000, 10_000]
const usualPauseMs = 2000

export async function feedRows(): Promise<Row[]> {
  const rows: Row[] = []
  let fewest: FeedFigures | undefined
  for (const count of sizes) {
    const figures = (await answerOfScript('bench/feed-process.ts', { count })) as FeedFigures
    // With ten feeds, starting is most of it.
    if (count === 100) fewest = figures
    const { firstMs, lookMs, looks, memoryMb, leastPause, delay } = figures
    const ratio = fewest === undefined ? {} : { most: 2 }
    const many = `${count} feeds`
    rows.push(
      {
        ...{ what: `${many}: CPU of a look, against that with 100`, unit: 'times', ...ratio },
        figure: lookMs / (fewest ?? figures).lookMs,
        note: `${lookMs.toFixed(2)} ms; ${looks} looks in two hours are ${((lookMs * looks) / 72_000).toFixed(2)} % of a core; ${firstMs.toFixed(1)} ms for the first look`,
      },
      { what: `${many}: memory`, figure: memoryMb, unit: 'MB', note: 'resident, with what was stored' },
      {
        ...{
          what: `${many}: early requests`,
          figure: Math.max(0, usualPauseMs - leastPause),
          unit: 'ms',
          most: 0,
        },
        note: 'by how much a request to a host came before its pause was over',
      },
      {
        ...{ what: `${many}: delay of an entry, median`, figure: delay.median, unit: 'min', most: 60 },
        note: `95 %: ${delay.most.toFixed(0)} min; a new entry every one to six hours`,
      },
    )
  }
  return rows
}
