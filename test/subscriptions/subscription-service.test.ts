import { describe, expect, it } from 'vitest'
import { sentenceAsText } from '../../src/messages/kit/dates.ts'
import type { Change } from '../../src/model/change.ts'
import { ownMessages, type SlackSubscription } from '../../src/model/subscription.ts'
import { speakToAll } from '../../src/people/speak-to.ts'
import { createSubscriptionRegistry } from '../../src/subscriptions/subscription-registry.ts'
import { createSubscriptionService, emptyEnded } from '../../src/subscriptions/subscription-service.ts'
import { subscriptionOf } from '../tools/story-world.ts'

/** The service over a store in memory, which can be that of another process. `working`: the subscriptions made in Slack that are polled. */
function world(kept = new Map<string, SlackSubscription>()) {
  const clock = { at: Date.UTC(2026, 10, 20) }
  const told: { did: string; change?: Change }[] = []
  const working = new Set<string>()
  /** The channels of the private alert Project Falcon. */
  const secret = ['C7', 'C8']
  const posts: string[] = []
  const quietly: string[] = []
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
  const polls = {
    put: async ({ name }: { name: string }) => void (isMade(name) && working.add(name)),
    remove: (name: string) => void working.delete(name),
  }
  const registry = createSubscriptionRegistry(
    [subscriptionOf({ name: 'declared' })],
    made,
    { readAll: async () => ({ entries: [], damaged: [] }) },
    () => clock.at,
  )
  registry.pollWith(polls)
  const subscribing = createSubscriptionService({
    now: () => clock.at,
    slackSubscriptions: made,
    registry,
    alertName: (written) => names.get(written) ?? written,
    privateAlerts: {
      allows: async (alert, channel) => alert !== 'Project Falcon' || secret.includes(channel),
      channelsOf: async () => [secret],
    },
    async post({ channel, content }) {
      posts.push(`${channel}: ${content.text}`)
      return { kind: 'delivered', ts: '1', receiptKept: true }
    },
    nameOf: async () => 'Mei',
    speakTo: speakToAll,
    changes: {
      async announce(_channel, _user, did, about) {
        told.push({ did: sentenceAsText(did()), ...('kind' in about && { change: about }) })
      },
      tell: async (_channel, _user, did) => void quietly.push(sentenceAsText(did())),
    },
  })
  const { name: _name, ...settings } = subscriptionOf()
  const subscribe = async (request: typeof who, wanted: typeof settings) =>
    (await subscribing.subscribe(request, wanted)) ?? 'none'
  return { quietly, posts, kept, made, clock, told, working, subscribing, subscribe, settings }
}

const who = { user: 'U1', channel: 'C1' }

