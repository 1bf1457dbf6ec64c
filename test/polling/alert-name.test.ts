import { expect, it } from 'vitest'
import { createStoryWorld } from '../tools/story-world.ts'

it.each([
  ['names its alert if the channel gets the mentions of several alerts', true],
  ['does not name its alert if the channel gets the mentions of one alert', false],
])('a card %s', async (_what, namesAlert) => {
  const world = createStoryWorld()
  world.namesAlert = namesAlert
  const poll = world.start()
  await poll()
  world.add(1)
  await poll()
  const [card] = world.channel.messages().filter(({ receipt }) => receipt?.ids.includes('1'))
  expect(JSON.stringify(card?.content.blocks).includes('Acme brand')).toBe(namesAlert)
})
