import { describe, expect, it } from 'vitest'
import type { Change } from '../../src/model/change.ts'
import type { SlackSubscription } from '../../src/model/subscription.ts'
import { createSubscriptionRegistry } from '../../src/polling/subscription-registry.ts'
import { createSubscriptionService, emptyEnded } from '../../src/subscriptions/subscription-service.ts'
import { subscriptionOf } from '../tools/story-world.ts'

const hour = 3_600_000

/** The service over a store in memory. `working`: the subscriptions made in Slack that are polled. */
function world() {
  const kept = new Map<string, SlackSubscription>()
  const clock = { at: Date.UTC(2026, 10, 20) }
  const told: { did: string; change?: Change }[] = []
  const working = new Set<string>()
  const names = new Map([['3000', 'Acme brand (Other)']])
  const isMade = (name: string) => name !== 'declared'
  const made = {
    all: async () => [...kept.values()],
    find: async (name: string) => kept.get(name),
    async change(
      name: string,
      next: (current: SlackSubscription | undefined) => SlackSubscription | undefined,
    ) {
      const after = next(kept.get(name))
      if (after !== undefined) kept.set(name, after)
      return after
    },
  }
  const registry = createSubscriptionRegistry([subscriptionOf({ name: 'declared' })], made, {
    put: async ({ name }) => void (isMade(name) && working.add(name)),
    remove: (name) => void working.delete(name),
  })
  const subscribing = createSubscriptionService({
    now: () => clock.at,
    slackSubscriptions: made,
    registry,
    alertName: (written) => names.get(written) ?? written,
    changes: {
      async announce(_channel, _user, did, change) {
        told.push({ did, ...(change === undefined ? {} : { change }) })
      },
    },
  })
  const { name: _name, ...settings } = subscriptionOf()
  const asked: number[] = []
  const ask = async (at: number) => void asked.push(at)
  const subscribe = async (request: typeof who, wanted: typeof settings) =>
    (await subscribing.subscribe(request, wanted)) ?? 'none'
  return { kept, made, clock, told, working, subscribing, subscribe, settings, asked, ask }
}

const who = { user: 'U1', channel: 'C1' }

