/** How a number stands against the same number of the period before. */
export type Change =
  | { kind: 'unknown' }
  | { kind: 'none-in-either' }
  | { kind: 'none-before' }
  | { kind: 'same' }
  /** Bases too small for a percentage to mean anything, and changes too great: both numbers are said instead. */
  | { kind: 'from-to'; from: number; to: number }
  /** 0.18 is 18 % more. */
  | { kind: 'percent'; change: number }

/** How a share stands against the share of the period before. */
export type ShareChange =
  | { kind: 'unknown' }
  | { kind: 'none-before' }
  /** Too few to speak of points: how many of how many it was before. */
  | { kind: 'of'; part: number; whole: number }
  /** 0.05 is five percentage points more. */
  | { kind: 'points'; difference: number }

/** Below ten, one mention more or less moves a percentage by more than ten: the percentage would be noise. */
const minPercentBase = 10

/** More than ten times as much reads better as two numbers. */
const maxPercentChange = 9

/** The change of a count. `before` is undefined where the period before could not be read. */
export function compareCounts(now: number, before: number | undefined): Change {
  if (before === undefined) return { kind: 'unknown' }
  if (before === 0) return { kind: now === 0 ? 'none-in-either' : 'none-before' }
  if (now === before) return { kind: 'same' }
  const change = (now - before) / before
  if (before < minPercentBase || change > maxPercentChange) return { kind: 'from-to', from: before, to: now }
  return { kind: 'percent', change }
}

/** A part and the whole it is a part of. */
type Share = { part: number; whole: number }

/** The change of a share, in percentage points. */
export function compareShares(now: Share, before: Share | undefined): ShareChange {
  if (before === undefined || now.whole === 0) return { kind: 'unknown' }
  if (before.whole === 0) return { kind: 'none-before' }
  if (before.whole < minPercentBase || now.whole < minPercentBase)
    return { kind: 'of', part: before.part, whole: before.whole }
  return { kind: 'points', difference: now.part / now.whole - before.part / before.whole }
}
