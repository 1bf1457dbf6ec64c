import type { Mention } from '@overheard/mention-client/mention'
import { beforeEach, describe, expect, it } from 'vitest'
import { createCards } from '../../../src/cards/cards.ts'
import { defaultWeights } from '../../../src/config/configuration-schema.ts'
import { fingerprintOf } from '../../../src/engine/dedupe/original-index.ts'
import { originalCardOf, withDuplicate } from '../../../src/engine/dedupe/story.ts'
import { placesMessage, withPlacesShown } from '../../../src/engine/post/places-message.ts'
import { createStoryForm, queueMove } from '../../../src/features/stories/form.ts'
import { createLessons } from '../../../src/features/stories/lessons.ts'
import { lessonKind, type Move, moveKey, type Subject } from '../../../src/features/stories/model.ts'
import { createMoves } from '../../../src/features/stories/moves.ts'
import type { PostedCard } from '../../../src/model/card.ts'
import { openCollection } from '../../../src/model/collection.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const channel = 'C1'
const mentionOf = (id: string, title: string): Mention =>
  sampleMention({ id, title, snippet: '', url: `https://p${id}.example/${id}`, language: 'en', reach: 10 })

const recall = mentionOf('1', 'Acme recalls 4,000 kettles after fire reports')
const place = mentionOf('2', '4,000 Acme kettles recalled after reports of fire')
const strike = mentionOf('3', 'Workers of Acme strike in Lyon')

class Killed extends Error {}

type World = ReturnType<typeof begin>
let world: World
beforeEach(async () => {
  world = begin()
  await world.restart()
  await world.post(recall, [place])
  await world.post(strike)
})

