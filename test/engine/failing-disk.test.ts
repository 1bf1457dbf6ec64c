/** The real files of checkpoints, on a disk that fails, or that another process takes over, at any moment of any write. */
import { describe, expect, it } from 'vitest'
import { lowdbCheckpoints } from '../../src/store/file/lowdb-checkpoints.ts'
import { failingDisk, failWith } from '../tools/failing-disk.ts'
import { emptyFolder } from '../tools/folder.ts'
import { live } from '../tools/live.ts'
import { createStoryWorld, minute, type StoryWorld } from '../tools/story-world.ts'

/** Three cards, and then a burst of eight. */
const posted = Array.from({ length: 11 }, (_, index) => String(index + 1))

type Fault = {
  folder: string
  /** Called at each moment of the disk after the initial sync, counted from 0. */
  fault: (moment: number, world: StoryWorld) => void | Promise<void>
  ownsFolder?: () => boolean
  /** Nothing but the checkpoint can show what was posted. */
  isBlind?: boolean
}

/** Lets a process post all mentions. Returns the number of moments of its disk. */
async function post({ folder, fault, ownsFolder = () => true, isBlind = false }: Fault) {
  const world = createStoryWorld()
  let moments = -1
  const disk = failingDisk(() => {
    if (moments >= 0) return fault(moments++, world)
  })
  world.openCheckpoints = () => lowdbCheckpoints(folder, { disk, ownsFolder })
  const run = world.start()
  await live(world, 3 * minute, run)
  if (isBlind) world.channel.blind = { kind: 'unreadable', reason: 'missing_scope', extent: 'workspace' }
  moments = 0
  for (const id of posted.slice(0, 3)) world.add(id)
  await live(world, 3 * minute, run)
  for (const id of posted.slice(3)) world.add(id)
  await live(world, 30 * minute, run)
  return { world, moments }
}

/** Starts another process, which has the folder from now on. */
function startOther(world: StoryWorld, folder: string) {
  world.openCheckpoints = () => lowdbCheckpoints(folder)
  return world.start()
}

async function momentsOfPosts(): Promise<number[]> {
  const { moments } = await post({ folder: emptyFolder(), fault: () => undefined })
  expect(moments).toBeGreaterThan(20)
  return Array.from({ length: moments }, (_, moment) => moment)
}

const idsIn = ({ channel }: StoryWorld) => channel.ids().toSorted((one, other) => Number(one) - Number(other))

describe('every mention is posted once', () => {
  it.each([
    ['ENOSPC', 'once', 1],
    ['ENOSPC', 'for a while', 5],
    ['EIO', 'once', 1],
    ['EIO', 'for a while', 5],
  ] as const)(
    'if the disk fails with %s %s at any moment of the write of a checkpoint',
    async (code, _howLong, lasting) => {
      for (const at of await momentsOfPosts()) {
        const folder = emptyFolder()
        const fault = (moment: number) => {
          if (moment >= at && moment < at + lasting) failWith(code)
        }
        const { world } = await post({ folder, fault, isBlind: true })
        expect([at, idsIn(world)]).toEqual([at, posted])
        world.add(12)
        await live(world, 30 * minute, startOther(world, folder))
        expect([at, idsIn(world)]).toEqual([at, [...posted, '12']])
      }
    },
  )

  it('if another process takes the folder over, and posts, at any moment of the write of a checkpoint', async () => {
    for (const at of await momentsOfPosts()) {
      const folder = emptyFolder()
      let other: ReturnType<StoryWorld['start']> | undefined
      const { world } = await post({
        folder,
        ownsFolder: () => other === undefined,
        async fault(moment, present) {
          if (moment !== at) return
          other = startOther(present, folder)
          // One poll, because a process that was held for 5 s does not post anyway.
          await other()
        },
      })
      world.add(12)
      await live(world, 30 * minute, other)
      expect([at, idsIn(world)]).toEqual([at, [...posted, '12']])
    }
  })
})
