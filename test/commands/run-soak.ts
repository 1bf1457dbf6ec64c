import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openFolder } from '../../src/store/file/open-folder.ts'
import { dayOfPolls, soakWorld } from '../tools/soak-world.ts'

/**
 * `npm run soak [-- --days 30]`: many days of fifty subscriptions on a moved clock, with the real turn and the real files. Prints a
 * line a day, and fails where the heap or the files go on growing after the first days.
 */

const { values } = parseArgs({ options: { days: { type: 'string', default: '30' } } })
const days = Number(values.days)
/** Within these days everything that is kept for a while has come to its full size. */
const warmUp = Math.min(10, Math.ceil(days / 3))
/** What may vary from day to day, as a share. */
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
const measured: { heap: number; bookmarks: number }[] = []
try {
  for (let day = 1; day <= days; day++) {
    await dayOfPolls(world)
    // A plain collection keeps code and caches that have not aged yet, some hundred kB more each day by chance.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    const heap = process.memoryUsage().heapUsed
    const checkpoints = sizeOf(join(folder, 'bookmarks'))
    measured.push({ heap, bookmarks: checkpoints })
    const told = `heap ${(heap / 1e6).toFixed(1)} MB, bookmarks ${(checkpoints / 1e3).toFixed(0)} kB, ${world.posted()} posted`
    process.stdout.write(`day ${day}: ${told}, ${world.missing()} missing, ${world.twice()} twice\n`)
  }
} finally {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
}
const failures = [
  ...(world.missing() + world.twice() > 0 ? ['mentions were lost or posted twice'] : []),
  ...(isFlat(measured.map(({ heap }) => heap)) ? [] : ['the heap grows']),
  ...(isFlat(measured.map(({ bookmarks: checkpoints }) => checkpoints)) ? [] : ['the files grow']),
]
process.stdout.write(
  failures.length === 0 ? 'All flat, all there, once.\n' : `FAILED: ${failures.join('; ')}\n`,
)
process.exit(failures.length === 0 ? 0 : 1)

function sizeOf(path: string): number {
  return readdirSync(path).reduce((sum, file) => sum + statSync(join(path, file)).size, 0)
}

/** Whether the last days are no larger than the days after the warm-up, but for the tolerance. */
function isFlat(sizes: number[]): boolean {
  const later = sizes.slice(warmUp)
  const half = Math.ceil(later.length / 2)
  const mean = (list: number[]) => list.reduce((sum, size) => sum + size, 0) / list.length
  return later.length < 2 || mean(later.slice(half)) <= mean(later.slice(0, half)) * (1 + tolerance)
}
