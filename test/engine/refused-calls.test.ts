import { expect, it } from 'vitest'
import { live } from '../tools/live.ts'
import { createStoryWorld, minute, subscriptionOf } from '../tools/story-world.ts'

const quiet = { from: '11:00', to: '13:00', timezone: 'UTC' }
const notify = { users: ['U2'], groups: [], here: false, when: {} }

/** After its quiet hours, the second subscription calls its people in the threads of two cards that the first one posted. Slack refuses all replies. */
async function refuseCalls(reason: string) {
  const second = subscriptionOf({ name: 'complaints', quiet, notify })
  const world = createStoryWorld({ subscriptions: [subscriptionOf(), second] })
  const run = world.start()
  await live(world, 3 * minute, run)
  for (const id of [1, 2]) world.add(id)
  await live(world, 3 * minute, run)
  let replies = 0
  world.channel.refuses = ({ thread }) => {
    if (thread === undefined) return undefined
    replies += 1
    return { kind: 'rejected', extent: 'thread', reason }
  }
  world.clock.at += 60 * minute
  await live(world, 10 * minute, run)
  const calls = () =>
    world.channel.messages().filter(({ content }) => content.text.includes('Also in complaints'))
  return { world, calls, replies: () => replies }
}

it('in a channel without threads, one call is refused, and all are posted into the channel', async () => {
  const { calls, replies } = await refuseCalls('restricted_action_non_threadable_channel')
  expect([replies(), calls().map(({ thread }) => thread)]).toEqual([1, [undefined, undefined]])
})

it('calls are posted into the channel after Slack refused two replies to locked threads', async () => {
  const { calls, replies } = await refuseCalls('restricted_action_thread_locked')
  expect([replies(), calls().map(({ thread }) => thread)]).toEqual([2, [undefined, undefined]])
})

it('a call to a card that a person deleted is given up, and its mention counts as posted for both subscriptions', async () => {
  const { world, calls, replies } = await refuseCalls('thread_not_found')
  expect([replies(), calls()]).toEqual([2, []])
  const shared = world.decisions.filter(({ reason }) => reason === 'shared')
  expect(shared.map(({ subscription, id }) => `${subscription} ${id}`)).toEqual([
    'complaints 1',
    'complaints 2',
  ])
})