describe('a subscription that was made in Slack', () => {
  it('gets the name of its alert, and a number after the name if the name was used before', async () => {
    const { subscribing, subscribe, settings, told, working } = world()
    expect(await subscribe(who, settings)).toBe('acme-brand')
    await subscribing.unsubscribe({ ...who, name: 'acme-brand' })
    expect(await subscribe(who, settings)).toBe('acme-brand-2')
    expect(told.at(-1)?.did).toContain('It starts afresh')
    expect([...working]).toEqual(['acme-brand-2'])
  })

  it('is announced as a new start only if its channel already had a subscription to the alert', async () => {
    const { subscribe, settings, told } = world()
    await subscribe(who, settings)
    expect(await subscribe(who, { ...settings, channel: 'C2' })).toBe('acme-brand-2')
    expect(told.at(-1)?.did).toBe('subscribed this channel to Acme brand as acme-brand-2')
  })

  it('never takes the name of a subscription in the configuration file', async () => {
    const { subscribe, settings } = world()
    expect(await subscribe(who, { ...settings, alert: 'Declared' })).toBe('declared-2')
  })

  it('is not polled during a pause, and is polled at once after a short pause', async () => {
    const { subscribing, subscribe, settings, working, clock, asked, ask } = world()
    const wish = { ...who, name: await subscribe(who, settings) }
    await subscribing.pause(wish)
    expect([...working]).toEqual([])
    clock.at += 24 * hour
    expect(await subscribing.resume(wish, ask)).toBe('resumed')
    expect([...working]).toEqual(['acme-brand'])
    expect(asked).toEqual([])
  })

  it('asks its channel after a long pause, and is not polled until a person has answered', async () => {
    const { subscribing, subscribe, settings, working, clock, asked, ask } = world()
    const wish = { ...who, name: await subscribe(who, settings) }
    await subscribing.pause(wish)
    const paused = clock.at
    clock.at += 25 * hour
    expect(await subscribing.resume(wish, ask)).toBe('asked')
    expect(asked).toEqual([paused])
    expect([...working]).toEqual([])
    const answers = await Promise.all([
      subscribing.answerCatchUp(wish, 'catch-up'),
      subscribing.answerCatchUp(wish, 'catch-up'),
    ])
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect([...working]).toEqual(['acme-brand'])
  })

  it('gets a new name when it starts from now, so that its checkpoint and receipts are new', async () => {
    const { subscribing, subscribe, settings, working, clock, kept, ask } = world()
    const wish = { ...who, name: await subscribe(who, settings) }
    await subscribing.pause(wish)
    clock.at += 25 * hour
    await subscribing.resume(wish, ask)
    expect(await subscribing.answerCatchUp(wish, 'from-now')).toBe(true)
    expect([...working]).toEqual(['acme-brand-2'])
    expect(kept.get('acme-brand')?.ended).toBeDefined()
    expect(await subscribing.answerCatchUp(wish, 'from-now')).toBe(false)
  })

  it('is named after its alert if the alert is given by id', async () => {
    const { subscribe, settings, told, kept } = world()
    const name = await subscribe(who, { ...settings, alert: '3000' })
    expect(name).toBe('acme-brand-other')
    expect(kept.get(name)?.subscription.alert).toBe('3000')
    expect(told.at(-1)?.did).toBe('subscribed this channel to Acme brand (Other) as acme-brand-other')
  })

  it('announces the changed settings, and announces nothing if no setting changed', async () => {
    const { subscribing, subscribe, settings, told } = world()
    const wish = { ...who, name: await subscribe(who, settings) }
    const edited = { ...settings, style: 'compact' as const, only: { source: ['web'], reach: { from: 5 } } }
    expect(await subscribing.edit(wish, edited)).toBe(true)
    expect(told.at(-1)?.did).toBe('changed acme-brand: sources, minimum reach, layout')
    expect(await subscribing.edit(wish, edited)).toBe(false)
    expect(told).toHaveLength(2)
  })

  it('stores the data that Undo needs with each announced change', async () => {
    const { subscribing, subscribe, settings, told } = world()
    const wish = { ...who, name: await subscribe(who, settings) }
    await subscribing.edit(wish, { ...settings, burst: 9 })
    expect(told.at(-1)?.change).toMatchObject({
      before: { subscription: { burst: 5 } },
      after: { subscription: { burst: 9, name: 'acme-brand' } },
    })
  })
})

it('the filters of a subscription are removed some time after it ended, and its name stays reserved', async () => {
  const { kept, made, clock, subscribing, subscribe, settings } = world()
  const filters = { ...settings, except: { author: ['Jane Doe'] } }
  const [ended, running] = [await subscribe(who, filters), await subscribe(who, filters)]
  await subscribing.unsubscribe({ ...who, name: ended })
  await emptyEnded(made, clock.at)
  expect(kept.get(ended)?.subscription.except).toEqual({ author: ['Jane Doe'] })
  await emptyEnded(made, clock.at + 1)
  expect(kept.get(ended)).toMatchObject({ subscription: { name: ended, except: {} }, ended: {} })
  expect(JSON.stringify(kept.get(ended))).not.toContain('Jane')
  expect(kept.get(running)?.subscription.except).toEqual({ author: ['Jane Doe'] })
})

it('a person can have at most 100 subscriptions, and can make another after ending one (finding L10)', async () => {
  const { kept, subscribing, subscribe, settings } = world()
  for (let count = 0; count < 100; count++) await subscribe(who, settings)
  expect(kept.size).toBe(100)
  expect(await subscribing.subscribe(who, settings)).toBeUndefined()
  expect(await subscribing.subscribe({ ...who, user: 'U2' }, settings)).toBeDefined()
  await subscribing.unsubscribe({ ...who, name: [...kept.keys()][0] ?? '' })
  expect(await subscribing.subscribe(who, settings)).toBeDefined()
})
