import { parseArgs } from 'node:util'
import { reportWeeks } from './report-weeks.ts'
import { SeriesError } from './series/read-series.ts'
import { reportEvents } from './series/report-events.ts'
import { reportSeries } from './series/report-series.ts'

/**
 * `npm run weather [-- --seeds N --every SECONDS --details]` measures the detection in generated weeks. `npm run weather -- --series FOLDER
 * --labels FILE [--json]` measures it in the labelled series of others, and `npm run weather -- --events` on events that are injected into
 * generated series (docs/build/anomalies.md).
 */

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '8' },
    every: { type: 'string', default: '120' },
    details: { type: 'boolean', default: false },
    series: { type: 'string' },
    labels: { type: 'string' },
    json: { type: 'boolean', default: false },
    events: { type: 'boolean', default: false },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
const { series, labels, json, events } = values

try {
  if (events) reportEvents(say)
  else if (series === undefined && labels === undefined)
    reportWeeks({
      seeds: Number(values.seeds),
      everyMs: Number(values.every) * 1000,
      showDetails: values.details,
      say,
    })
  else if (series === undefined || labels === undefined)
    throw new SeriesError('--series FOLDER and --labels FILE belong together; one of them is missing')
  else reportSeries({ series, labels, json, say })
} catch (error) {
  if (!(error instanceof SeriesError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
