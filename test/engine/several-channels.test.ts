import { describe, expect, it } from 'vitest'
import type { Subscription } from '../../src/model/subscription.ts'
import { live, surviveFor } from '../tools/live.ts'
import { createStoryWorld, Killed, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

const upTo = (last: number) => Array.from({ length: last }, (_, index) => String(index + 1))

function idsIn({ channel }: StoryWorld, where: string): string[] {
  const messages = channel.messages().filter((one) => one.channel === where)
  return messages.flatMap(({ receipt }) => receipt?.ids ?? [])
}

/** Three channels of an entry, and another subscription that shares the second. */
const named = (first: string, second: string, changes: Partial<Subscription> = {}) => [
  subscriptionOf({ name: first, ...changes }),
  subscriptionOf({ name: second, channel: 'C2', schedule: '*/5 * * * *', ...changes }),
  subscriptionOf({ name: 'complaints', channel: 'C2', burst: 3 }),
]

async function diesWithin(world: StoryWorld, ms: number): Promise<void> {
  try {
    await live(world, ms)
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
}

describe.each<[string, Partial<Subscription>, number]>([
  ['cards', {}, 3],
  ['bursts', { burst: 2 }, 9],
])('%s of a subscription with several channels', (_what, changes, count) => {
  it('come once in each channel if the process is killed at any moment, and the store is wiped or kept', async () => {
    for (let moments = 0; moments < 160; moments += 1 + (moments % 3)) {
      const world = createStoryWorld({ subscriptions: named('acme', 'acme → #b', changes) })
      await live(world, 9 * minute)
      for (const id of upTo(count)) world.add(id)
      world.life.moments = moments
      await diesWithin(world, 8 * minute)
      if (moments % 2 === 0) {
        world.saved.clear()
        world.records.clear()
        // Without records, the subscriptions have other names than before, as after another spelling of the channels.
        world.subscriptions.splice(0, 3, ...named('acme → C1', 'acme → C2', changes))
      }
      world.life.moments = Number.POSITIVE_INFINITY
      await surviveFor(world, 20 * minute)
      for (const where of ['C1', 'C2'])
        expect(idsIn(world, where).sort(), `${where} after ${moments} effects`).toEqual(upTo(count).sort())
    }
  })
})

it('a receipt of another subscription whose name only begins in the same way is not taken for an own one', async () => {
  const world = createStoryWorld({ subscriptions: [subscriptionOf({ name: 'acme → C1' })] })
  await live(world, 3 * minute)
  world.add(1)
  await live(world, 3 * minute)
  world.saved.clear()
  world.records.clear()
  world.subscriptions.splice(0, 1, subscriptionOf({ name: 'acme → to do', backfill: 1 }))
  world.knowsSharing = false
  await surviveFor(world, 9 * minute)
  expect(idsIn(world, 'C1')).toEqual(['1', '1'])
})
