import type { Mention } from '@overheard/mention-client/mention'
import { createReplay } from '../src/engine/rules/replay.ts'

/** A headline of a story that people have chosen. `at` is the time of its publication (UTC, ms). */
export type Headline = {
  title: string
  url: string
  snippet?: string | undefined
  language?: string | undefined
  at: number
  story: string
}

type StoryFigures = { headlines: number; cards: number; precision: number; recall: number }

const blank: Omit<Mention, 'id' | 'date' | 'url' | 'snippet' | 'title' | 'language'> = {
  reach: 0,
  done: false,
  starred: false,
  tags: [],
  author: { name: '', audience: 0, url: '' },
  source: 'news-blogs',
  highlights: [],
  flaws: [],
}

/** Puts headlines on cards as a subscription with `dedupe: coverage` would, and returns the headlines of each card. */
export function cardsOfStories(headlines: readonly Headline[]): Headline[][] {
  const replay = createReplay(() => ({ kind: 'deliver', reason: 'passed' }), { now: 0, dedupe: 'coverage' })
  const cards = new Map<string, Headline[]>()
  const ordered = headlines.toSorted((a, b) => a.at - b.at)
  for (const [place, headline] of ordered.entries()) {
    const { title, url, snippet = '', language = '', at } = headline
    const id = String(place + 1)
    const [replayed] = replay([{ ...blank, id, date: at, url, snippet, title, language }])
    const { kind, detail } = replayed?.decision ?? {}
    const [original = id] = kind === 'skip' ? (detail?.split(', ') ?? []) : []
    cards.set(original, [...(cards.get(original) ?? []), headline])
  }
  return [...cards.values()]
}

export function storyFigures(headlines: readonly Headline[]): StoryFigures {
  const cards = cardsOfStories(headlines)
  const sizes = countedBy(headlines)
  let [precision, recall] = [0, 0]
  for (const card of cards)
    for (const [story, count] of countedBy(card)) {
      precision += count ** 2 / card.length
      recall += count ** 2 / (sizes.get(story) ?? 1)
    }
  const { length } = headlines
  return { headlines: length, cards: cards.length, precision: precision / length, recall: recall / length }
}

function countedBy(headlines: readonly Headline[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { story } of headlines) counts.set(story, (counts.get(story) ?? 0) + 1)
  return counts
}
