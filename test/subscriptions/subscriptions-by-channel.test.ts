import { expect, it } from 'vitest'
import type { FoundChannel } from '../../src/slack/channels.ts'
import {
  type ChannelRef,
  findSubscriptionsOfChannel,
} from '../../src/subscriptions/subscriptions-by-channel.ts'
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
  ['by id and by name together', ['C1', '#Brand', '#press', 'C2'], { channel: 'C1' }, ['C1', '#Brand']],
  [
    'by a name that is not that of the channel any more',
    ['#brand'],
    { channel: 'C1', channelName: 'new' },
    ['#brand'],
  ],
  ['by no name that Slack knows', ['#gone'], { channel: 'C1' }, []],
])('the subscriptions of a channel are those written %s', async (_what, channels, place, expected) => {
  expect((await asked(channels, place)).found).toEqual(expected)
})

it('where the name of the channel is known, and written, Slack is not asked for any', async () => {
  const place = { channel: 'C1', channelName: 'brand' }
  expect(await asked(['C1', '#BRAND', '#press'], place)).toEqual({ found: ['C1', '#BRAND'], lookUps: [] })
})
