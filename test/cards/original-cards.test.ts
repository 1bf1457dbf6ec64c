import { describe, expect, it } from 'vitest'
import { createOriginalCards } from '../../src/cards/original-cards.ts'
import { postedCards } from '../../src/cards/posted-cards.ts'
import { fingerprintOf } from '../../src/engine/dedupe/original-index.ts'
import { originalCardOf, withDuplicate } from '../../src/engine/dedupe/story.ts'
import { titleWords } from '../../src/engine/dedupe/title-similarity.ts'
import type { OriginalCard } from '../../src/model/card.ts'
import { memoryStore } from '../tools/memory-store.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const day = 86_400_000
const key = { subscription: 'acme', alert: '7' }
const noon = Date.UTC(2026, 10, 20, 12)
const heading = 'Acme recalls kettles after fire reports in Europe'

const old = {
  ...key,
  mention: '1',
  channel: 'C1',
  ts: '1.0',
  at: noon,
  keys: ['title a'],
  duplicates: [{ id: '2', url: 'x' }],
}
const story = (mention: string, at = noon): OriginalCard => ({
  ...old,
  mention,
  // Slack's ts is the time of the post.
  ts: `${at / 1000 + Number(mention) / 1000}`,
  at,
  keys: [`address ${mention}`],
  duplicates: [],
  story: { url: '', reach: 5, title: titleWords(heading), shownReach: 5, earlier: [] },
})

const shows = { kind: 'card' as const, mention: sampleMention({}), style: 'full' as const }
const posted = (original: OriginalCard) => ({ ...original, shows, actions: [], original })

function open(kept = new Map<string, string>()) {
  const clock = { at: noon }
  const stored = postedCards(memoryStore(kept))
  return { kept, clock, stored, cards: createOriginalCards(stored, () => clock.at) }
}

