import type { Sentiment } from '../mention.ts'

const words = new Map<string, Sentiment>([
  ...['positive', 'positiv', 'pos', '+'].map((word): [string, Sentiment] => [word, 'positive']),
  ...['negative', 'negativ', 'neg', '-'].map((word): [string, Sentiment] => [word, 'negative']),
  ...['neutral', 'neut', 'neu'].map((word): [string, Sentiment] => [word, 'neutral']),
])

/** These words do not change if a text is positive or negative. */
const degrees = new Set(
  'very slightly somewhat mostly rather strongly strong weak weakly sentiment label'.split(' '),
)

/** A score of -1 to 1 that is nearer to 0 than this is neutral. It is the usual bound of VADER and its like. */
const neutralBelow = 0.05

/**
 * Reads a sentiment however it is spelled: `NEGATIVE`, `Neg`, `very positive`, a score from -1 to 1, or an object with one of these. Returns undefined
 * for an unknown spelling, so that nothing is guessed.
 */
export function readSentiment(raw: unknown): Sentiment | undefined {
  if (typeof raw === 'number') return ofScore(raw)
  if (typeof raw === 'string')
    return /^[+-]?(\d+|\d*\.\d+)$/.test(raw.trim()) ? ofScore(Number(raw)) : ofWords(raw)
  if (typeof raw !== 'object' || raw === null) return undefined
  for (const key of ['label', 'sentiment', 'polarity', 'name', 'value', 'score']) {
    const value: unknown = Reflect.get(raw, key)
    if (typeof value === 'string' || typeof value === 'number') return readSentiment(value)
  }
  return undefined
}

function ofScore(score: number): Sentiment | undefined {
  if (!(score >= -1 && score <= 1)) return undefined
  if (Math.abs(score) < neutralBelow) return 'neutral'
  return score > 0 ? 'positive' : 'negative'
}

function ofWords(text: string): Sentiment | undefined {
  if (text.length > 100) return undefined
  const known = words.get(text.trim())
  if (known !== undefined) return known
  const used = text
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((word) => word !== '' && !degrees.has(word))
  const [only, ...others] = used
  return only === undefined || others.length > 0 ? undefined : words.get(only)
}
