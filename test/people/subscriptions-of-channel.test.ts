import { expect, it } from 'vitest'
import { type ChannelRef, findSubscriptionsOfChannel } from '../../src/people/subscriptions-of-channel.ts'
import type { FoundChannel } from '../../src/slack/channels.ts'
import { subscriptionOf } from '../tools/story-world.ts'

const names = new Map([
  ['#brand', 'C1'],
  ['#press', 'C2'],
])

async function asked(channels: string[], place: ChannelRef) {
  const lookUps: string[] = []
  const find = async (written: string): Promise<FoundChannel> => {
    lookUps.push(written)
    const id = written.startsWith('#') ? names.get(written.toLowerCase()) : written
    return id === undefined ? { kind: 'missing' } : { kind: 'found', id }
  }
  const found = await findSubscriptionsOfChannel(
    { find },
    channels.map((channel) => subscriptionOf({ channel })),
    place,
  )
  return { found: found.map(({ channel }) => channel), lookUps }
}

it.each([
  [
    'by the id and by the name of the channel',
    ['C1', '#Brand', '#press', 'C2'],
    { channel: 'C1' },
    ['C1', '#Brand'],
  ],
  ['by a former name of the channel', ['#brand'], { channel: 'C1', channelName: 'new' }, ['#brand']],
  ['only if Slack knows the name of the channel', ['#gone'], { channel: 'C1' }, []],
])('the subscriptions of a channel are found %s', async (_what, channels, place, expected) => {
  expect((await asked(channels, place)).found).toEqual(expected)
})

it('the subscriptions of a channel are found without a request to Slack if they use the id or the known name of the channel', async () => {
  const place = { channel: 'C1', channelName: 'brand' }
  expect(await asked(['C1', '#BRAND', '#press'], place)).toEqual({ found: ['C1', '#BRAND'], lookUps: [] })
})
