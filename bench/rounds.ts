/** The median. */
export function median(figures: number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]]
  return (low + high) / 2
}

/** Runs all contenders alternately, so that other load on the machine affects each alike. Returns the median of each, in order. */
export async function alternate(rounds: number, runs: (() => Promise<number>)[]): Promise<number[]> {
  const figures = runs.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [place, run] of runs.entries()) figures[place]?.push(await run())
  }
  return figures.map(median)
}
