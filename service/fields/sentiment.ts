import type { Language } from './language.ts'

export type Sentiment = 'positive' | 'negative' | 'neutral'

/**
 * VADER's score of a text, from -1 to 1. Above `strong` and below `-strong` it agrees with people often enough to be shown, and so it does
 * without any word that it knows (docs/listening.md has the figures). In between it says nothing.
 */
const strong = 0.5
const none = 0.05

type Score = (text: string) => number

let loaded: Promise<Score> | undefined

export async function loadScore(): Promise<Score> {
  loaded ??= import('vader-sentiment').then(
    ({ default: vader }) =>
      (text) =>
        vader.SentimentIntensityAnalyzer.polarity_scores(text).compound,
  )
  return loaded
}

/** Scores each text once. For the excerpts of one item, which are often the same for all its alerts. */
export function scoreOnce(score: Score): Score {
  const known = new Map<string, number>()
  return (text) => {
    const value = known.get(text) ?? score(text)
    known.set(text, value)
    return value
  }
}

/** Undefined if the language is not English, the only one in which the method was measured well enough, or if the text is ambiguous. */
export function sentimentOf(text: string, language: Language, score: Score): Sentiment | undefined {
  if (language !== 'en') return undefined
  const value = score(text)
  if (value >= strong) return 'positive'
  if (value <= -strong) return 'negative'
  return Math.abs(value) < none ? 'neutral' : undefined
}
