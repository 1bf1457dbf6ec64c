import { describe, expect, it } from 'vitest'
import { cardsOfStories, type Headline } from '../../../../bench/story-figures.ts'
import { nearPairs, readNearMisses } from './read.ts'

/** Orders in which the places of an alert come: a fixed sequence of random numbers for each. */
const orders = [1, 2, 3, 4, 5, 6, 7, 8]

function shuffled(headlines: readonly Headline[], seed: number): Headline[] {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state
  }
  return headlines
    .map((headline) => ({ headline, key: next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ headline }, minute) => ({ ...headline, at: Date.UTC(2026, 10, 20) + minute * 60_000 }))
}

describe.each(['tuned', 'kept'] as const)('near misses in ten languages, the %s half', (name) => {
  const alerts = [...readNearMisses(name)]

  it('has at least thirty stories and fifty pairs that are near and different', () => {
    expect(
      alerts.flatMap(([, list]) => [...new Set(list.map(({ story }) => story))]).length,
    ).toBeGreaterThanOrEqual(30)
    expect(alerts.flatMap(([, list]) => nearPairs(list)).length).toBeGreaterThanOrEqual(50)
  })

  it.each(alerts)(
    'joins no two different events of the alert “%s”, in whatever order they come',
    (_, headlines) => {
      const wrong = orders.flatMap((seed) =>
        cardsOfStories(shuffled(headlines, seed)).flatMap((card) => {
          const [first, ...others] = card
          const different = others.filter(({ story }) => story !== first?.story)
          return different.map(({ title }) => `${first?.title} ← ${title}`)
        }),
      )
      expect(wrong).toEqual([])
    },
  )

  it('joins at least four of five places with their story', () => {
    let [joined, possible] = [0, 0]
    for (const [, headlines] of alerts)
      for (const seed of orders) {
        joined += headlines.length - cardsOfStories(shuffled(headlines, seed)).length
        possible += headlines.length - new Set(headlines.map(({ story }) => story)).size
      }
    expect(joined / possible).toBeGreaterThanOrEqual(0.8)
  })
})
