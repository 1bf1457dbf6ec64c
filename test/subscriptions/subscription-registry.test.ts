import { describe, expect, it } from 'vitest'
import type { Collection } from '../../src/model/collection.ts'
import type { Pause } from '../../src/model/pause.ts'
import type { SlackSubscription } from '../../src/model/subscription.ts'
import { createSubscriptionRegistry } from '../../src/subscriptions/subscription-registry.ts'
import { subscriptionOf } from '../tools/story-world.ts'

const slackSubscription = (name: string) => ({
  subscription: subscriptionOf({ name }),
  created: { by: 'U1', at: 0 },
})

function world() {
  const stored = {
    pauses: [] as { key: string; value: Pause }[],
    made: [slackSubscription('made')],
  }
  /** Each read makes new objects, as a store does. */
  const slack: Pick<Collection<SlackSubscription>, 'all'> = { all: async () => structuredClone(stored.made) }
  const registry = createSubscriptionRegistry(
    [subscriptionOf({ name: 'acme' })],
    slack,
    { readAll: async () => ({ entries: structuredClone(stored.pauses), damaged: [] }) },
    () => 5,
  )
  return { registry, stored }
}

describe('the list of subscriptions', () => {
  it('is the same while nothing changes, so that nobody looks everything up again', async () => {
    const { registry } = world()
    await registry.sync()
    const before = registry.all()
    await registry.sync()
    expect(registry.all()).toBe(before)
  })
  it.each<[string, (stored: ReturnType<typeof world>['stored']) => void]>([
    ['is paused', ({ pauses }) => void pauses.push({ key: 'acme', value: { id: 'p', by: 'U1', at: 1 } })],
    ['is made in Slack', ({ made }) => void made.push(slackSubscription('other'))],
    ['changes in Slack', ({ made: [one] }) => one && Object.assign(one.subscription, { channel: 'C2' })],
  ])('is another one after a subscription %s', async (_what, change) => {
    const { registry, stored } = world()
    await registry.sync()
    const before = registry.all()
    change(stored)
    await registry.sync()
    expect(registry.all()).not.toEqual(before)
  })
})
