import { day, minute } from '../make-week.ts'
import type { Series } from './read-series.ts'
import { endOf, judgedFrom } from './replay-series.ts'

/** `outside`: alarms outside the windows. `days`: the judged days. `minutes`: from the middle of each found window to its first alarm. */
export type SeriesScore = {
  windows: number
  found: number
  outside: number
  days: number
  minutes: number[]
}

/** Windows that end before the judged time do not count. */
export function scoreSeries(series: Series, alarms: number[]): SeriesScore {
  const first = judgedFrom(series)
  const windows = series.windows.filter(({ to }) => to >= first)
  const firstIn = windows.map(({ from, to }) => alarms.find((at) => at >= from && at <= to))
  const minutes = windows.flatMap(({ from, to }, index) => {
    const alarm = firstIn[index]
    return alarm === undefined ? [] : [(alarm - (from + to) / 2) / minute]
  })
  const isOutside = (at: number) => !windows.some(({ from, to }) => at >= from && at <= to)
  const outside = alarms.filter(isOutside).length
  return {
    windows: windows.length,
    found: minutes.length,
    outside,
    days: (endOf(series) - first) / day,
    minutes,
  }
}

export function sumOfScores(scores: SeriesScore[]): SeriesScore {
  const sum = (of: (score: SeriesScore) => number) => scores.reduce((total, score) => total + of(score), 0)
  return {
    windows: sum(({ windows }) => windows),
    found: sum(({ found }) => found),
    outside: sum(({ outside }) => outside),
    days: sum(({ days }) => days),
    minutes: scores.flatMap(({ minutes }) => minutes),
  }
}

/** Returns null if there are no values. */
export function median(values: number[]): number | null {
  const ordered = values.toSorted((a, b) => a - b)
  const upper = ordered[Math.floor(ordered.length / 2)]
  const lower = ordered[Math.ceil(ordered.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}
