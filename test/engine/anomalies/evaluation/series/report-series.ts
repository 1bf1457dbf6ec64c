import { readAllSeries, type Series } from './read-series.ts'
import { type Alarms, replaySeries, sensitivities } from './replay-series.ts'
import { median, type SeriesScore, scoreSeries, sumOfScores } from './score-series.ts'

type Options = { series: string; labels: string; json: boolean; say: (line: string) => void }

/** Replays all series of a folder and reports how many of the labelled windows were found, and how many alarms were outside. */
export function reportSeries({ series: folder, labels, json, say }: Options): void {
  const replayed = readAllSeries(folder, labels).map((series) => ({ series, alarms: replaySeries(series) }))
  const reports = sensitivities.map((sensitivity) => ({
    sensitivity,
    scores: scoresAt(replayed, sensitivity),
  }))
  if (json) {
    const objects = reports.map(({ sensitivity, scores }) => [
      sensitivity,
      Object.fromEntries(scores.map(({ name, score }) => [name, asJson(score)])),
    ])
    say(JSON.stringify(Object.fromEntries(objects), null, 2))
  } else for (const report of reports) sayTable(report, say)
}

type Report = { sensitivity: string; scores: { name: string; score: SeriesScore }[] }

function sayTable({ sensitivity, scores }: Report, say: Options['say']): void {
  say(`\n${sensitivity.padEnd(40)}${headings.map((heading) => heading.padStart(22)).join('')}`)
  for (const { name, score } of scores) say(row(name, score))
  say(row('all', sumOfScores(scores.map(({ score }) => score))))
}

function scoresAt(replayed: { series: Series; alarms: Alarms }[], sensitivity: keyof Alarms) {
  return replayed.map(({ series, alarms }) => ({
    name: series.name,
    score: scoreSeries(series, alarms[sensitivity]),
  }))
}

const headings = ['windows found', 'alarms outside', 'outside a day', 'minutes after middle']

function row(name: string, { windows, found, outside, days, minutes }: SeriesScore): string {
  const middle = median(minutes)
  const cells = [
    `${found} of ${windows}`,
    String(outside),
    (outside / days).toFixed(3),
    middle === null ? '·' : middle.toFixed(0),
  ]
  return [name.padEnd(40), ...cells.map((cell) => cell.padStart(22))].join('')
}

function asJson({ windows, found, outside, days, minutes }: SeriesScore) {
  return { windows, found, outside, days, medianMinutes: median(minutes) }
}
