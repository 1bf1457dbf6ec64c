import { describe, expect, it } from 'vitest'
import type { HistoryPage } from '../../src/model/history.ts'
import { refusedTraces } from '../proof/refused-traces.ts'
import { live } from '../tools/live.ts'
import { createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

/** Searches share the pages that are kept. What they show must suffice for each of them: in traces of the polls, and in what is posted. */

const second = 1000

/** Slack gives a page of messages of others first, and then what the channel had at the time of that page. `pass` passes while it answers. */
function putOursOnSecondPage(world: StoryWorld, pass: (page: number) => void): void {
  const { page } = world.channel
  const seconds = new Map<string, HistoryPage>()
  world.channel.page = async (place, cursor) => {
    if (place.thread !== undefined) return page(place, cursor)
    const known = seconds.get(cursor ?? '')
    if (known !== undefined) return known
    const next = `page 2 of search ${seconds.size}`
    seconds.set(next, await page(place))
    pass(seconds.size)
    return { kind: 'page', messages: [], size: 0, next }
  }
}

function expectOnce(world: StoryWorld, ids: string[]) {
  expect(world.channel.ids().toSorted()).toEqual(ids)
  expect(refusedTraces(world.effects, () => 'C1')).toEqual([])
}

describe('a message that Slack stored, but did not confirm, comes once', () => {
  it('if it is behind the messages of others', async () => {
    const world = createStoryWorld()
    const run = world.start()
    await live(world, 3 * minute, run)
    putOursOnSecondPage(world, () => undefined)
    world.channel.faults = [{ kind: 'answer lost' }]
    world.add(1)
    await live(world, 5 * minute, run)
    expectOnce(world, ['1'])
  })

  it('if Slack stores it while the first page of a search comes, which takes longer than the wait', async () => {
    const world = createStoryWorld()
    const run = world.start()
    await live(world, 3 * minute, run)
    const searchesBefore = world.channel.searches.length
    putOursOnSecondPage(world, (page) => {
      if (page === 1) world.clock.at += 31 * second
    })
    world.channel.faults = [{ kind: 'stored late', after: 20 * second }]
    world.add(1)
    await live(world, 5 * minute, run)
    expect(world.channel.searches.length).toBeGreaterThan(searchesBefore)
    expectOnce(world, ['1'])
  })

  it('if another subscription has searched the channel, but not so far back', async () => {
    const of = (name: string, sentiment: 'positive' | 'negative') =>
      subscriptionOf({ name, only: { sentiment: [sentiment] } })
    const world = createStoryWorld({ subscriptions: [of('early', 'negative'), of('late', 'positive')] })
    const run = world.start()
    await live(world, 3 * minute, run)
    world.channel.faults = [{ kind: 'answer lost', readableAfter: 20 * second }]
    world.add(1, { sentiment: 'negative' })
    await run(['early'])
    world.add(2, { sentiment: 'positive' })
    await run(['late'])
    world.channel.faults = [{ kind: 'answer lost', readableAfter: 20 * second }]
    world.add(3, { sentiment: 'positive' })
    world.clock.at += 10 * second
    await run(['late'])
    world.clock.at += minute
    await run(['late'])
    await run(['early'])
    await live(world, 5 * minute, run)
    expectOnce(world, ['1', '2', '3'])
  })

  it('if the process that sent it has died, and the next one sees it for the first time', async () => {
    const world = createStoryWorld()
    await live(world, 3 * minute)
    const { post } = world.channel
    world.channel.post = (posting, pass) => {
      world.life.moments = 0
      return post(posting, pass)
    }
    world.channel.faults = [{ kind: 'stored late', after: 20 * second }]
    world.add(1)
    await expect(live(world, 3 * minute)).rejects.toThrow()
    world.channel.post = post
    world.life.moments = Number.POSITIVE_INFINITY
    await live(world, 5 * minute)
    expectOnce(world, ['1'])
  })
})
