import { describe, expect, it } from 'vitest'
import { doneIdsIn } from '../../src/model/checkpoint.ts'
import { live } from '../tools/live.ts'
import { createStoryWorld, Killed, minute, type StoryWorld } from '../tools/story-world.ts'

/** The machine's clock is set, back and forward. Those of Slack and of the service go on. Below, it is one of these that is wrong. */

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

/** A mention becomes visible twelve minutes after a larger id, and `change` comes in between. */
async function withLateMention(change: (world: StoryWorld) => void, dies: boolean) {
  const world = createStoryWorld({ perDay: 24 })
  let run = world.start()
  await live(world, 3 * minute, run)
  world.add(20)
  world.add(10, {}, world.serviceNow() + 12 * minute)
  await live(world, 3 * minute, run)
  change(world)
  if (dies) run = world.start()
  await live(world, 14 * minute, run)
  const [kept = ''] = world.volume?.kept.values() ?? []
  const { done }: { done: { ids: string[] }[] } = JSON.parse(kept).seen
  return { posted: world.channel.ids(), counted: done.flatMap(({ ids }) => ids) }
}

const lives = [
  ['while the process runs', false],
  ['and another process begins', true],
] as const

describe.each([
  ['the mention service', (world: StoryWorld) => world.mentions],
  ['Slack', (world: StoryWorld) => world.channel],
] as const)('if the time that %s tells', (_who, side) => {
  const ahead = [-720 * hour, -hour, -20 * minute, 20 * minute, hour, 720 * hour]

  describe.each(ahead)('is %i ms ahead from a moment on,', (by) => {
    it.each(lives)(
      'a mention that becomes visible twelve minutes after a larger id is posted and counted %s',
      async (_how, dies) => {
        const change = (world: StoryWorld) => {
          side(world).dateAhead = by
        }
        expect(await withLateMention(change, dies)).toEqual({ posted: ['20', '10'], counted: ['20', '10'] })
      },
    )

    it('the list of done ids stays short', async () => {
      const world = createStoryWorld()
      const run = world.start()
      await live(world, 3 * minute, run)
      for (const id of upTo(40)) {
        if (id === '20') side(world).dateAhead = by
        world.add(id)
        await live(world, 2 * minute, run)
      }
      expect(world.channel.ids()).toEqual(upTo(40))
      expect(doneIdsIn(world.checkpoint()).length).toBeLessThanOrEqual(10)
    })
  })

  it('is 20 minutes ahead in every second answer, a mention that becomes visible twelve minutes after a larger id is posted and counted', async () => {
    const change = (world: StoryWorld) => {
      world.faults.request = () => {
        side(world).dateAhead = side(world).dateAhead === 0 ? 20 * minute : 0
        return undefined
      }
    }
    expect(await withLateMention(change, false)).toEqual({ posted: ['20', '10'], counted: ['20', '10'] })
  })
})
