import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createDaily } from '../../../src/features/relevance/daily.ts'
import { createFilter } from '../../../src/features/relevance/filter.ts'
import { createLabels } from '../../../src/features/relevance/labels.ts'
import {
  broughtBackSchema,
  type Held,
  type HeldLine,
  heldKey,
  heldKind,
  labelKind,
  learningKind,
} from '../../../src/features/relevance/model.ts'
import { packed, signsOf } from '../../../src/features/relevance/words.ts'
import type { CardChange, PostedCard } from '../../../src/model/card.ts'
import { type MessageKey, openCollection } from '../../../src/model/collection.ts'
import type { Mute } from '../../../src/model/mute.ts'
import type { RegisteredSubscription } from '../../../src/model/subscription.ts'
import { createAuthorEraser } from '../../../src/store/erase-author.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const about = { text: 'Apple, the maker of computers', sites: [] }
const subscription = { ...subscriptionOf({ name: 'apple', alert: 'Apple', channel: 'C1' }), about }
const listed = { subscription } as unknown as RegisteredSubscription
const day = 86_400_000

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

const mentionOf = (id: number, snippet: string, more: object = {}) =>
  sampleMention({
    ...{ id: String(id), title: '', snippet, url: `https://n.example/${id}`, source: 'web' },
    ...more,
  })
const fruit = (id: number) => mentionOf(id, 'Pie with apple from the orchard')
const firm = (id: number) => mentionOf(id, 'Apple sells an iphone in the store')

let now = 100 * day
let store = memoryStore()
let isBroken = false
let mutes: Mute[] = []
let cards: PostedCard[] = []
beforeEach(() => {
  mutes = []
  cards = []
  now = 100 * day
  store = memoryStore()
  isBroken = false
})

function begin() {
  const labels = openCollection(store, labelKind)
  const learning = openCollection(store, learningKind)
  const held = openCollection(store, heldKind)
  const lines = new Map<string, HeldLine>()
  const raised: string[] = []
  const deps = {
    now: () => now,
    registry: { all: () => [listed], find: () => listed },
    alerts: { find: async () => ({ kind: 'found', alert: { id: '7', name: 'Apple' } }) as never },
    mutes: { of: () => mutes },
    findCard: async ({ ts }: MessageKey) => cards.find((card) => card.ts === ts),
    ...{ labels, learning, held, leads: () => true, log: { warn: () => undefined } },
    finder: { channelOf: async () => 'C1' },
    access: { readableSubscriptions: async () => [listed] },
    timezone: 'Europe/Berlin',
    problems: { raise: (key: string) => void raised.push(key) },
    led: {
      learning,
      held: {
        ...held,
        change: (...change: Parameters<typeof held.change>) =>
          isBroken ? Promise.reject(new Error('disk full')) : held.change(...change),
      },
      lines: {
        change: async (key: string, next: (current: HeldLine | undefined) => HeldLine | undefined) => {
          const changed = next(lines.get(key))
          if (changed !== undefined) lines.set(key, changed)
          return changed
        },
      },
    },
  }
  const filter = createFilter(deps)
  const rule = filter.ruleFor(subscription, true)
  return {
    ...{ labels, learning, held, lines, raised, filter },
    labelling: createLabels(deps),
    daily: createDaily({ ...deps, filter }),
    decide: (mention: ReturnType<typeof mentionOf>) => rule?.(mention, now),
    ask: (mention: ReturnType<typeof mentionOf>) => filter.ruleFor(subscription, false)?.(mention, now),
  }
}

const schemas: Record<string, { parse(value: unknown): unknown }> = {
  ...Object.fromEntries([labelKind, learningKind, heldKind].map(({ name, schema }) => [name, schema])),
  reminders: broughtBackSchema,
}

/** Everything that a collection has, as the store gives it to `forget`. */
const valuesOf = async ({ name }: { name: string }) =>
  (await store.collection(name, z.looseObject({})).entries()).map(({ value }) => ({ kind: name, value }))

const change = (mention: string, to: CardChange['to']): CardChange => ({
  at: now,
  mention,
  to,
  by: { id: 'U1', name: 'Ana' },
})
const cardOf = (mention: ReturnType<typeof mentionOf>): PostedCard => ({
  ...{ channel: 'C1', ts: '1.0', subscription: 'apple', alert: '7', actions: [] },
  shows: { kind: 'card', mention, style: 'full' },
})

async function teach({ labelling, filter }: ReturnType<typeof begin>, count = 40) {
  for (let id = 1; id <= count; id++) {
    const mention = id % 2 === 0 ? fruit(id) : firm(id)
    await labelling.handled({
      card: cardOf(mention),
      changes: [change(mention.id, id % 2 === 0 ? 'not-relevant' : 'done')],
    })
  }
  await filter.refresh()
}

