import type { Mention } from '@overheard/mention-client/mention'
import { beforeEach, expect, it } from 'vitest'
import { createHeld } from '../../../src/features/relevance/held.ts'
import { type BroughtBack, heldKey, heldKind } from '../../../src/features/relevance/model.ts'
import type { PostedCard } from '../../../src/model/card.ts'
import { openCollection } from '../../../src/model/collection.ts'
import type { Content } from '../../../src/model/message.ts'
import type { RegisteredSubscription } from '../../../src/model/subscription.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const now = Date.UTC(2026, 10, 20, 12)
const about = { text: 'Apple, the maker of computers', sites: [] }
const subscription = { ...subscriptionOf({ name: 'apple', alert: 'Apple', channel: 'C1' }), about }
const listed = { subscription } as unknown as RegisteredSubscription
const mentionOf = (id: string) => sampleMention({ id, title: `Number ${id}` })

let world = begin()
beforeEach(() => {
  world = begin()
})

/** The list and its buttons after the disk was wiped: there is no record of what was held back. */
function begin() {
  const held = openCollection(memoryStore(), heldKind)
  const reminders = new Map<string, BroughtBack>()
  const cards: PostedCard[] = []
  const answers: Content[] = []
  const learned: string[] = []
  const presses = new Map<unknown, (action: never) => Promise<void>>()
  const found = { kind: 'found', alert: { id: '7', name: 'Apple' } }
  const feature = createHeld({
    now: () => now,
    filter: { verdictOf: () => undefined, labelsOf: () => ({ relevant: 0, noise: 0 }) },
    labels: { note: async (_subscription, _alert, { id }: Mention) => void learned.push(id) },
    ...{ held, layout: {} as never, menu: () => ({ choices: [], form: [] }) as never },
    reminders: {
      async change(key, next) {
        const changed = next(reminders.get(key))
        if (changed !== undefined) reminders.set(key, changed)
        return changed
      },
    },
    registry: { all: () => [listed], find: (name) => (name === 'apple' ? listed : undefined) },
    finder: { channelOf: async () => 'C1' } as never,
    access: { refusal: async () => undefined, readableSubscriptions: async () => [listed] } as never,
    alerts: { find: async () => found as never },
    service: {
      async *mentionsSince(_alert: string, since: string) {
        yield { mentions: [mentionOf(String(Number(since) + 1))] }
      },
    } as never,
    reply: (async (_to: unknown, content: Content) => void answers.push(content)) as never,
    postedSince: async function* () {
      yield* cards
    },
    keep: async () => undefined,
    tellPosted: async () => undefined,
  })
  feature.listen({ inMessage: (id, handle) => void presses.set(id, handle) })
  return {
    ...{ held, reminders, cards, learned, feature },
    async press(button: 'show' | 'bring_back', ...ids: string[]): Promise<Content | undefined> {
      const action = { user: 'U1', channel: 'C1', value: JSON.stringify(['apple', ...ids]) }
      await presses.get(`relevance_${button}`)?.(action as never)
      return answers.at(-1)
    },
  }
}

const cardOf = (id: string): PostedCard => ({
  ...{ channel: 'C1', ts: '1.0', subscription: 'apple', alert: '7', actions: [] },
  shows: { kind: 'card', mention: mentionOf(id), style: 'full' },
})

it('without their records, the mentions of a line of a day are read from the service, and each is queued once', async () => {
  const shown = await world.press('show', '11', '12')
  expect(shown?.text).toContain('2 mentions held back')
  expect(shown?.text).toMatch(/Number 11.*Number 12/s)
  expect((await world.press('bring_back', '12'))?.text).toContain('posts this mention in a moment')
  expect((await world.press('bring_back', '12'))?.text).toContain('was brought back before')
  expect([...world.reminders.keys()]).toEqual(['brought-back apple 12'])
  expect(world.learned).toEqual(['12'])
  expect((await world.press('show', '11', '12'))?.text).toMatch(/^1 mention held back(?!.*Number 12)/s)
})

it('the whole channel is searched for the card of a mention without a record, before it is posted', async () => {
  await world.press('bring_back', '12')
  expect(world.reminders.get('brought-back apple 12')?.pending).toEqual({
    by: 'lost record',
    at: now,
    channel: 'C1',
  })
  await world.held.put(heldKey('apple', '13'), {
    ...{ subscription: 'apple', alert: '7', at: now, state: 'held', mention: mentionOf('13') },
  })
  await world.press('bring_back', '13')
  expect(world.reminders.get('brought-back apple 13')?.pending).toBeUndefined()
})

it('a mention that was decided on again and posted is not listed and not posted a second time', async () => {
  world.cards.push(cardOf('12'))
  expect((await world.press('show', '11', '12'))?.text).toMatch(/^1 mention held back(?!.*Number 12)/s)
  expect((await world.press('bring_back', '12'))?.text).toContain('in the channel already')
  expect(world.reminders.size).toBe(0)
})

it('the card has the id of its mention, and no watermark', async () => {
  await world.press('bring_back', '12')
  const reminder = world.reminders.get('brought-back apple 12') as BroughtBack
  expect(await world.feature.cards.due(reminder)).toMatchObject({
    receipt: { subscription: 'apple', alert: '7', through: '0', ids: ['12'], late: true },
  })
})
