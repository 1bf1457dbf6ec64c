import { expect, it } from 'vitest'
import { createExplainDecision } from '../../src/answers/explain-decision.ts'
import { whyAnswer } from '../../src/messages/reasons.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import {
  alert,
  createStoryWorld,
  logOf,
  minute,
  type StoryWorld,
  subscriptionOf,
} from '../tools/story-world.ts'

const quiet = { from: '22:00', to: '07:00', timezone: 'UTC', urgent: { reach: { from: 50_000 } } }

/** Asks about a mention: `computed` if the decision log does not have it. */
async function ask(world: StoryWorld, id: string): Promise<string> {
  const why = createExplainDecision({
    now: world.now,
    decisions: logOf(world),
    recompute: async ({ name }) => [
      {
        subscription: name,
        alert: alert.name,
        words: ['Acme'],
        source: 'computed',
        kind: 'deliver',
        reason: 'passed',
      },
    ],
    checkpoint: world.deps().checkpoints.load,
    alerts: { find: async () => ({ kind: 'found', alert }) },
    mention: async () => sampleMention(),
    permalink: async ({ ts }) => `https://slack.example/${ts}`,
    findCard: async () => undefined,
    alertName: () => alert.name,
  })
  return whyAnswer(await why(world.subscriptions, { mention: { id }, channel: 'C1' })).text
}

async function nightWorld() {
  const world = createStoryWorld({ subscriptions: [subscriptionOf({ quiet })] })
  world.clock.at = Date.UTC(2026, 10, 20, 22, 30)
  const poll = world.start()
  await poll()
  world.add(1, { reach: 10 })
  await poll()
  return { world, poll }
}

it('/mentions why shows a mention that quiet hours hold as waiting, with the start and the end of the wait', async () => {
  const { world } = await nightWorld()
  expect(await ask(world, '1')).toBe(
    'Acme app logs me out after the update\nYour alert “Acme brand” matched the word “Acme”.\nWaiting since Nov 20, 2026, 22:30 UTC, because these are quiet hours until Nov 21, 2026, 07:00 UTC.',
  )
})

it('/mentions why shows a posted mention as posted, whatever the decision log says afterwards', async () => {
  const { world, poll } = await nightWorld()
  world.clock.at = Date.UTC(2026, 10, 21, 7, 30)
  await poll()
  const [waiting] = world.decisions
  if (waiting !== undefined) world.decisions.push({ ...waiting, at: world.now() + minute })
  expect(await ask(world, '1')).toContain('Your alert “Acme brand” matched the word “Acme”.\nPosted ')
})

it('/mentions why shows a mention for a channel that accepts no messages as waiting, with the reason', async () => {
  const world = createStoryWorld()
  const poll = world.start()
  await poll()
  world.channel.refuses = () => ({ kind: 'rejected', extent: 'channel', reason: 'is_archived' })
  world.add(1)
  await poll()
  expect(await ask(world, '1')).toContain('Waiting since Nov 20, 2026, 12:00 UTC, because it is in the queue')
  expect(await ask(world, '1')).toContain('is_archived')
})

it('/mentions why applies the rules again if the decision log has a mention as waiting and the checkpoint has it as done', async () => {
  const { world, poll } = await nightWorld()
  world.clock.at = Date.UTC(2026, 10, 21, 7, 30)
  await poll()
  world.decisions.splice(1)
  expect(await ask(world, '1')).toContain('The mention would be posted')
})
