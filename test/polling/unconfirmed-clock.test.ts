import { expect, it } from 'vitest'
import { live } from '../tools/live.ts'
import { createStoryWorld, Killed, minute } from '../tools/story-world.ts'

/** The wait of an unconfirmed post does not depend on changes of the clock. */

const hour = 60 * minute

/** Ours is set; those of Slack and of the service are right all the time. */
function setBack({ clock }: ReturnType<typeof createStoryWorld>, ms: number): void {
  clock.at -= ms
  clock.slackAhead += ms
  clock.serviceAhead += ms
}

it.each([
  ['while the process runs', false],
  ['and the process dies', true],
])('an unconfirmed post does not wait longer if the clock is set back %s', async (_how, dies) => {
  const world = createStoryWorld()
  let run = world.start()
  await live(world, 3 * minute, run)
  world.channel.faults = [{ kind: 'never stored' }]
  world.add(1)
  if (dies) {
    world.life.moments = 6
    await expect(live(world, 4 * minute, run)).rejects.toThrow(Killed)
    world.life.moments = Number.POSITIVE_INFINITY
    run = world.start()
  } else await live(world, 10_000, run)
  expect(world.channel.ids()).toEqual([])
  setBack(world, 5 * hour)
  await live(world, 3 * minute, run)
  expect(world.channel.ids()).toEqual(['1'])
})
