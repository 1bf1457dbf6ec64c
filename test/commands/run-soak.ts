import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openFolder } from '../../src/store/file/open-folder.ts'
import { dayOfPolls, soakWorld } from '../tools/soak-world.ts'

/**
 * `npm run soak [-- --days 30]`: simulates many days of fifty subscriptions with a moved clock, the real poll and the real files. It
 * prints one line a day, and fails if the heap or the files keep growing after the first days.
 */

const { values } = parseArgs({ options: { days: { type: 'string', default: '30' } } })
const days = Number(values.days)
/** After these days all data with a retention time has reached its full size. */
const warmUp = Math.min(10, Math.ceil(days / 3))
/** Allowed variation from day to day, as a share. */
const tolerance = 0.1

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
