import { expect, it } from 'vitest'
import { findSubscriptionsOfChannel } from '../../src/people/subscriptions-of-channel.ts'
import type { FoundChannel } from '../../src/slack/channels.ts'
import { subscriptionOf } from '../tools/story-world.ts'

/** The channels that the names meant first, whatever they are called now. */
const names = new Map([
  ['#brand', 'C1'],
  ['#press', 'C2'],
])

async function asked(channels: string[], channel: string) {
  const find = async (written: string): Promise<FoundChannel> => {
    const id = written.startsWith('#') ? names.get(written.toLowerCase()) : written
    return id === undefined ? { kind: 'missing' } : { kind: 'found', id }
  }
  const found = await findSubscriptionsOfChannel(
    { find },
    channels.map((channel) => subscriptionOf({ channel })),
    channel,
  )
  return found.map(({ channel }) => channel)
}

it.each([
  ['by the id and by the name of the channel', ['C1', '#Brand', '#press', 'C2'], ['C1', '#Brand']],
  ['by the name alone', ['#brand', '#press'], ['#brand']],
  ['only if Slack knows the name of the channel', ['#gone'], []],
])('the subscriptions of a channel are found %s', async (_what, channels, expected) => {
  expect(await asked(channels, 'C1')).toEqual(expected)
})