describe('a form that is submitted again', () => {
  const minute = 60_000

  it('finds the subscription that it made, and announces nothing', async () => {
    const { subscribing, settings, told, kept, clock, working } = world()
    const stored: string[] = []
    for (const [press, later] of [
      ['first', 0],
      ['second', 2 * minute],
      ['third, after the clock was set back', -3 * minute],
    ] as const) {
      clock.at += later
      const store = async () => void stored.push(press)
      expect(await subscribing.subscribe(who, settings, store)).toBe('acme-brand')
    }
    expect([kept.size, told.length, [...working]]).toEqual([1, 1, ['acme-brand']])
    expect(stored).toEqual(['first', 'second', 'third, after the clock was set back'])
  })

  it('finds it while the first submission still runs, in this and in another process', async () => {
    const here = world()
    const elsewhere = world(here.kept)
    elsewhere.clock.at += 3000
    const presses = [here, here, elsewhere].map(({ subscribe, settings }) => subscribe(who, settings))
    expect(await Promise.all(presses)).toEqual(['acme-brand', 'acme-brand', 'acme-brand'])
    expect([here.kept.size, here.told.length + elsewhere.told.length]).toEqual([1, 1])
  })

  it('announces it if that has failed', async () => {
    const { subscribing, subscribe, settings, told } = world()
    const failed = subscribing.subscribe(who, settings, () => Promise.reject(new Error('the store is full')))
    await expect(failed).rejects.toThrow('the store is full')
    for (let press = 0; press < 2; press++) expect(await subscribe(who, settings)).toBe('acme-brand')
    expect(told).toHaveLength(1)
  })

  it('finds it although the person may make no more', async () => {
    const { subscribe, settings } = world()
    for (let count = 0; count < 99; count++) await subscribe(who, { ...settings, burst: 10 + count })
    const last = await subscribe(who, settings)
    expect(await subscribe(who, settings)).toBe(last)
  })

  it('finds the subscription in the own direct messages of the person only', async () => {
    const { subscribe, settings } = world()
    const personal = { ...settings, channel: ownMessages }
    const names = []
    for (const user of ['U1', 'U1', 'U2'])
      names.push(await subscribe({ user, channel: `D-${user}` }, personal))
    expect(names).toEqual(['acme-brand', 'acme-brand', 'acme-brand-2'])
  })

  it('makes another subscription if it was sent by another person, for another place, with other settings, or later', async () => {
    const { subscribe, subscribing, settings, told, clock } = world()
    await subscribe(who, settings)
    expect(await subscribe({ ...who, user: 'U2' }, settings)).toBe('acme-brand-2')
    expect(await subscribe({ ...who, channel: 'C2' }, { ...settings, channel: 'C2' })).toBe('acme-brand-3')
    expect(await subscribe(who, { ...settings, burst: 9 })).toBe('acme-brand-4')
    await subscribing.unsubscribe({ ...who, name: 'acme-brand-4' })
    expect(await subscribe(who, { ...settings, burst: 9 })).toBe('acme-brand-5')
    clock.at += 2 * minute + 1
    expect(await subscribe(who, settings)).toBe('acme-brand-6')
    expect(told).toHaveLength(7)
  })
})

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

  it('of a private alert to another channel records the admin who shares the alert, and the channels of the alert are told', async () => {
    const { subscribe, subscribing, settings, kept, posts, clock, quietly } = world()
    const falcon = { ...settings, alert: 'Project Falcon' }
    expect(await subscribe(who, falcon)).toBe('project-falcon')
    expect(kept.get('project-falcon')).toMatchObject({ sharedBy: { by: 'U1', at: clock.at } })
    const told = ['C7', 'C8'].map(
      (channel) => `${channel}: Mei shares the private alert Project Falcon with <#C1>.`,
    )
    expect(posts).toEqual(told)
    await subscribe({ ...who, channel: 'C7' }, { ...falcon, channel: 'C7' })
    expect(kept.get('project-falcon-2')).not.toHaveProperty('sharedBy')
    expect(posts).toEqual(told)
    kept.set('old', { subscription: { ...falcon, name: 'old' }, created: { by: 'U2', at: 0 } })
    expect(await subscribing.edit({ ...who, name: 'old' }, falcon)).toBe(true)
    expect(kept.get('old')).toMatchObject({ sharedBy: { by: 'U1', at: clock.at } })
    expect(posts).toHaveLength(4)
    const shared = 'shared the private alert Project Falcon with this channel'
    expect(quietly).toEqual([shared, shared])
  })

  it('is named after its alert if the alert is given by id', async () => {
    const { subscribe, settings, told, kept } = world()
    const name = await subscribe(who, { ...settings, alert: '3000' })
    expect(name).toBe('acme-brand-other')
    expect(kept.get(name)?.subscription.alert).toBe('3000')
    expect(told.at(-1)?.did).toBe('subscribed this channel to Acme brand (Other) as acme-brand-other')
  })

  it('is announced with its changed settings after an edit, and is not announced if no setting changed', async () => {
    const { subscribing, subscribe, settings, told } = world()
    const wish = { ...who, name: await subscribe(who, settings) }
    const edited = { ...settings, style: 'compact' as const, only: { source: ['web'], reach: { from: 5 } } }
    expect(await subscribing.edit(wish, edited)).toBe(true)
    expect(told.at(-1)?.did).toBe('changed acme-brand: sources, minimum reach, layout')
    expect(await subscribing.edit(wish, edited)).toBe(false)
    expect(told).toHaveLength(2)
  })

  it('is announced, after an edit, with the data that Undo needs', async () => {
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
  const ended = await subscribe(who, filters)
  const running = await subscribe(who, { ...filters, burst: 9 })
  await subscribing.unsubscribe({ ...who, name: ended })
  await emptyEnded(made, clock.at)
  expect(kept.get(ended)?.subscription.except).toEqual({ author: ['Jane Doe'] })
  await emptyEnded(made, clock.at + 1)
  expect(kept.get(ended)).toMatchObject({ subscription: { name: ended, except: {} }, ended: {} })
  expect(JSON.stringify(kept.get(ended))).not.toContain('Jane')
  expect(kept.get(running)?.subscription.except).toEqual({ author: ['Jane Doe'] })
})

it('a person can have at most 100 subscriptions, and can make another after ending one', async () => {
  const { kept, subscribing, subscribe, settings } = world()
  for (let count = 0; count < 100; count++) await subscribe(who, { ...settings, burst: 10 + count })
  expect(kept.size).toBe(100)
  expect(await subscribing.subscribe(who, settings)).toBeUndefined()
  expect(await subscribing.subscribe({ ...who, user: 'U2' }, settings)).toBeDefined()
  await subscribing.unsubscribe({ ...who, name: [...kept.keys()][0] ?? '' })
  expect(await subscribing.subscribe(who, settings)).toBeDefined()
})