describe('the store of original cards', () => {
  it('finds a card by a similar title, and by the address of a mention that joined it', async () => {
    const { kept, cards } = open()
    await cards.keep(posted(story('1')))
    await cards.change(story('1'), (kept) => withDuplicate(kept, { id: '2', url: 'https://b.example/x' }))
    const next = open(kept).cards
    await next.refresh()
    expect(
      next.find(key, { keys: [], title: titleWords(`${heading} today`) })?.original.duplicates,
    ).toHaveLength(1)
    expect(next.find(key, { keys: ['address b.example/x'] })?.original.mention).toBe('1')
    expect(next.find({ ...key, subscription: 'other' }, { keys: ['address 1'] })).toBeUndefined()
  })

  it('finds a card by its address if an earlier version stored its key by another rule', async () => {
    const { kept, stored } = open()
    const url = 'https://a.example/show.php?cid=12#comment-3'
    const mention = sampleMention({ id: '1', url })
    const original = { ...old, keys: ['address a.example/show.php'] }
    await stored.add(
      { ...original, ts: '1.0' },
      { ...original, shows: { ...shows, mention }, actions: [], original },
    )
    const next = open(kept).cards
    await next.refresh()
    const { keys } = fingerprintOf({ ...mention, title: '' }, 'url')
    expect(next.find(key, { keys })?.original.mention).toBe('1')
    const other = fingerprintOf({ ...mention, url: `${url}4`, title: '' }, 'url')
    expect(next.find(key, other)).toBeUndefined()
  })

  it('does not find a card by an address that other mentions have, too', async () => {
    const { kept, stored } = open()
    const review = sampleMention({ id: '1', url: 'https://a.example/reviews', sharesAddress: true })
    const place = { ...key, mention: '1', channel: 'C1', ts: '1.0', at: noon }
    const card = originalCardOf(place, fingerprintOf(review, 'coverage'))
    const original = withDuplicate(card, { id: '2', url: review.url, sharesAddress: true })
    await stored.add(original, { ...original, shows: { ...shows, mention: review }, actions: [], original })
    const next = open(kept).cards
    await next.refresh()
    const other = { ...review, id: '3', title: 'Lost all notes of mine', snippet: 'Nobody answers' }
    const { sharesAddress: _, ...unmarked } = other
    for (const known of [other, unmarked])
      expect(next.find(key, fingerprintOf(known, 'coverage'))).toBeUndefined()
  })

  it('does not find a card whose story got a newer card, or a card that is older than a week', async () => {
    const { clock, cards } = open()
    await cards.keep(posted(story('1')))
    await cards.keep(posted(story('2', noon + 1)))
    await cards.change(story('1'), (kept) => ({ ...kept, successor: '2' }))
    expect(cards.find(key, { keys: ['address 1'] })).toBeUndefined()
    expect(cards.find(key, { keys: ['address 2'] })?.original.mention).toBe('2')
    clock.at = noon + 7 * day + 2
    await cards.refresh()
    expect(cards.find(key, { keys: ['address 2'] })).toBeUndefined()
  })

  it('finds the cards of another process after the next refresh', async () => {
    const { kept, cards } = open()
    const other = open(kept).cards
    await other.refresh()
    await cards.keep(posted(story('1')))
    expect(other.find(key, { keys: ['address 1'] })).toBeUndefined()
    await other.refresh()
    expect(other.find(key, { keys: ['address 1'] })?.original.mention).toBe('1')
  })

  it('keeps a card that is stored while a refresh is running', async () => {
    const { kept, stored, clock } = open()
    const reading = Promise.withResolvers<void>()
    const cards = createOriginalCards(
      {
        ...stored,
        async *since(since) {
          await reading.promise
          yield* stored.since(since)
        },
      },
      () => clock.at,
    )
    await open(kept).cards.keep(posted(story('1')))
    const refreshing = cards.refresh()
    await cards.keep(posted(story('2')))
    reading.resolve()
    await refreshing
    expect(cards.find(key, { keys: ['address 1'] })?.original.mention).toBe('1')
    expect(cards.find(key, { keys: ['address 2'] })?.original.mention).toBe('2')
  })

  it('no longer finds a deleted card, but the next card of its mention', async () => {
    const { cards } = open()
    await cards.keep(posted(story('1')))
    await cards.forget(story('1'))
    cards.prune(noon)
    expect(cards.find(key, { keys: ['address 1'] })).toBeUndefined()
    await cards.keep(posted(story('1', noon + 1000)))
    expect(cards.find(key, { keys: ['address 1'] })?.original.mention).toBe('1')
  })

  it('joins a late duplicate to the stored card, also in a process that stores the card once more', async () => {
    const { kept, cards } = open()
    await cards.keep(posted(story('1')))
    await cards.change(story('1'), (stored) => withDuplicate(stored, { id: '2', url: 'https://b.example/x' }))
    const late = open(kept).cards
    await late.keep(posted(story('1')))
    expect(late.find(key, { keys: ['address b.example/x'] })?.original.mention).toBe('1')
    expect((await cards.cardOf(key, '1'))?.duplicates).toHaveLength(1)
  })

  it('reads all stored cards again after the store has lost the mark of its changes', async () => {
    const { kept, stored, clock } = open()
    const lost = { isLost: false }
    const cards = createOriginalCards(
      {
        ...stored,
        async changes(mark) {
          if (!lost.isLost || mark === undefined) return { changed: [], mark: 'new' }
          lost.isLost = false
          return { changed: [], mark: 'new', isReset: true }
        },
      },
      () => clock.at,
    )
    await cards.refresh()
    await open(kept).cards.keep(posted(story('1')))
    await cards.refresh()
    expect(cards.find(key, { keys: ['address 1'] })).toBeUndefined()
    lost.isLost = true
    await cards.refresh()
    expect(cards.find(key, { keys: ['address 1'] })?.original.mention).toBe('1')
  })

  it('reads all stored cards only in its first refresh, because it searches in memory', async () => {
    const { stored, clock } = open()
    let reads = 0
    const cards = createOriginalCards(
      {
        ...stored,
        since(...asked) {
          reads++
          return stored.since(...asked)
        },
      },
      () => clock.at,
    )
    await cards.refresh()
    await cards.keep(posted(story('1')))
    await cards.refresh()
    expect(reads).toBe(1)
  })
})