describe('the filter', () => {
  it('holds a mention until its record is stored, and then skips it, also in the next process', async () => {
    const world = begin()
    await teach(world)
    expect(world.decide(fruit(101))).toMatchObject({ kind: 'hold', reason: 'about' })
    await world.filter.refresh()
    expect(world.decide(fruit(101))).toMatchObject({ kind: 'skip', reason: 'about' })
    expect(world.decide(fruit(101))?.detail).toMatch(/"against":.*("orchard"|"pie").*"for":/i)
    const next = begin()
    expect(next.decide(fruit(101))?.kind).toBe('hold')
    await next.filter.refresh()
    expect(next.decide(fruit(101))?.kind).toBe('skip')
    expect(next.decide(firm(102))).toBeUndefined()
  })

  it('goes on holding while the store fails', async () => {
    const world = begin()
    await teach(world)
    isBroken = true
    world.decide(fruit(101))
    await world.filter.refresh()
    expect(world.decide(fruit(101))?.kind).toBe('hold')
    isBroken = false
    await world.filter.refresh()
    expect(world.decide(fruit(101))?.kind).toBe('skip')
  })

  it('stores nothing when somebody only asks', async () => {
    const world = begin()
    await teach(world)
    expect(world.ask(fruit(101))?.kind).toBe('skip')
    await world.filter.refresh()
    expect(await world.held.all()).toEqual([])
  })

  it('posts about one of twenty all the same with a remark, and remembers them', async () => {
    const world = begin()
    await teach(world)
    const ids = Array.from({ length: 400 }, (_, at) => 1000 + at)
    const isPosted = (id: number) => world.decide(fruit(id))?.kind === 'deliver'
    const posted = ids.filter(isPosted)
    await world.filter.refresh()
    expect(posted.length).toBeGreaterThan(5)
    expect(posted.length).toBeLessThan(45)
    const kept = (await world.held.all()).filter(({ state }) => state === 'let-through')
    expect(kept.map(({ mention }) => Number(mention.id)).toSorted()).toEqual(posted.toSorted())
    expect(ids.filter(isPosted)).toEqual(posted)
    expect(world.decide(fruit(posted[0] ?? 0))?.remark).toBe(
      'Is this about Apple? Overheard thinks not. If it is, claim it; if it is not, choose Not relevant in the menu ⋯.',
    )
  })

  it('does not lose mentions that a poll sees while the model learns', async () => {
    const world = begin()
    await teach(world)
    for (let id = 1000; id < 1100; id++) world.decide(firm(id))
    const learning = world.filter.refresh()
    for (let turn = 0; turn < 40; turn++) {
      world.decide(firm(2000 + turn))
      await setImmediate()
    }
    await learning
    for (let id = 3000; id < 3090; id++) world.decide(firm(id))
    await world.filter.refresh()
    const seen = (await world.learning.all())[0]?.seen.map(({ id }) => Number(id))
    expect(seen).toEqual([...numbers(1000, 1100), ...numbers(2000, 2040), ...numbers(3000, 3090)])
  })

  it('stores at most 200 kB for an alert', async () => {
    const world = begin()
    const long = (id: number) =>
      mentionOf(id, Array.from({ length: 80 }, (_, at) => `word${id}x${at}`).join(' apple '))
    for (let id = 1; id <= 400; id++) await world.labelling.note(subscription, '7', long(id), id % 2 === 0)
    await world.filter.refresh()
    for (let id = 1000; id < 1300; id++) world.decide(long(id))
    await world.filter.refresh()
    const size = JSON.stringify([await world.labels.entries(), await world.learning.entries()]).length
    expect((await world.learning.all())[0]?.seen).toHaveLength(300)
    expect(size).toBeLessThan(200_000)
  })
})

