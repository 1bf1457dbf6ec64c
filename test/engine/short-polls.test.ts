import { expect, it } from 'vitest'
import type { PostFault } from '../tools/fake-channel.ts'
import { live } from '../tools/live.ts'
import { createStoryWorld, minute, subscriptionOf } from '../tools/story-world.ts'

const subscriptions = [subscriptionOf(), subscriptionOf({ name: 'other', channel: 'C2' })]

/** Other subscriptions of the alert wait for the end of a poll, so a poll must not be longer than a timeout of Slack. */
it.each<{ what: string; fault: PostFault }>([
  { what: 'a post is never stored, again and again', fault: { kind: 'never stored' } },
  {
    what: 'Slack asks the bot to wait eight seconds before a post',
    fault: {
      kind: 'outcome',
      outcome: { kind: 'deferred', extent: 'channel', afterMs: 8000, reason: 'ratelimited' },
    },
  },
])('a poll ends within 5 s if $what, and the post appears later, once', async ({ fault }) => {
  const world = createStoryWorld({ subscriptions })
  world.doubtMs = 2000
  const run = world.start()
  await run()
  world.channel.faults = [fault, fault, fault, fault]
  world.add(1)
  const begun = world.now()
  await run(['acme'])
  expect(world.now() - begun).toBeLessThanOrEqual(5000)
  await live(world, 4 * minute, run)
  expect(world.channel.ids('acme')).toEqual(['1'])
  expect(world.channel.ids('other')).toEqual(['1'])
})
