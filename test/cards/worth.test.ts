import fc from 'fast-check'
import { expect, it } from 'vitest'
import { asksQuestion, pointsOf, scoreAt, scoreOrder, worthReasons } from '../../src/cards/worth.ts'
import { defaultWeights } from '../../src/config/configuration-schema.ts'
import { foreignText } from '../tools/arbitrary-mention.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const posted = Date.UTC(2026, 10, 20, 15)
const reasonsOf = (changes: Parameters<typeof sampleMention>[0]) =>
  worthReasons(sampleMention(changes), posted)

it.each([
  ['Is Acme down?', true],
  ['Why does it log me out?! Every day', true],
  ['アクメは落ちていますか？', true],
  ['هل توقفت الخدمة؟', true],
  ['Asks "why?" and leaves', true],
  ['See https://acme.example/?page=2', false],
  ['See https://acme.example/search? for more', false],
  ['Acme works', false],
  ['a?b', false],
])('the check if the text %j asks a question returns %s', (text, expected) => {
  expect(asksQuestion(text)).toBe(expected)
})

it('the score of a mention counts sentiment, reach, questions, the growth of the story and the source, as documented', () => {
  const mention = sampleMention({ sentiment: 'negative', reach: 999, title: 'Down?', source: 'reddit' })
  const story = { url: mention.url, reach: 1, title: { words: [], numbers: [] }, shownReach: 1, earlier: [] }
  const duplicates = ['2', '3', '4'].map((id) => ({ id, url: `https://site${id}.example/a` }))
  const original = {
    ...{ subscription: 'acme', alert: '7', mention: mention.id, channel: 'C1', ts: '1', at: 0 },
    ...{ keys: [], duplicates, story },
  }
  const reasons = worthReasons(mention, posted, original)
  expect(reasons).toMatchObject({ sites: 4, asksQuestion: true })
  const weights = { ...defaultWeights, sources: { reddit: 1.5 } }
  // (negative 4 + three tenfolds of reach 3 + question 2 + two doublings of sites 2) × 1.5
  expect(pointsOf(reasons, 'reddit', weights)).toBeCloseTo(16.5)
  expect(pointsOf(reasons, 'web', weights)).toBeCloseTo(11)
})

it('the score of a mention counts its own page once, also if several alerts have found it', () => {
  const mention = sampleMention()
  const original = {
    ...{ subscription: 'acme', alert: '7', mention: mention.id, channel: 'C1', ts: '1', at: 0, keys: [] },
    duplicates: [
      { id: '2', alert: '8', url: `${mention.url}?utm_source=x` },
      { id: '3', url: 'https://site3.example/a' },
    ],
  }
  expect(worthReasons(mention, posted, original).sites).toBe(2)
  const [shared, item] = [{ sharesAddress: true as const }, 'review1-page1234']
  const review = sampleMention({ ...shared, identities: [`3:${item}${'-'.repeat(20)}s------`] })
  const again = { id: '2', alert: '8', url: review.url, ...shared, item }
  const other = { ...again, id: '3', item: 'review2-page1234' }
  expect(worthReasons(review, posted, { ...original, duplicates: [again, other] }).sites).toBe(2)
})

it('the score of a mention loses half its value in each half-life after its own date', () => {
  const { since } = reasonsOf({ date: posted - 3_600_000 })
  expect(since).toBe(posted - 3_600_000)
  const day = { ...defaultWeights, halfLife: 86_400_000 }
  expect(scoreAt(8, since, since + 2 * 86_400_000, day)).toBeCloseTo(2)
  expect(scoreAt(8, since, since - 5000, day)).toBe(8)
})

it('the score of a mention uses the time of the post if its date is in the future, and never a date more than a week before the post', () => {
  expect(reasonsOf({ date: posted + 1e12 }).since).toBe(posted)
  expect(reasonsOf({ date: 0 }).since).toBe(posted - 7 * 86_400_000)
  expect(reasonsOf({ date: Number.NaN }).since).toBe(posted)
})

it('the scores of two mentions keep their order over time, so a sorted list stays sorted', () => {
  const one = fc.record({
    points: fc.double({ min: 0.01, max: 1000, noNaN: true }),
    age: fc.nat(14 * 86_400_000),
  })
  fc.assert(
    fc.property(one, one, fc.nat(30 * 86_400_000), (a, b, later) => {
      const [orderA, orderB] = [a, b].map(({ points, age }) =>
        scoreOrder(points, posted - age, defaultWeights),
      )
      const [scoreA = 0, scoreB = 0] = [a, b].map(({ points, age }) =>
        scoreAt(points, posted - age, posted + later, defaultWeights),
      )
      fc.pre(Math.abs((orderA ?? 0) - (orderB ?? 0)) > 1e-9)
      expect((orderA ?? 0) > (orderB ?? 0)).toBe(scoreA > scoreB)
    }),
  )
})

it('the score of a mention is a valid number, whatever strangers write', () => {
  const reach = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, -1, Number.POSITIVE_INFINITY))
  fc.assert(
    fc.property(foreignText, foreignText, reach, (title, snippet, written) => {
      const points = pointsOf(reasonsOf({ title, snippet, reach: written }), 'web', defaultWeights)
      expect(points).toBeGreaterThan(0)
      expect(points).toBeLessThan(1000)
    }),
  )
})
