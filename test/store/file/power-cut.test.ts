/**
 * A power cut at any moment of the save of a checkpoint (sqlite/database.test.ts has that of a record), on a file system that keeps only what was synchronised: file contents after `write` and `syncFile`, names after `syncFolder`.
 * What was not synchronised may survive or not, each file and name on its own, and content that was being written may be torn.
 */
import { dirname } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterInitialSync } from '../../../src/engine/progress/checkpoint-changes.ts'
import type { Disk } from '../../../src/store/file/disk.ts'
import { lowdbCheckpoints } from '../../../src/store/file/lowdb-checkpoints.ts'
import { runs } from '../../tools/runs.ts'

class PowerCut extends Error {}

/** A file: its present content, and the content that certainly survives a power cut. */
type Inode = { content: string; synced: string }

/** Decides if something that was not synchronised survives. */
type Luck = () => number

/** A disk that loses its power at the given step. `restart` gives the disk as the next process finds it. */
function brittleDisk(
  powerCutAt: number,
  luck: Luck,
  durable = new Map<string, Inode>(),
  syncs = { writes: true, names: true },
) {
  /** The names now, and those that survive a power cut for certain. */
  const names = new Map(durable)
  const syncedNames = new Map(durable)
  let step = 0
  function tick(): void {
    if (step++ >= powerCutAt) throw new PowerCut()
  }
  function open(path: string): Inode {
    const inode = names.get(path) ?? { content: '', synced: '' }
    names.set(path, inode)
    return inode
  }
  const bytesOf = (path: string) => {
    const inode = names.get(path)
    return inode && Buffer.from(inode.content)
  }
  const brittle: Disk = {
    read: (path) => bytesOf(path),
    look(path) {
      const bytes = bytesOf(path)
      return bytes && { bytes: bytes.length, mark: bytes.toString(), changedAt: 0, isFolder: false }
    },
    async write(path, text) {
      tick()
      // A new file in the place of the old name, as with O_TRUNC nothing of the old content is certain any more.
      const inode = open(path)
      inode.content = text.toString()
      inode.synced = ''
      await undefined
      tick()
      if (syncs.writes) inode.synced = inode.content
    },
    rename(from, to) {
      tick()
      const inode = names.get(from)
      if (inode === undefined) throw new Error(`there is no ${from}`)
      names.delete(from)
      names.set(to, inode)
    },
    remove(path) {
      tick()
      names.delete(path)
    },
    makeFolder: () => undefined,
    list: (folder) =>
      [
        ...new Set(
          [...names.keys()]
            .filter((path) => path.startsWith(`${folder}/`))
            .map((path) => path.slice(folder.length + 1).split('/')[0] ?? ''),
        ),
      ].sort(),
    async syncFile(path) {
      await undefined
      tick()
      const inode = open(path)
      inode.synced = inode.content
    },
    async syncFolder(folder) {
      await undefined
      tick()
      if (!syncs.names) return
      for (const path of new Set([...names.keys(), ...syncedNames.keys()])) {
        if (dirname(path) !== folder) continue
        const inode = names.get(path)
        if (inode === undefined) syncedNames.delete(path)
        else syncedNames.set(path, inode)
      }
    },
  }
  function restart(): Map<string, Inode> {
    const left = new Map<string, Inode>()
    for (const path of new Set([...names.keys(), ...syncedNames.keys()])) {
      const inode = luck() < 0.5 ? names.get(path) : syncedNames.get(path)
      if (inode === undefined) continue
      const content = survivingContent(inode, luck)
      left.set(path, { content, synced: content })
    }
    return left
  }
  return { disk: brittle, restart }
}

/** The synchronised content, the newest one, or one that was torn in between. */
function survivingContent({ content, synced }: Inode, luck: Luck): string {
  if (content === synced || luck() < 0.3) return synced
  if (luck() < 0.5) return content
  const common = content.startsWith(synced) ? synced.length : 0
  return content.slice(0, common + Math.floor(luck() * (content.length - common)))
}

const key = { subscription: 'acme', alert: '7' }
const checkpointAt = (count: number) => ({
  ...afterInitialSync([], true, [], { at: 1 }),
  watermark: String(count),
})

/** The last acknowledged write of a process, and the write during which the power failed. */
type Acknowledged = { saved: number; tried: number }

const openCheckpoints = (disk: Disk) => lowdbCheckpoints('/data/checkpoints', { disk })

/** Counts up until the power goes. */
async function live(disk: Disk, known: Acknowledged): Promise<void> {
  const checkpoints = openCheckpoints(disk)
  for (let count = known.tried + 1; ; count++) {
    known.tried = count
    await checkpoints.save(key, checkpointAt(count))
    known.saved = count
  }
}

describe('after a power cut at any moment', () => {
  it('every acknowledged checkpoint is still there', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(60), { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        async (lives, chances) => {
          const luck = () => chances.next().value ?? 0
          const known: Acknowledged = { saved: 0, tried: 0 }
          let left = new Map<string, Inode>()
          for (const steps of lives) {
            const { disk, restart } = brittleDisk(steps, luck, left)
            await expect(live(disk, known)).rejects.toThrow(PowerCut)
            left = restart()
            const next = openCheckpoints(brittleDisk(Number.POSITIVE_INFINITY, luck, left).disk)
            const found = await next.load(key)
            expect(found.kind).not.toBe('damaged')
            const watermark = found.kind === 'kept' ? Number(found.checkpoint.watermark) : 0
            expect(watermark).toBeGreaterThanOrEqual(known.saved)
            expect(watermark).toBeLessThanOrEqual(known.tried)
          }
        },
      ),
      { numRuns: runs(400) },
    )
  })

  it.each([
    ['write does not wait for the disk', { writes: false, names: true }],
    ['syncFolder does nothing', { writes: true, names: false }],
  ])('data is lost if %s, which shows that this test can fail', async (_what, syncs) => {
    const losses = fc.asyncProperty(
      fc.nat(60),
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      async (steps, chances) => {
        const luck = () => chances.next().value ?? 0
        const known: Acknowledged = { saved: 0, tried: 0 }
        const { disk, restart } = brittleDisk(steps, luck, undefined, syncs)
        await live(disk, known).catch(() => undefined)
        const next = openCheckpoints(brittleDisk(Number.POSITIVE_INFINITY, luck, restart()).disk)
        const found = await next.load(key)
        expect(found.kind === 'kept' ? Number(found.checkpoint.watermark) : 0).toBeGreaterThanOrEqual(
          known.saved,
        )
      },
    )
    await expect(fc.assert(losses, { numRuns: 500 })).rejects.toThrow('Property failed')
  })
})