describe('labels', () => {
  it('come from what people do, and an undo takes them away', async () => {
    const { labelling, labels } = begin()
    const card = cardOf(fruit(5))
    await labelling.handled({ card, changes: [change('5', 'claimed')] })
    expect((await labels.find('7 5'))?.isRelevant).toBe(true)
    await labelling.handled({ card, changes: [change('5', 'not-relevant')] })
    expect((await labels.find('7 5'))?.isRelevant).toBe(false)
    await labelling.handled({ card, changes: [change('5', 'reopened')] })
    expect(await labels.all()).toEqual([])
  })

  it.each([
    ...(['claimed', 'assigned', 'snoozed', 'done', 'linked'] as const).map((to) => [to, true] as const),
    ['not-relevant', false] as const,
  ])('a card that is %s says that its mention is relevant: %s', async (to, isRelevant) => {
    for (const undo of ['released', 'reopened'] as const) {
      const { labelling, labels } = begin()
      const card = cardOf(fruit(5))
      await labelling.handled({ card, changes: [change('5', to)] })
      expect((await labels.find('7 5'))?.isRelevant).toBe(isRelevant)
      await labelling.handled({ card, changes: [change('5', undo)] })
      expect(await labels.all()).toEqual([])
    }
  })

  it('come from messages that people track', async () => {
    const { labelling, labels } = begin()
    const found = cardOf(fruit(5))
    const tracked = { ...found, shows: { ...found.shows, foundBy: 'U1' } } as PostedCard
    await labelling.posted({ subscription, card: cardOf(fruit(6)) })
    await labelling.posted({ subscription, card: tracked })
    expect((await labels.entries()).map(({ key, value }) => [key, value.isRelevant])).toEqual([['7 5', true]])
  })

  describe('of mutes', () => {
    const muted: Mute = {
      ...{ channel: 'C1', kind: 'author', name: 'Jo', by: 'U1', at: 100 * day },
      card: { ts: '1.0', mention: '5' },
    }
    const changed = () => begin().labelling.changed({ channel: 'C1' })
    const labelsNow = async () => (await begin().labels.all()).map(({ isRelevant }) => isRelevant)
    beforeEach(() => {
      cards = [cardOf(fruit(5))]
    })

    it.each(['author', 'domain'] as const)(
      'a mute of the %s of a card says that its mention is not relevant, until it is undone',
      async (kind) => {
        mutes = [{ ...muted, kind }]
        await changed()
        await changed()
        expect(await labelsNow()).toEqual([false])
        mutes = [{ ...muted, kind: 'source' }]
        await changed()
        expect(await labelsNow()).toEqual([])
      },
    )

    it('a mute that has ended by itself still counts', async () => {
      mutes = [{ ...muted, until: now + 7 * day }]
      await changed()
      mutes = []
      now += 8 * day
      await changed()
      expect(await labelsNow()).toEqual([false])
    })

    it.each([
      ['of a source', { kind: 'source' }],
      ['of a day', { until: 101 * day }],
      ['that was not made on a card', { card: undefined }],
      ['on a card that is gone', { card: { ts: '2.0', mention: '5' } }],
    ])('a mute %s says nothing', async (_, fields) => {
      mutes = [{ ...muted, ...fields } as Mute]
      await changed()
      expect(await labelsNow()).toEqual([])
    })

    it('what people say about the mention itself counts more, and stays when the mute is undone', async () => {
      const { labelling } = begin()
      mutes = [muted]
      for (const [to, isRelevant] of [['claimed', true] as const, ['not-relevant', false] as const]) {
        await changed()
        await labelling.handled({ card: cardOf(fruit(5)), changes: [change('5', to)] })
        await changed()
        expect(await labelsNow()).toEqual([isRelevant])
      }
      mutes = []
      await changed()
      expect(await labelsNow()).toEqual([false])
    })

    it('the undo of what people did with the card does not undo the mute', async () => {
      mutes = [muted]
      await changed()
      await begin().labelling.handled({ card: cardOf(fruit(5)), changes: [change('5', 'reopened')] })
      expect(await labelsNow()).toEqual([false])
    })
  })

  it('older ones than count are removed', async () => {
    const { labelling, labels } = begin()
    for (let id = 1; id <= 402; id++) {
      now += 1
      await labelling.note(subscription, '7', firm(id), true)
    }
    await labelling.prune()
    expect((await labels.entries()).map(({ key }) => key)).not.toContain('7 2')
    expect(await labels.all()).toHaveLength(400)
  })

  it('do not come from rules', async () => {
    const { labelling, labels } = begin()
    await labelling.handled({
      card: cardOf(fruit(5)),
      changes: [{ ...change('5', 'assigned'), rule: { about: 'x' } }],
    })
    expect(await labels.all()).toEqual([])
  })
})

