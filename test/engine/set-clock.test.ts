import { describe, expect, it } from 'vitest'
import { live } from '../tools/live.ts'
import { createStoryWorld, Killed, minute, type StoryWorld } from '../tools/story-world.ts'

/** The machine's clock is set, back and forward. Those of Slack and of the service go on. */

const hour = 60 * minute
const steps = [-720 * hour, -2 * 24 * hour, -hour, -minute, -4000, 4000, minute, hour, 720 * hour]

const upTo = (last: number) => Array.from({ length: last }, (_, index) => String(index + 1))

/** Slack's answer to the next mention gets lost. */
function addWithLostAnswer(world: StoryWorld, id: string) {
  world.channel.faults = [{ kind: 'answer lost' }]
  world.add(id)
}

describe.each(steps)('if the clock is set by %i ms,', (by) => {
  it('each mention comes once, although all answers are lost, before and after', async () => {
    const world = createStoryWorld()
    const run = world.start()
    await live(world, 3 * minute, run)
    for (const id of upTo(6)) {
      addWithLostAnswer(world, id)
      await live(world, 2 * minute, run)
      if (id === '1') world.setClock(by)
    }
    expect(world.channel.ids()).toEqual(upTo(6))
  })

  it.each([
    ['while the process runs', false],
    ['and the process dies', true],
  ])('an unconfirmed post that Slack did not store waits no longer than usual %s', async (_how, dies) => {
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
    world.setClock(by)
    await live(world, 3 * minute, run)
    expect(world.channel.ids()).toEqual(['1'])
  })

  it.each([
    ['while the process runs', false],
    ['and another process begins', true],
  ])('a mention that becomes visible twelve minutes after a larger id is posted %s', async (_how, dies) => {
    const world = createStoryWorld()
    let run = world.start()
    await live(world, 3 * minute, run)
    world.add(20)
    world.add(10, {}, world.serviceNow() + 12 * minute)
    await live(world, 3 * minute, run)
    world.setClock(by)
    if (dies) run = world.start()
    await live(world, 14 * minute, run)
    expect(world.channel.ids()).toEqual(['20', '10'])
  })

  it('a mention that becomes visible twelve minutes after a larger id is counted', async () => {
    const world = createStoryWorld({ perDay: 24 })
    const run = world.start()
    await live(world, 3 * minute, run)
    world.add(20)
    world.add(10, {}, world.serviceNow() + 12 * minute)
    await live(world, 3 * minute, run)
    world.setClock(by)
    await live(world, 14 * minute, run)
    const [kept = ''] = world.volume?.kept.values() ?? []
    const { done }: { done: { ids: string[] }[] } = JSON.parse(kept).seen
    expect(done.flatMap(({ ids }) => ids)).toEqual(['20', '10'])
  })

  it('the next process finds the first post of a channel, which was sent with the wrong clock', async () => {
    const world = createStoryWorld()
    world.setClock(by)
    world.channel.faults = [{ kind: 'answer lost' }]
    world.life.moments = Number.POSITIVE_INFINITY
    const { post } = world.channel
    world.channel.post = (posting, pass) => {
      world.life.moments = 0
      return post(posting, pass)
    }
    await expect(live(world, 3 * minute)).rejects.toThrow(Killed)
    world.channel.post = post
    world.life.moments = Number.POSITIVE_INFINITY
    world.setClock(-by)
    await live(world, 3 * minute)
    expect(world.channel.messages()).toHaveLength(1)
    expect(world.channel.posts).toBe(1)
  })
})
