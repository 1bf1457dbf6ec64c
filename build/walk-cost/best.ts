/** The lowest figures so far. A reason lets a figure rise to a value, and says why. */
export type Best = { figures: Record<string, number>; reasons: { figure: string; to: number; why: string }[] }

/** A figure may rise by this share, because which functions run differs a little from run to run. */
const tolerance = 0.02

type Nested = { [key: string]: number | Nested }

/** Names each figure by its path, such as `mention.functions`. */
export function flatten(figures: Nested, before = ''): Record<string, number> {
  const flat = Object.entries(figures).map(([key, value]) =>
    typeof value === 'number' ? { [`${before}${key}`]: value } : flatten(value, `${before}${key}.`),
  )
  return Object.assign({}, ...flat)
}

/** Returns a sentence for each figure that rose without a reason. */
export function risen(measured: Record<string, number>, { figures, reasons }: Best): string[] {
  return Object.entries(measured).flatMap(([figure, value]) => {
    const best = figures[figure]
    if (best === undefined) return [`${figure} is new: ${value}. Keep it with --keep.`]
    const allowed = Math.max(best, ...reasons.filter((one) => one.figure === figure).map(({ to }) => to))
    return value > allowed * (1 + tolerance) ? [`${figure} rose from ${allowed} to ${value}.`] : []
  })
}

/** Takes each figure that is lower than before, and drops the reasons and the figures that no longer count. */
export function kept(measured: Record<string, number>, { figures, reasons }: Best): Best {
  const lowest = Object.entries(measured).map(([figure, value]) => [
    figure,
    Math.min(value, figures[figure] ?? value),
  ])
  return {
    figures: Object.fromEntries(lowest),
    reasons: reasons.filter(({ figure }) => (measured[figure] ?? 0) > (figures[figure] ?? 0)),
  }
}
