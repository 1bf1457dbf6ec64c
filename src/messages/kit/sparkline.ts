const bars = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const
/** A sparkline of this width has room for the days of a month and fits a phone. */
export const sparklineWidth = 31

/**
 * Draws values from zero to the largest value. Only zero is `▁`, so one mention in a thousand is visible. If there are more values than
 * `width`, averages groups of neighbours.
 */
export function volumeSparkline(values: number[], width = sparklineWidth): string {
  const levels = groupNeighbours(values, width).map(mean)
  const largest = Math.max(0, ...levels)
  return levels.map((level) => levelBar(largest === 0 ? 0 : Math.ceil((level / largest) * 7))).join('')
}

export const neighboursPerGroup = (values: number, most: number) => Math.max(1, Math.ceil(values / most))

export function groupNeighbours<T>(values: T[], most: number): T[][] {
  const size = neighboursPerGroup(values.length, most)
  const groups: T[][] = []
  for (let at = 0; at < values.length; at += size) groups.push(values.slice(at, at + size))
  return groups
}

/** `level` is from 0 to 7. */
export function levelBar(level: number): string {
  return bars[Math.min(7, Math.max(0, level))] ?? bars[0]
}

function mean(values: number[]): number {
  return values.reduce((total, value) => total + Math.max(0, value), 0) / values.length
}