/** A channel with a store. The process can be killed at each write and at each change of a message. */
function begin() {
  const kept = new Map<string, string>()
  const moves = new Map<string, Move>()
  const posts: { ts: string; ids: string[] }[] = []
  const drawn = new Map<string, string>()
  const told: string[] = []
  const lost = new Set<string>()
  let killIn = Number.POSITIVE_INFINITY
  let steps = 0
  const moment = () => {
    steps += 1
    if (steps >= killIn) {
      killIn = Number.POSITIVE_INFINITY
      throw new Killed()
    }
  }
  const movesOf = {
    async change(key: string, next: (current: Move | undefined) => Move | undefined) {
      const after = next(moves.get(key))
      moment()
      if (after === undefined) moves.delete(key)
      else moves.set(key, after)
      moment()
      return after
    },
  }
  const listed = { subscription: { ...subscriptionOf({ name: 'acme', alert: 'Acme', channel }) } } as never
  const start = () => {
    const store = memoryStore(kept, moment)
    const cards = createCards({
      ...{ keptMs: 90 * 86_400_000, store, openForMs: 86_400_000, weights: defaultWeights, now: () => noon },
      nameOf: async (user) => user,
      messages: {
        async update({ ts }, content) {
          moment()
          drawn.set(ts, JSON.stringify(content))
          return { kind: 'updated' }
        },
        permalink: async () => undefined,
      },
    })
    const lessons = createLessons({ now: () => noon, stored: openCollection(store, lessonKind) })
    const form = createStoryForm({
      ...{ now: () => noon, find: cards.find, postedIn: cards.postedIn, moves: movesOf, lessons },
      changes: { announce: async (_channel, _user, did) => void told.push(did().join('')) },
    })
    const leader = createMoves({
      ...{ now: () => noon, cards, led: movesOf, layout: {} as never },
      registry: { find: () => listed },
      finder: { channelOf: async () => world.movedTo },
      alerts: { find: async () => ({ kind: 'found', alert: { id: '7', name: 'Acme' } }) as never },
      service: {
        async *mentionsSince(_alert: string, since: string) {
          const known = [recall, place, strike].filter(({ id }) => !lost.has(id))
          yield { mentions: known.filter(({ id }) => id > since) }
        },
      } as never,
      menu: () => ({ choices: [], form: [], several: [] }),
      tellPosted: async () => undefined,
    })
    return { cards, form, leader, lessons }
  }
  let process = start()
  const cardAt = async (ts: string) => process.cards.find({ channel, ts })
  return {
    ...{ moves, posts, drawn, told, lost, movedTo: channel },
    get process() {
      return process
    },
    async restart() {
      process = start()
      await process.cards.originalCards.refresh()
    },
    async post(mention: Mention, places: Mention[] = []): Promise<void> {
      const ts = `${noon / 1000}.${mention.id}`
      const about = { channel, ts, subscription: 'acme', alert: '7' }
      const first = originalCardOf(
        { ...about, mention: mention.id, at: noon },
        fingerprintOf(mention, 'coverage'),
      )
      const original = places.reduce(
        (card, { id, url, reach, ...says }) =>
          withDuplicate(card, { id, url, reach }, fingerprintOf({ ...says, url, reach }, 'coverage')),
        first,
      )
      const shows = { kind: 'card' as const, mention, style: 'full' as const }
      await process.cards.originalCards.keep({ ...about, shows, actions: [], original })
      posts.push({ ts, ids: [mention.id] })
    },
    /** Posts a reply to the card of a story, as the poll does, with the addresses of its places. */
    async reply(of: string, mentions: Mention[]): Promise<string> {
      const first = await this.cardOf(of)
      const ts = `${noon / 1000}.7`
      const joined = mentions.map(({ id, url, reach }) => ({ id, url, reach }))
      if (first?.original === undefined) throw new Error('no story')
      const { content, shows } = placesMessage(
        first.original,
        mentions.map((mention, index) => ({ mention, place: joined[index] ?? { id: mention.id, url: '' } })),
      )
      const about = { channel, ts, subscription: 'acme', alert: '7', thread: first.ts }
      if (shows === undefined) throw new Error('nothing to show')
      await process.cards.originalCards.keep({ ...about, shows, actions: [] })
      await process.cards.originalCards.change(first.original, (card) =>
        withPlacesShown(card, { joined }, { shownIn: ts }),
      )
      drawn.set(ts, JSON.stringify(content))
      return ts
    },
    cardAt,
    async cardOf(id: string): Promise<PostedCard | undefined> {
      const post = posts.findLast(({ ids }) => ids.includes(id))
      return post && cardAt(post.ts)
    },
    /** Submits the form behind **More…** of the card of a mention. */
    async submit(id: string, values: Record<string, string>) {
      const card = await this.cardOf(id)
      const submission = { user: 'U1', values: new Map(Object.entries(values)) }
      return process.form.inputs?.submit({
        ...{ card, mentions: [id], offers: [], openedAt: noon, hadValue: () => false, submission },
      } as never)
    },
    /** What the leader does with the moves: it posts a message once, because only the sender of reminders posts. */
    async run(): Promise<void> {
      for (const { id } of [...moves.values()].toSorted((a, b) => a.due - b.due)) {
        const move = moves.get(id)
        if (move !== undefined && (move.sent === true || (await this.isSent(move)))) {
          await process.leader.ended?.(moves.get(id) ?? move)
          moment()
          moves.delete(id)
        }
      }
    },
    async isSent(move: Move): Promise<boolean> {
      const due = await process.leader.due(move)
      if (typeof due !== 'object' || !('content' in due)) return due === 'over'
      const ts = `${noon / 1000 + posts.length}.9`
      posts.push({ ts, ids: due.receipt?.ids ?? [] })
      drawn.set(ts, JSON.stringify(due.content))
      moves.set(move.id, { ...(moves.get(move.id) ?? move), sent: true, postedAs: { channel, ts } })
      return true
    },
    /** Runs all moves to their end, and kills the process in the step with a number. */
    async runKilledIn(step: number): Promise<boolean> {
      killIn = steps + step
      const wasKilled = await this.run().then(
        () => false,
        (error: unknown) => {
          if (!(error instanceof Killed)) throw error
          return true
        },
      )
      killIn = Number.POSITIVE_INFINITY
      await this.restart()
      await this.run()
      return wasKilled
    },
  }
}

