import { describe, expect, it } from 'vitest'
import type { ToldChange } from '../../src/model/change.ts'
import { openCollection } from '../../src/model/collection.ts'
import type { RegisteredSubscription } from '../../src/model/subscription.ts'
import { subscriptionKind } from '../../src/stored-kinds.ts'
import { createRecipients, endedKind } from '../../src/subscriptions/recipients.ts'
import { memoryStore } from '../tools/memory-store.ts'
import { subscriptionOf } from '../tools/story-world.ts'

const [ana, ben] = ['UANA', 'UBEN']

/** Ana and Ben each have a subscription of their own, and the file has one. `isSynced` is false for a process that has not heard of ends. */
async function open({ isSynced = true } = {}) {
  const slackSubscriptions = openCollection(memoryStore(), subscriptionKind)
  for (const [name, by] of [
    ['of-ana', ana],
    ['of-ben', ben],
  ] as const)
    await slackSubscriptions.put(name, {
      subscription: { ...subscriptionOf({ name, alert: 'Falcon' }), channel: '@me' },
      created: { by, at: 0 },
      direct: `D${by}`,
    })
  let listed: RegisteredSubscription[] = []
  const read = async () => {
    const stored = (await slackSubscriptions.all()).filter(({ ended }) => ended === undefined)
    listed = [
      { subscription: subscriptionOf({ name: 'of-file' }) },
      ...stored.map((fromSlack) => ({
        fromSlack,
        subscription: { ...fromSlack.subscription, channel: fromSlack.direct ?? '' },
      })),
    ]
  }
  await read()
  const people = new Map<string, 'active' | 'gone' | 'unknown'>()
  const may = new Map<string, 'yes' | 'no' | 'unknown'>()
  const asked: [string, number | undefined][] = []
  const reminders: { id: string; subscription: string }[] = []
  const told: ToldChange[] = []
  let ids = 0
  const recipients = createRecipients({
    now: () => 1000,
    newId: () => String(++ids),
    registry: {
      all: () => listed,
      find: (name) => listed.find((one) => one.subscription.name === name),
      sync: async () => (isSynced ? read() : undefined),
    },
    slackSubscriptions,
    users: {
      async presenceOf(user, maxAgeMs) {
        asked.push([user, maxAgeMs])
        return people.get(user) ?? 'active'
      },
      openDirect: async (user) => `D${user}`,
    },
    nameOf: async (user) => user.slice(1),
    access: { mayGet: async (user) => may.get(user) ?? 'yes' },
    addReminder: async (reminder) => void reminders.push({ subscription: '', ...reminder }),
    changed: async (change) => void told.push(change),
    readHistory: async () => ({ kind: 'seen', messages: [], bounded: false }),
    reasonOf: String,
    log: { info: () => undefined, warn: () => undefined },
  })
  const kind = endedKind({ slackSubscriptions })
  const messages = async () =>
    Promise.all(
      reminders.map((one) => kind.of({ kind: 'subscription-ended', created: 0, due: 0, ...one })?.due()),
    )
  return { ...recipients, slackSubscriptions, people, may, asked, reminders, messages, told }
}

describe('a subscription of a person', () => {
  it('stays while the person may get it, and a subscription to a channel is not asked about', async () => {
    const { check, asked } = await open()
    expect([await check('of-ana'), await check('of-file')]).toEqual(['stays', 'stays'])
    expect(asked.map(([user]) => user)).toEqual([ana])
  })

  it('waits if Slack or the mention service does not say enough, and nothing is stored', async () => {
    const { check, people, may, slackSubscriptions } = await open()
    people.set(ana, 'unknown')
    may.set(ben, 'unknown')
    expect([await check('of-ana'), await check('of-ben')]).toEqual(['unknown', 'unknown'])
    expect((await slackSubscriptions.all()).some(({ ended }) => ended !== undefined)).toBe(false)
  })

  it('ends with its reason when the person has left, and features hear of it; nobody gets a message', async () => {
    const { check, people, slackSubscriptions, told, reminders } = await open()
    people.set(ana, 'gone')
    expect(await check('of-ana')).toBe('ended')
    const stored = await slackSubscriptions.find('of-ana')
    expect(stored?.ended).toEqual({ by: ana, at: 1000, reason: 'person-left' })
    expect(told).toMatchObject([{ by: 'ANA', what: 'left the workspace, which ended of-ana' }])
    expect(reminders).toEqual([])
  })

  it('has ended for a poll that still runs, and for a process that has not heard of the end', async () => {
    for (const isSynced of [true, false]) {
      const { check, people } = await open({ isSynced })
      people.set(ana, 'gone')
      await check('of-ana')
      people.clear()
      expect(await check('of-ana')).toBe('ended')
    }
  })

  it('tells the person once that they may not see the alert any more, whichever process finds it, and also after a kill before the end was stored', async () => {
    const { check, may, reminders, messages, told } = await open()
    // A killed process has left a reminder, and no end.
    reminders.push({ id: 'ended 0', subscription: 'of-ana' })
    may.set(ana, 'no')
    expect(await Promise.all([check('of-ana'), check('of-ana')])).toEqual(['ended', 'ended'])
    const [left, sent, ...more] = await messages()
    expect([left, more]).toEqual(['gone', []])
    expect(sent).toMatchObject({
      channel: 'DUANA',
      content: { text: expect.stringContaining('of-ana has ended') },
    })
    expect(told).toHaveLength(1)
  })

  it('is looked at when Slack says that its person has changed, with a new question, and not for other people', async () => {
    const { changed, people, asked, slackSubscriptions } = await open()
    await changed({ type: 'user_change', user: { id: 'UMEI', deleted: true } })
    await changed({ type: 'user_change' })
    expect(asked).toEqual([])
    people.set(ben, 'gone')
    await changed({ type: 'user_change', user: { id: ben, deleted: true } })
    expect(asked).toEqual([[ben, 0]])
    expect((await slackSubscriptions.find('of-ben'))?.ended?.reason).toBe('person-left')
    expect((await slackSubscriptions.find('of-ana'))?.ended).toBeUndefined()
  })

  it('is looked at again and again, because the event may not come', async () => {
    const { checkAll, people, slackSubscriptions } = await open()
    people.set(ana, 'gone')
    await checkAll()
    expect((await slackSubscriptions.find('of-ana'))?.ended?.reason).toBe('person-left')
    expect((await slackSubscriptions.find('of-ben'))?.ended).toBeUndefined()
  })

  it('is made only in the direct messages with the bot', async () => {
    const { place } = await open()
    expect(await place({ user: ana, channel: 'DUANA' })).toEqual({ kind: 'own' })
    expect(await place({ user: ana, channel: 'DUBEN' })).toEqual({ kind: 'elsewhere' })
    expect(await place({ user: ana, channel: 'C1' })).toEqual({ kind: 'elsewhere' })
  })
})
