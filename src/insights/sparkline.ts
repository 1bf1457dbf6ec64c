import { netSentiment, type Sentiments } from './count.ts'
import { groupNeighbours } from './series.ts'

const bars = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const
type Bar = (typeof bars)[number] | typeof noSentiment

/** Where nothing was judged there is no mood: a dot, not a level. */
const noSentiment = '·'

/** A month of days fits, and so does the line on a phone. */
export const sparklineWidth = 31

/**
 * A history of volume, from zero to its greatest value. Only zero is `▁`: one mention in a thousand still shows. More
 * values than `width` are averaged in neighbouring groups of one size.
 */
export function volumeSparkline(values: number[], width = sparklineWidth): string {
  const levels = groupNeighbours(values, width).map(mean)
  const greatest = Math.max(0, ...levels)
  return levels.map((level) => levelBar(greatest === 0 ? 0 : Math.ceil((level / greatest) * 7))).join('')
}

/**
 * A history of net sentiment, from all negative (`▁`) over balanced (`▄`) to all positive (`█`), so that the sign is
 * always readable: lower than `▄` is negative, higher is positive. `·` stands where nothing was judged.
 */
export function sentimentSparkline(values: Sentiments[], width = sparklineWidth): string {
  return groupNeighbours(values, width)
    .map((group) => sentimentBar(netSentiment(sumSentiments(group))))
    .join('')
}

function sentimentBar(net: number | undefined): Bar {
  if (net === undefined) return noSentiment
  return levelBar(net >= 0 ? 3 + Math.ceil(net * 4) : 3 - Math.ceil(-net * 3))
}

function levelBar(level: number): Bar {
  return bars[Math.min(7, Math.max(0, level))] ?? noSentiment
}

function mean(values: number[]): number {
  return values.reduce((total, value) => total + Math.max(0, value), 0) / values.length
}

function sumSentiments(group: Sentiments[]): Sentiments {
  return group.reduce((total, one) => ({
    positive: total.positive + one.positive,
    negative: total.negative + one.negative,
    neutral: total.neutral + one.neutral,
  }))
}