it('of an author that is forgotten no name, word or number of a word stays in any collection', async () => {
  const world = begin()
  const author = { ...sampleMention().author, name: 'Jane Doe' }
  const text = 'Zebra pie with apple from Quito'
  const hers = (id: number) => mentionOf(id, text, { author, url: `https://jane.example/${id}` })
  await teach(world)
  mutes = [
    {
      channel: 'C1',
      kind: 'author',
      name: 'Jane Doe',
      by: 'U1',
      at: now,
      card: { ts: '1.0', mention: '50' },
    },
  ]
  cards = [cardOf(hers(50))]
  await world.labelling.changed({ channel: 'C1' })
  await world.labelling.note(subscription, '7', hers(51), true)
  const ids = numbers(1000, 1100)
  for (const id of ids) world.decide(hers(id))
  await world.filter.refresh()
  const all = (await Promise.all([labelKind, learningKind, heldKind].map(valuesOf))).flat()
  const one = all.find(({ value }) => 'state' in value && value.state === 'held')?.value as Held
  const broughtBack = {
    ...{ id: 'brought-back apple 1000', kind: 'brought-back', created: now, due: now, channel: 'C1' },
    ...{ subscription: 'apple', alert: '7', alertName: 'Apple', mention: one.mention },
  }
  all.push({ kind: 'reminders', value: broughtBack })
  const eraser = createAuthorEraser('jane doe')
  for (const stored of all) eraser.learn(stored)
  const erased = all.map((stored) => eraser.erase(stored))
  expect(JSON.stringify(all)).toMatch(/Jane Doe.*Zebra/is)
  expect(JSON.stringify(erased)).not.toMatch(/jane|zebra|quito/i)
  const herSigns = signsOf(hers(1), 'Apple').filter(({ shown }) => /jane|zebra|quito/i.test(shown))
  for (const sign of herSigns) {
    expect(JSON.stringify(all)).toContain(packed([sign]))
    expect(JSON.stringify(erased)).not.toContain(packed([sign]))
  }
  for (const [at, { kind }] of all.entries()) expect(schemas[kind]?.parse(erased[at])).toBeDefined()
})

describe('each day', () => {
  const heldOf = (id: number, state: Held['state'] = 'held'): Held => ({
    ...{ subscription: 'apple', alert: '7', at: now, state },
    mention: fruit(id),
  })
  const put = (held: ReturnType<typeof begin>['held'], one: Held) =>
    held.put(heldKey('apple', one.mention.id), one)

  it('a channel is told at nine what was held back, once, also if the process starts several times a day', async () => {
    const { daily, held, lines } = begin()
    const nineInBerlin = 100 * day + 8 * 3_600_000
    const runAt = (time: number) => {
      now = time
      return daily.run()
    }
    await put(held, { ...heldOf(1), at: nineInBerlin - 7_200_000 })
    await put(held, { ...heldOf(2), at: nineInBerlin - 3_600_000 })
    await runAt(nineInBerlin - 60_000)
    expect([...lines.values()]).toEqual([])
    await runAt(nineInBerlin)
    await runAt(nineInBerlin + 60_000)
    expect([...lines.values()]).toMatchObject([{ channel: 'C1', ids: ['1', '2'] }])
    await put(held, { ...heldOf(3), at: nineInBerlin + 60_000 })
    await runAt(nineInBerlin + day - 1)
    expect(lines.size).toBe(1)
    // The process did not run at nine.
    await runAt(nineInBerlin + day + 3_600_000)
    expect([...lines.values()].at(-1)?.ids).toEqual(['3'])
  })

  it('no channel is told of what somebody has already said is not about us', async () => {
    const { daily, held, lines } = begin()
    await put(held, { ...heldOf(1), at: now - day, dismissed: true })
    await daily.run()
    expect([...lines.values()]).toEqual([])
    await put(held, { ...heldOf(2), at: now - day })
    await daily.run()
    expect([...lines.values()]).toMatchObject([{ ids: ['2'] }])
  })

  it('it holds back less, and says so, after too much was brought back', async () => {
    const { daily, held, learning, raised } = begin()
    for (let id = 1; id <= 50; id++) await put(held, heldOf(id, id <= 2 ? 'brought-back' : 'held'))
    await daily.run()
    expect(raised).toEqual([])
    await put(held, heldOf(3, 'brought-back'))
    await daily.run()
    expect(raised).toEqual(['relevance apple'])
    expect((await learning.find('7'))?.caution?.by).toBe(0.5)
    await daily.run()
    expect((await learning.find('7'))?.caution?.by).toBe(0.5)
  })

  it('the home tab counts the last seven days', async () => {
    const { daily, held } = begin()
    await put(held, heldOf(1))
    await put(held, heldOf(2, 'brought-back'))
    await put(held, { ...heldOf(3), at: now - 8 * day })
    expect(await daily.weeksFor('U1', new Set(['C1']))).toEqual([{ name: 'Apple', held: 2, back: 1 }])
    expect(await daily.weeksFor('U1', new Set(['C2']))).toEqual([])
  })

  it('old records are removed', async () => {
    const { daily, held } = begin()
    await put(held, heldOf(1))
    await daily.prune(now + 36 * day)
    expect(await held.all()).toEqual([])
  })
})