const placesOn = async (id: string) =>
  (await world.cardOf(id))?.original?.duplicates.map((one) => one.id).toSorted()

/** What the card of a mention says beside it. It is drawn soon. */
async function remarkOf(id: string): Promise<string | undefined> {
  const card = await world.cardOf(id)
  return card?.shows.kind === 'card' ? card.shows.remark : undefined
}

const tsOf = (id: string) => world.posts.find(({ ids }) => ids.includes(id))?.ts ?? ''

const subjectOf = (first: string, other: Mention): Subject => ({
  ...{ subscription: 'acme', alert: '7', channel, ts: tsOf(first) },
  place: { id: other.id, url: other.url, reach: other.reach },
})

/** Every kind of value that a form can be forged with. */
const forged = ['', ' ', ' 99', '7 2', '2', '1.0', '../x', '__proto__', 'null', '[]', '{}', '0'.repeat(200)]

describe('a place that is not the same story', () => {
  it('gets its own card with its address and its receipt, once, and leaves the story', async () => {
    expect(await world.submit('1', { story_split: ' 2' })).toBeUndefined()
    await world.run()
    await world.run()
    expect(world.posts.filter(({ ids }) => ids.includes('2'))).toHaveLength(1)
    expect(world.drawn.get(tsOf('2'))).toContain(place.url)
    expect(await placesOn('1')).toEqual([])
    expect(world.drawn.get(tsOf('1'))).not.toContain(place.url)
    expect(world.told).toEqual([
      'said that “p2.example/2” is not the same story as “Acme recalls 4,000 kettles after fire reports”. It gets its own card',
    ])
    expect(await world.submit('1', { story_split: ' 2' })).toEqual({
      story_split: 'This place is not in the story any more.',
    })
  })

  it('is the story that later mentions like it join', async () => {
    await world.submit('1', { story_split: ' 2' })
    await world.run()
    const { find } = world.process.cards.originalCards
    const key = { subscription: 'acme', alert: '7' }
    expect(find(key, fingerprintOf(place, 'coverage'))?.original.mention).toBe('2')
    expect(find(key, fingerprintOf(recall, 'coverage'))?.original.mention).toBe('1')
  })

  it('has one card, wherever the process is killed', async () => {
    let step = 0
    let wasKilled = true
    while (wasKilled) {
      step += 1
      world = begin()
      await world.restart()
      await world.post(recall, [place])
      await world.post(strike)
      const ts = await world.reply('1', [place])
      await world.submit('1', { story_split: ' 2' })
      wasKilled = await world.runKilledIn(step)
      expect(world.posts.filter(({ ids }) => ids.includes('2'))).toHaveLength(1)
      expect(await placesOn('1')).toEqual([])
      expect((await world.cardOf('2'))?.original?.mention).toBe('2')
      expect((await world.cardAt(ts))?.shows).toMatchObject({ places: { moved: ['2'] } })
      expect(world.moves.size).toBe(0)
    }
    expect(step).toBeGreaterThan(8)
  })

  it('belongs to the story again after an undo, and its card says so', async () => {
    await world.submit('1', { story_split: ' 2' })
    await world.run()
    await queueMove({ now: () => noon, moves: movesIn(world) }, 'join', subjectOf('1', place))
    await world.run()
    expect(await placesOn('1')).toEqual(['2'])
    expect(await remarkOf('2')).toContain('Same story as')
    expect(world.drawn.get(tsOf('1'))).not.toContain(place.url)
    expect(world.posts.filter(({ ids }) => ids.includes('2'))).toHaveLength(1)
    await world.submit('1', { story_split: ' 2' })
    await world.run()
    expect(await placesOn('1')).toEqual([])
    expect(await remarkOf('2')).toBeUndefined()
    expect(world.posts.filter(({ ids }) => ids.includes('2'))).toHaveLength(1)
  })

  it('gets a card with its address if the mention service has lost it, and the card says so', async () => {
    world.lost.add('2')
    await world.submit('1', { story_split: ' 2' })
    await world.run()
    expect(world.posts.filter(({ ids }) => ids.includes('2'))).toHaveLength(1)
    expect(world.drawn.get(tsOf('2'))).toContain(place.url)
    expect(world.drawn.get(tsOf('2'))).toContain('The mention service no longer has this mention')
    expect(await placesOn('1')).toEqual([])
    const { find } = world.process.cards.originalCards
    const key = { subscription: 'acme', alert: '7' }
    expect(find(key, fingerprintOf(place, 'coverage'))?.original.mention).toBe('2')
    expect(find(key, fingerprintOf(recall, 'coverage'))?.original.mention).toBe('1')
  })

  it('leaves the reply that had its address, so that the channel has the address once', async () => {
    const another = mentionOf('4', 'Acme recall of 4,000 kettles: what to do')
    const ts = await world.reply('1', [place, another])
    const before = world.drawn.get(ts)
    await world.submit('1', { story_split: ' 2' })
    await world.run()
    await expect.poll(() => world.drawn.get(ts)).not.toContain(place.url)
    expect(world.drawn.get(tsOf('2'))).toContain(place.url)
    expect(world.drawn.get(ts)).toContain(another.url)
    expect(world.drawn.get(ts)).toContain('1 place has a card of its own now')
    expect([before, world.drawn.get(ts)]).toEqual([
      expect.stringContaining('2 more places'),
      expect.stringContaining('1 more place'),
    ])
  })

  it('leaves a reply that had only its address, which then says where it went', async () => {
    const ts = await world.reply('1', [place])
    await world.submit('1', { story_split: ' 2' })
    await world.run()
    await expect.poll(() => world.drawn.get(ts)).not.toContain(place.url)
    expect(world.drawn.get(ts)).toContain('1 place has a card of its own now')
    expect(world.drawn.get(ts)).not.toContain('more place')
  })

  it('stays if the subscription posts in another channel now, and the channel reads that', async () => {
    await world.submit('1', { story_split: ' 2' })
    world.movedTo = 'C2'
    await world.run()
    expect(await placesOn('1')).toEqual(['2'])
    expect(world.posts.filter(({ ids }) => ids.includes('2'))).toEqual([])
    expect([...world.drawn.values()].join()).toContain('“p2.example/2” does not get a card of its own')
  })

  it('stays if the undo comes before its card', async () => {
    await world.submit('1', { story_split: ' 2' })
    world.moves.set(moveKey('join', subjectOf('1', place)), {
      ...{ ...subjectOf('1', place), id: moveKey('join', subjectOf('1', place)), kind: 'story-move' },
      ...{ act: 'join', created: noon, due: noon - 1 },
    })
    await world.run()
    expect(await placesOn('1')).toEqual(['2'])
    expect(world.posts.filter(({ ids }) => ids.includes('2'))).toEqual([])
  })

  it.each(forged)('is not taken from a forged value: %j', async (value) => {
    const errors = await world.submit('1', { story_split: value })
    if (value.trim() !== '')
      expect(errors).toEqual({ story_split: 'This place is not in the story any more.' })
    expect(world.moves.size).toBe(0)
    expect(world.told).toEqual([])
  })
})

