import { describe, expect, it } from 'vitest'
import { createSubscriptionsIn } from '../../src/engine/shared/subscriptions-in.ts'
import type { RegisteredSubscription } from '../../src/model/subscription.ts'
import type { FoundChannel } from '../../src/slack/channels.ts'
import { alert, subscriptionOf } from '../tools/story-world.ts'

const found: FoundChannel = { kind: 'found', id: 'C1' }

function worldOf(one: Partial<RegisteredSubscription> = {}) {
  const acme = { subscription: subscriptionOf() }
  const complaints = { subscription: subscriptionOf({ name: 'complaints', channel: '#complaints' }), ...one }
  const world = {
    list: [acme, complaints],
    places: { C1: found, '#complaints': found } as Record<string, FoundChannel>,
    asked: 0,
    mayPost: true,
    async names() {
      return (await inChannel('C1')).map(({ subscription: { name } }) => name)
    },
  }
  const inChannel = createSubscriptionsIn({
    all: () => world.list,
    mayPost: async ({ subscription }) => subscription.name === 'acme' || world.mayPost,
    channels: {
      find: async (written) => {
        world.asked += 1
        return world.places[written] ?? { kind: 'missing' }
      },
    },
    findAlert: () => alert,
    decideFor: () => () => ({ kind: 'deliver', reason: 'passed' }),
  })
  return world
}

describe('the subscriptions of a channel', () => {
  it('are looked up once for each list', async () => {
    const world = worldOf()
    expect(await world.names()).toEqual(['acme', 'complaints'])
    expect(await world.names()).toEqual(['acme', 'complaints'])
    expect(world.asked).toBe(2)
    world.list = world.list.slice(0, 1)
    expect(await world.names()).toEqual([])
  })
  it('are looked up once for callers at the same time, and each channel once for all its subscriptions', async () => {
    const world = worldOf()
    const another = { subscription: subscriptionOf({ name: 'press', channel: '#complaints' }) }
    world.list = [...world.list, another]
    const all = await Promise.all(Array.from({ length: 20 }, world.names))
    expect(all).toEqual(Array(20).fill(['acme', 'complaints', 'press']))
    expect(world.asked).toBe(2)
  })
  it.each<[string, FoundChannel]>([
    ['Slack did not answer', { kind: 'unreachable', reason: 'timeout', afterMs: 1 }],
    ['Slack refused the list', { kind: 'refused', reason: 'invalid_auth' }],
    ['the channel did not exist', { kind: 'missing' }],
    ['the bot was not in the channel', { kind: 'lost', id: 'C1' }],
  ])('include one whose channel was not found before, because %s', async (_why, place) => {
    const world = worldOf()
    world.places['#complaints'] = place
    expect(await world.names()).toEqual([])
    world.places['#complaints'] = found
    expect(await world.names()).toEqual(['acme', 'complaints'])
  })
  it('include one from Slack as soon as its private alert may be posted to the channel', async () => {
    const world = worldOf()
    world.mayPost = false
    expect(await world.names()).toEqual(['acme'])
    world.mayPost = true
    expect(await world.names()).toEqual(['acme', 'complaints'])
  })
  it('are none if one has the channel alone', async () => {
    const world = worldOf()
    world.places['#complaints'] = { kind: 'found', id: 'C2' }
    expect(await world.names()).toEqual([])
  })
})
