import { expect, it } from 'vitest'
import { countOfPart, netSentiment, sentimentsOf, sumCounts } from '../../src/stats/counts.ts'

const count = {
  total: 5,
  parts: [
    { name: 'Positive', count: 3 },
    { name: 'negative', count: 2 },
  ],
}

it('a count is found by its name in upper or lower case, and is zero if the name is missing', () => {
  expect(countOfPart(count, 'positive')).toBe(3)
  expect(sentimentsOf(count)).toEqual({ positive: 3, negative: 2, neutral: 0 })
})

it('the net sentiment is the difference of positive and negative mentions, divided by all rated mentions', () => {
  expect(netSentiment({ positive: 1, negative: 3, neutral: 4 })).toBe(-0.25)
  expect(netSentiment({ positive: 0, negative: 0, neutral: 0 })).toBeUndefined()
})

it('adding counts adds the parts that have the same name', () => {
  const other = {
    total: 4,
    parts: [
      { name: 'negative', count: 1 },
      { name: 'neutral', count: 3 },
    ],
  }
  expect(sumCounts([count, other])).toEqual({
    total: 9,
    parts: [
      { name: 'Positive', count: 3 },
      { name: 'negative', count: 3 },
      { name: 'neutral', count: 3 },
    ],
  })
  expect(sumCounts([])).toEqual({ total: 0, parts: [] })
})