describe('two cards that are the same story', () => {
  it('become one: the second says so, keeps its address, and is counted on the first', async () => {
    expect(await world.submit('3', { story_join: tsOf('1') })).toBeUndefined()
    await world.run()
    expect(await placesOn('1')).toEqual(['2', '3'])
    await expect.poll(() => world.drawn.get(tsOf('3'))).toContain('Same story as')
    expect(world.drawn.get(tsOf('3'))).toContain(strike.url)
    expect(world.drawn.get(tsOf('1'))).not.toContain(strike.url)
    const { find } = world.process.cards.originalCards
    const found = find({ subscription: 'acme', alert: '7' }, fingerprintOf(strike, 'coverage'))
    expect(found?.original.mention).toBe('1')
    expect(world.told).toEqual([
      'said that “Workers of Acme strike in Lyon” is the same story as “Acme recalls 4,000 kettles after fire reports”',
    ])
  })

  it('are one, wherever the process is killed, and two again after an undo', async () => {
    let step = 0
    let wasKilled = true
    while (wasKilled) {
      step += 1
      world = begin()
      await world.restart()
      await world.post(recall, [place])
      await world.post(strike)
      const before = await world.cardOf('1')
      await world.submit('3', { story_join: tsOf('1') })
      wasKilled = await world.runKilledIn(step)
      expect(await placesOn('1')).toEqual(['2', '3'])
      expect((await world.cardOf('3'))?.original?.successor).toBe('1')
      const second = { id: '3', url: strike.url, reach: strike.reach, shownIn: tsOf('3') }
      await queueMove({ now: () => noon, moves: movesIn(world) }, 'part', {
        ...{ subscription: 'acme', alert: '7', channel, ts: tsOf('1'), place: second },
      })
      await world.runKilledIn(step)
      expect((await world.cardOf('1'))?.original).toEqual(before?.original)
      expect((await world.cardOf('3'))?.original?.successor).toBeUndefined()
      expect(await remarkOf('3')).toBeUndefined()
    }
    expect(step).toBeGreaterThan(6)
  })

  it.each([...forged, 'own'])('are not taken from a forged value: %j', async (value) => {
    const errors = await world.submit('3', { story_join: value === 'own' ? tsOf('3') : value })
    if (value.trim() !== '') expect(errors).toEqual({ story_join: 'This card cannot be chosen any more.' })
    expect(world.moves.size).toBe(0)
    expect(world.told).toEqual([])
  })
})

