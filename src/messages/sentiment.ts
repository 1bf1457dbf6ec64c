import type { Sentiment } from '../model/mention.ts'

/** Signs that differ in shape, not in colour only. Neutral has none: the word is enough. */
const sentimentSigns: Record<Sentiment, string> = { positive: '👍', negative: '👎', neutral: '' }
const sentimentLabels: Record<Sentiment, string> = {
  positive: 'Positive',
  negative: 'Negative',
  neutral: 'Neutral',
}

/** 👎, 👍 or nothing. */
export function sentimentSign(sentiment: Sentiment | undefined): string {
  return sentiment === undefined ? '' : sentimentSigns[sentiment]
}

/** The sign with its word, "👎 Negative"; empty where the service does not say. */
export function sentimentWords(sentiment: Sentiment | undefined): string {
  return sentiment === undefined ? '' : `${sentimentSigns[sentiment]} ${sentimentLabels[sentiment]}`.trim()
}
