import { expect, it } from 'vitest'
import { waitProblemKey } from '../../src/engine/post/slack-problems.ts'
import { createStoryWorld, minute } from '../tools/story-world.ts'

it('a channel that Slack lets wait for more than a minute is a problem with its end, until Slack accepts a message', async () => {
  const world = createStoryWorld()
  const poll = world.start()
  await poll()
  world.channel.faults.push({
    kind: 'outcome',
    outcome: { kind: 'deferred', extent: 'channel', afterMs: 900_000, reason: 'ratelimited' },
  })
  world.add(1)
  await poll()
  const raised = `raised ${waitProblemKey('C1')}`
  expect(world.told).toEqual([raised])
  expect(world.raised[0]).toMatchObject({
    subscription: 'acme',
    code: 'slack_waits',
    waits: true,
    until: world.now() + 16 * minute,
  })
  expect(world.raised[0]?.what).toContain('12:15')
  world.clock.at += 5 * minute
  await poll()
  expect(world.told).toEqual([raised])
  world.clock.at += 10 * minute
  await poll()
  expect(world.told).toEqual([raised, `cleared ${waitProblemKey('C1')}`])
})
