/** `npm run bench [-- --only NAMES] [--json]`: prints a table of measurements. Every ratio compares figures of the same run. */
import { globSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { basename, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { backlogRows } from './backlog.ts'
import { calibrationMs } from './calibration.ts'
import { commitRows } from './commit.ts'
import { coverageRows } from './coverage.ts'
import { cpuRows } from './cpu.ts'
import { feedRows } from './feeds.ts'
import { idleRows } from './idle.ts'
import { ingestRows } from './ingest.ts'
import { largeFeedRows } from './large-feed.ts'
import { loadRows, postgresLoadRows } from './load.ts'
import { pressRows } from './presses.ts'
import { queryRows } from './queries.ts'
import { isOpen, meets, type Row, table } from './row.ts'
import { startRows } from './start-many.ts'
import { storedMentionRows } from './stored-mentions.ts'
import { streamingRows } from './streaming.ts'

/** What features measure: `test/features/NAME/bench.ts`. */
type OfFeature = { rows(): Promise<Row[]> }
const ofFeatures = globSync('test/features/*/bench.ts')
  .toSorted()
  .map((file) => {
    const load = (): Promise<OfFeature> => import(pathToFileURL(resolve(file)).href)
    return [basename(dirname(file)), async () => (await load()).rows()] as const
  })

const benches: ReadonlyMap<string, () => Promise<Row[]>> = new Map<string, () => Promise<Row[]>>([
  ['cpu', cpuRows],
  ['idle', idleRows],
  ['start', startRows],
  ['commit', commitRows],
  ['backlog', backlogRows],
  ['load', loadRows],
  ['load-postgres', postgresLoadRows],
  ['presses', pressRows],
  ['mentions', storedMentionRows],
  ['ingest', ingestRows],
  ['large-feed', largeFeedRows],
  ['feeds', feedRows],
  ['queries', queryRows],
  ['streaming', streamingRows],
  ['stories', coverageRows],
  ...ofFeatures,
])

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: [...benches.keys()].join(',') },
    json: { type: 'boolean', default: false },
  },
})
const machine = {
  node: process.version,
  cpu: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
  memory: `${Math.round(totalmem() / 1024 ** 3)} GB`,
}
const names = values.only.split(',')
if (!names.every((name) => benches.has(name))) {
  process.stderr.write(`--only takes ${[...benches.keys()].join(', ')}\n`)
  process.exit(1)
}
const state = () => ({ calibrationMs: calibrationMs(), load: loadavg()[0] ?? 0 })
const before = state()
const rows: Row[] = []
for (const name of names) {
  process.stderr.write(`measuring ${name} …\n`)
  rows.push(...((await benches.get(name)?.()) ?? []))
}
const after = state()
const told = ({ calibrationMs: ms, load }: typeof before) => `${ms} ms (load ${load.toFixed(1)})`
process.stdout.write(
  values.json
    ? `${JSON.stringify({ machine, before, after, rows: rows.map((row) => ({ ...row, meets: meets(row), isOpen: isOpen(row) })) }, null, 2)}\n`
    : `${machine.cpu}, ${machine.memory}, Node ${machine.node}; calibration loop: ${told(before)} before, ${told(after)} after\n\n${table(rows)}\n`,
)
