import { expect, it } from 'vitest'
import { live } from '../tools/live.ts'
import { createStoryWorld, minute } from '../tools/story-world.ts'

it('a burst lists its negative mentions first, then by reach, and its thread continues the numbering of its first message', async () => {
  const world = createStoryWorld({})
  const run = world.start()
  await live(world, 3 * minute, run)
  for (let id = 1; id <= 24; id++)
    world.add(id, { reach: id, sentiment: id % 4 === 0 ? 'negative' : 'neutral' })
  await live(world, 5 * minute, run)
  const burst = world.channel.messages().filter(({ receipt }) => receipt?.ids.length)
  const negative = [24, 20, 16, 12, 8, 4].map(String)
  const others = Array.from({ length: 24 }, (_, index) => 24 - index)
    .filter((id) => id % 4 !== 0)
    .map(String)
  expect(burst.flatMap(({ receipt }) => receipt?.ids)).toEqual([...negative, ...others])
  const numbers = burst.flatMap(({ content }) => content.text.match(/^\d+(?=\. )/gm) ?? [])
  expect(numbers).toEqual(Array.from({ length: 24 }, (_, index) => String(index + 1)))
})
