import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openFolder } from '../../src/store/file/open-folder.ts'
import { dayOfPolls, soakWorld } from '../tools/soak-world.ts'

/**
 * `npm run tool -- soak [--days 30]`: simulates many days of fifty subscriptions with a moved clock, the real poll and the real files. It
 * prints one line a day, and fails if the heap or the files keep growing after the first days.
 *
 * `npm run tool -- soak --year`: a year of a bot in use, at the end with starts of the real program on its folder. It fails if the sizes are not
 * within those of docs/run/storage.md. `--days` makes it shorter.
 */

/** The sizes that docs/run/storage.md states, in bytes, and as a ratio to a start on an empty folder. */
const [mostBytesPerPost, mostMemory, mostStart] = [3000, 40e6, 2]
/** Allowed variation from day to day, as a share. */
const tolerance = 0.1

const { values } = parseArgs({
  options: { days: { type: 'string' }, year: { type: 'boolean', default: false } },
})
if (values.year) await runYear(Number(values.days ?? 365))
const days = Number(values.days ?? 30)
/** After these days all data with a retention time has reached its full size. */
const warmUp = Math.min(10, Math.ceil(days / 3))

const folder = mkdtempSync(join(tmpdir(), 'overheard-soak-'))
const clock = { at: Date.UTC(2026, 9, 1) }
const store = await openFolder(folder, {
  now: () => clock.at,
  setTimer: (run) => {
    const soon = setImmediate(run)
    return () => clearImmediate(soon)
  },
  log: { warn: () => undefined },
})
const world = await soakWorld(clock, store)
const measured: { heap: number; checkpoints: number }[] = []
try {
  for (let day = 1; day <= days; day++) {
    await dayOfPolls(world)
    // A plain garbage collection keeps young code and caches, which vary by some hundred kB from day to day.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    const heap = process.memoryUsage().heapUsed
    const checkpoints = sizeOf(join(folder, 'checkpoints'))
    measured.push({ heap, checkpoints })
    const told = `heap ${(heap / 1e6).toFixed(1)} MB, checkpoints ${(checkpoints / 1e3).toFixed(0)} kB, ${world.posted()} posted`
    process.stdout.write(`day ${day}: ${told}, ${world.missing()} missing, ${world.twice()} twice\n`)
  }
} finally {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
}
const failures = [
  ...(world.missing() + world.twice() > 0 ? ['mentions were lost or posted twice'] : []),
  ...(isFlat(measured.map(({ heap }) => heap)) ? [] : ['the heap grows']),
  ...(isFlat(measured.map(({ checkpoints }) => checkpoints)) ? [] : ['the files grow']),
]
process.stdout.write(
  failures.length === 0 ? 'All flat, all there, once.\n' : `FAILED: ${failures.join('; ')}\n`,
)
process.exit(failures.length === 0 ? 0 : 1)

function sizeOf(path: string): number {
  return readdirSync(path).reduce((sum, file) => sum + statSync(join(path, file)).size, 0)
}

/** True if the last days are not larger than the days after the warm-up, within the tolerance. */
function isFlat(sizes: number[]): boolean {
  const later = sizes.slice(warmUp)
  const half = Math.ceil(later.length / 2)
  const mean = (list: number[]) => list.reduce((sum, size) => sum + size, 0) / list.length
  return later.length < 2 || mean(later.slice(half)) <= mean(later.slice(0, half)) * (1 + tolerance)
}

async function runYear(days: number): Promise<never> {
  const { soakYear } = await import('../tools/soak-year.ts')
  /** Everything with a retention time is full after 90 days. */
  const full = 100
  const { sizes, missing, twice, used, empty } = await soakYear({
    ...{ days, measureAt: [1, 35, full, 200, 300], starts: 3 },
    progress: (line) => void process.stdout.write(`${line}\n`),
  })
  const last = sizes.at(-1)
  const early = sizes.find(({ day }) => day === full) ?? last
  if (last === undefined || early === undefined) throw new Error('nothing was measured')
  const kept = Math.min(days, 90) * (last.posted / days)
  const perPost = last.bytes / kept
  process.stdout.write(
    `${perPost.toFixed(0)} bytes for each post that is kept. At rest ${((used.memory - empty.memory) / 1e6).toFixed(0)} MB more than on an empty folder, start ${(used.startMs / empty.startMs).toFixed(2)} times as long.\n`,
  )
  const faults = [
    ...(missing + twice > 0 ? ['mentions were lost or posted twice'] : []),
    ...(last.bytes > early.bytes * (1 + tolerance) ? ['the folder grows'] : []),
    ...(last.files > early.files * (1 + tolerance) ? ['the number of files grows'] : []),
    ...(last.heap > early.heap * (1 + tolerance) ? ['the heap grows'] : []),
    ...(perPost > mostBytesPerPost ? [`more than ${mostBytesPerPost} bytes for each post`] : []),
    ...(used.memory - empty.memory > mostMemory ? ['too much memory'] : []),
    ...(used.startMs > empty.startMs * mostStart ? ['the start takes too long'] : []),
  ]
  process.stdout.write(
    faults.length === 0 ? 'Within the documented sizes.\n' : `FAILED: ${faults.join('; ')}\n`,
  )
  process.exit(faults.length === 0 ? 0 : 1)
}
