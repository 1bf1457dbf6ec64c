/** Returns the smallest value that this share (above 0, up to 1) of the values does not exceed (nearest rank); undefined if there are none. */
export const percentile = (values: readonly number[], share: number): number | undefined =>
  ascending(values)[Math.ceil(share * values.length) - 1]

/** Returns the middle value, or the mean of the two in the middle; undefined if there are none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = ascending(values)
  const [lower, upper] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return lower === undefined || upper === undefined ? undefined : (lower + upper) / 2
}

const ascending = (values: readonly number[]) => values.toSorted((a, b) => a - b)
