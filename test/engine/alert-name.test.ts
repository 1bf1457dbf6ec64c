import { expect, it } from 'vitest'
import { shownText } from '../tools/message-checks.ts'
import { createStoryWorld, subscriptionOf } from '../tools/story-world.ts'

it.each<[string, boolean]>([
  ['names its alert if the channel gets the mentions of several alerts', true],
  ['does not name its alert if the channel gets the mentions of one alert', false],
])('a card %s', async (_what, namesAlert) => {
  const second = subscriptionOf({
    name: 'second',
    ...(namesAlert && { alert: 'Acme rivals' }),
    only: { tag: ['vip'] },
  })
  const world = createStoryWorld({ subscriptions: [subscriptionOf(), second] })
  const poll = world.start()
  await poll()
  world.add(1)
  await poll()
  const [card] = world.channel.messages().filter(({ receipt }) => receipt?.ids.includes('1'))
  expect(JSON.stringify(card?.content.blocks).includes('Acme brand')).toBe(namesAlert)
})

it.each([{ show: ['alert' as const] }, { style: 'compact' as const, line: '{title} ({alert})' }])(
  'a card with the layout %j names its alert also in a channel with one alert',
  async (layout) => {
    const world = createStoryWorld({ subscriptions: [subscriptionOf(layout)] })
    const poll = world.start()
    await poll()
    world.add(1)
    await poll()
    const [card] = world.channel.messages().filter(({ receipt }) => receipt?.ids.includes('1'))
    expect(JSON.stringify(card?.content.blocks)).toContain('Acme brand')
  },
)

it('a mention of our own is posted in the line of its subscription, without buttons', async () => {
  const subscription = subscriptionOf({ style: 'compact', line: '{title} from {alert}' })
  const world = createStoryWorld({ subscriptions: [subscription], isOwn: () => true })
  const poll = world.start()
  await poll()
  world.add(1)
  await poll()
  const [card] = world.channel.messages().filter(({ receipt }) => receipt?.ids.includes('1'))
  expect(card?.content.blocks.map(shownText)).toEqual([expect.stringMatching(/ from Acme brand$/)])
})