describe('the form', () => {
  const blocksOf = async (id: string) => {
    const card = await world.cardOf(id)
    const form = { card: card as PostedCard, mentions: [id], offers: [] }
    return JSON.stringify(await world.process.form.blocks(form))
  }

  it('offers the places of the card, and the other cards by their titles', async () => {
    const blocks = await blocksOf('1')
    expect(blocks).toContain('p2.example/2')
    expect(blocks).toContain(strike.title)
    expect(blocks).not.toContain(recall.title)
  })

  it('offers nothing on a card whose mentions join only by address and title', async () => {
    await world.process.cards.originalCards.changeShown(
      { channel, ts: tsOf('1') },
      ({ original: _, ...card }) => card,
    )
    expect(await blocksOf('1')).toBe('[]')
  })
})

describe('what people say', () => {
  it('teaches the alert, within limits, and only this alert', async () => {
    const { lessons } = world.process
    expect(lessons.cautionOf('7')).toBe(0)
    await world.submit('1', { story_split: ' 2' })
    await lessons.refresh()
    expect([lessons.cautionOf('7'), lessons.cautionOf('8')]).toEqual([0.04, 0])
    for (let id = 100; id < 120; id++) await lessons.learn(subjectOf('1', mentionOf(String(id), '')), false)
    await lessons.refresh()
    expect(lessons.cautionOf('7')).toBe(0.3)
    for (let id = 100; id < 200; id++) await lessons.learn(subjectOf('1', mentionOf(String(id), '')), true)
    await lessons.refresh()
    expect(lessons.cautionOf('7')).toBe(-0.1)
    for (let id = 100; id < 200; id++) await lessons.unlearn(subjectOf('1', mentionOf(String(id), '')))
    await lessons.prune(noon + 91 * 86_400_000)
    await lessons.refresh()
    expect(lessons.cautionOf('7')).toBe(0)
  })
})

function movesIn({ moves }: World) {
  return {
    async change(key: string, next: (current: Move | undefined) => Move | undefined) {
      const after = next(moves.get(key))
      if (after !== undefined) moves.set(key, after)
      return after
    },
  }
}
