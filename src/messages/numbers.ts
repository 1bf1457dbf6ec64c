/** Numbers as people read them on a phone. The rules are in STYLE.md. */

const grouping = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** A no-break space, so that a phone does not break the line between a number and its sign. */
const tie = '\u00a0'

/** The units of `short`, greatest first. A value that rounds up to 1,000 of a unit is written in the next one. */
const units = [
  { size: 1e12, sign: 'T' },
  { size: 1e9, sign: 'B' },
  { size: 1e6, sign: 'M' },
  { size: 1e3, sign: 'k' },
] as const

/** A count in at most five characters: 950, 48.2k, 1.1M, 212k. Invalid numbers become "?". */
export function short(count: number): string {
  if (!Number.isFinite(count) || count < 0) return '?'
  for (const { size, sign } of units) {
    if (count >= size * 0.9995) return `${digits(count / size)}${sign}`
  }
  return String(Math.round(count))
}

function digits(value: number): string {
  if (value >= 1e4) return value.toExponential(0)
  return value >= 99.95 ? String(Math.round(value)) : String(Math.round(value * 10) / 10)
}

/** A count in full, in groups of three: 1,243. */
export function grouped(count: number): string {
  return grouping.format(count)
}

/** A share between 0 and 1 as a whole percentage: 17%. Only zero is 0%, and only all is 100%. */
export function percent(share: number): string {
  const whole = Math.round(share * 100)
  if (share > 0 && whole === 0) return '<1%'
  if (share < 1 && whole === 100) return '>99%'
  return `${whole}%`
}

/** A relative change (0.18 is plus 18%) with its sign: ▲ 18%, ▼ 3%, or "no change" if it rounds to zero. */
export function signedPercent(change: number): string {
  return signed(Math.round(change * 100), '%')
}

/** The difference of two shares (0.05 is five points) with its sign: ▲ 5 pts, ▼ 1 pt, or "no change". */
export function signedPoints(difference: number): string {
  const whole = Math.round(difference * 100)
  return signed(whole, Math.abs(whole) === 1 ? `${tie}pt` : `${tie}pts`)
}

function signed(whole: number, unit: string): string {
  if (whole === 0) return 'no change'
  return `${whole > 0 ? '▲' : '▼'}${tie}${grouped(Math.abs(whole))}${unit}`
}

/** A count with its noun: 1 mention, 1,243 mentions, 2 entries (`many`: an irregular plural). */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}
