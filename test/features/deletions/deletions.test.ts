import type { RemovedMention } from '@overheard/mention-client/listening-client'
import { describe, expect, it } from 'vitest'
import { createCards } from '../../../src/cards/cards.ts'
import { defaultWeights } from '../../../src/config/configuration-schema.ts'
import { createDeletions } from '../../../src/features/deletions/deletions.ts'
import { addLanguage, languageNow, speakIn } from '../../../src/messages/kit/locale.ts'
import type { ShownMentions } from '../../../src/model/card.ts'
import type { Content } from '../../../src/model/message.ts'
import { speakToAll } from '../../../src/people/speak-to.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const minute = 60_000
const hour = 60 * minute
const start = 1_795_262_400_000
const secret = sampleMention({
  ...{ id: '2', url: 'https://social.example/2', title: 'My secret', snippet: 'I said acme', tags: ['said'] },
  ...{ author: { name: 'Jo Doe', audience: 12, url: 'https://social.example/jo', writtenBy: 'Jo' } },
})
const words = /secret|said|Jo|Doe|social\.example\/jo/

/** A process with cards, and a mention service in which posts are removed. */
function world() {
  const clock = { at: start }
  const edits: { ts: string; content: Content }[] = []
  const stored = new Map()
  const service = {
    removed: [] as RemovedMention[],
    asked: [] as number[],
    isOwn: true,
    fails: false,
    most: 1000,
  }
  const begin = () => {
    const cards = createCards({
      keptMs: 90 * 24 * hour,
      store: memoryStore(stored),
      messages: {
        async update({ ts }, content) {
          edits.push({ ts, content })
          return { kind: 'updated' }
        },
        permalink: async () => undefined,
      },
      nameOf: async () => 'Ana',
      openForMs: 14 * 24 * hour,
      weights: defaultWeights,
      now: () => clock.at,
    })
    const { run } = createDeletions({
      speakTo: speakToAll,
      now: () => clock.at,
      lastRemoval: () => (service.isOwn && service.removed.length > 0 ? service.removed.length : undefined),
      async removed(after) {
        service.asked.push(after)
        if (service.fails) throw new Error('the service does not answer')
        const removed = service.removed.slice(after, after + service.most)
        return { removed, last: after + removed.length }
      },
      postedSince: cards.postedSince,
      changeShown: cards.originalCards.changeShown,
    })
    return { cards, run }
  }
  let process = begin()
  const place = (at: number, shows: ShownMentions) => ({
    ...{ channel: 'C1', ts: (at / 1000).toFixed(6), subscription: 'acme', alert: '7', actions: [], shows },
  })
  return {
    clock,
    service,
    edits,
    restart: () => {
      process = begin()
    },
    run: () => process.run(),
    cards: () => process.cards,
    async post(at: number, shows: ShownMentions) {
      const card = place(at, shows)
      await process.cards.originalCards.keep(card)
      return { channel: card.channel, ts: card.ts }
    },
    remove(mention: string, found = start - hour): void {
      service.removed.push({ mention, found })
    },
  }
}

const cardOf = (mention = secret): ShownMentions => ({ kind: 'card', mention, style: 'full' })
const drawn = (edits: { content: Content }[]) => JSON.stringify(edits.at(-1)?.content ?? '')

describe('a post that was deleted at its source', () => {
  it('is marked on its card with one edit, which keeps its address once and nothing that the author wrote', async () => {
    const { post, remove, run, edits, cards } = world()
    const message = await post(start - 30 * minute, cardOf())
    await post(start - 20 * minute, cardOf(sampleMention({ id: '3' })))
    await cards().applyAction({ message, mentions: ['2'], user: 'U1', action: 'claim' })
    edits.length = 0
    remove('2')
    await run()
    await run()
    expect(edits).toHaveLength(1)
    expect(drawn(edits)).toContain('Deleted at the source')
    expect(drawn(edits)).toContain('Claimed by Ana')
    expect(drawn(edits)).not.toMatch(words)
    expect(edits[0]?.content.blocks).toBeDefined()
    expect(JSON.stringify(edits[0]?.content.blocks).split('https://social.example/2')).toHaveLength(2)
    expect(JSON.stringify(await cards().find(message))).not.toMatch(words)
  })

  it('is marked in a burst and in a thread, and the mentions beside it stay', async () => {
    const { post, remove, run, edits } = world()
    const mentions = [sampleMention({ id: '1', title: 'Beside it' }), secret]
    await post(start - 30 * minute, {
      ...{ kind: 'burst', headline: '2 mentions', facts: '', more: '', mentions, negative: ['2'] },
    })
    await post(start - 29 * minute, { kind: 'thread', mentions, firstNumber: 1, total: 2 })
    remove('2')
    await run()
    expect(edits).toHaveLength(2)
    for (const { content } of edits) {
      expect(JSON.stringify(content)).toContain('Beside it')
      expect(JSON.stringify(content)).toContain('Deleted at the source')
      expect(JSON.stringify(content)).not.toMatch(words)
    }
  })

  it('costs nothing when the service is another one or has nothing new, and a request when it has', async () => {
    const { post, remove, run, service, edits } = world()
    await post(start - 30 * minute, cardOf())
    service.isOwn = false
    remove('2')
    await run()
    expect(service.asked).toEqual([])
    service.isOwn = true
    await run()
    await run()
    expect(service.asked).toEqual([0])
    remove('9')
    await run()
    expect(service.asked).toEqual([0, 1])
    expect(edits).toHaveLength(1)
  })

  it('is marked once, although the process is killed before and after, and although the service fails', async () => {
    const { post, remove, run, restart, service, edits } = world()
    await post(start - 30 * minute, cardOf())
    remove('2')
    restart()
    service.fails = true
    await expect(run()).rejects.toThrow('does not answer')
    service.fails = false
    await run()
    restart()
    await run()
    expect(edits).toHaveLength(1)
  })

  it('is marked on a card that was posted only after it was deleted, as of a post that waited for Slack', async () => {
    const { post, remove, run, clock, edits } = world()
    remove('2')
    await run()
    clock.at += 5 * hour
    await run()
    await post(clock.at, cardOf())
    clock.at += 2 * minute
    await run()
    expect(drawn(edits)).toContain('Deleted at the source')
    clock.at += 2 * minute
    await run()
    expect(edits).toHaveLength(1)
  })

  it('is found among more removals than one answer has, also after an older copy of the service’s file came back', async () => {
    const { post, remove, run, service, edits } = world()
    service.most = 2
    await post(start - 30 * minute, cardOf())
    for (const id of ['5', '6', '7', '8', '9']) remove(id)
    await run()
    expect(service.asked).toEqual([0, 2, 4])
    service.removed = []
    remove('2')
    await run()
    expect(edits).toHaveLength(1)
  })
})

it('what is left of a deleted post is in the language of its subscription', async () => {
  addLanguage('en-XS')
  const languages: string[] = []
  const shows: ShownMentions = { kind: 'card', mention: sampleMention({ id: '1' }), style: 'full' }
  const { run } = createDeletions({
    ...{ now: () => 1e9, lastRemoval: () => 1 },
    speakTo: { subscription: (_, draw) => speakIn('en-XS', draw) },
    removed: async (after) => ({ removed: after === 0 ? [{ mention: '1', found: 1 }] : [], last: 1 }),
    async *postedSince() {
      yield { channel: 'C1', ts: '1.2', subscription: 'acme', alert: '7', actions: [], shows }
    },
    changeShown: async () => void languages.push(languageNow()),
  })
  await run()
  expect(languages).toEqual(['en-XS'])
})
