// Writes numbers as people read them on a phone. The rules are in STYLE.md.

import type { Ms } from '../../async/time.ts'
import { perLocale } from './locale.ts'

const grouping = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }))
const percentage = perLocale((locale) => new Intl.NumberFormat(locale, { style: 'percent' }))
const compact = perLocale(
  (locale) =>
    new Intl.NumberFormat(locale, {
      notation: 'compact',
      maximumFractionDigits: 1,
      maximumSignificantDigits: 3,
      roundingPriority: 'lessPrecision',
    }),
)
const sizes = perLocale(
  (locale) => (unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 }),
)
const plurals = perLocale((locale) => new Intl.PluralRules(locale))

/** A no-break space keeps a number and its sign on one line. */
const tie = '\u00a0'

/**
 * Returns a count in a few characters, for example 950, 48.2k or 1.1M. Returns “?” for a negative or invalid number.
 */
export function short(count: number): string {
  if (!Number.isFinite(count) || count < 0) return '?'
  if (count >= 1e15) return count.toExponential(0)
  return compact().format(count).replace('K', 'k')
}

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** Returns a number of bytes with its unit, for example “12 GB”. */
export function bytes(count: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(count, 1)) / 3), sizeUnits.length - 1)
  return sizes()(sizeUnits[power] ?? 'byte').format(Math.floor(count / 1000 ** power))
}

export function grouped(count: number): string {
  return grouping().format(count)
}

/** Returns a share (0 to 1) as a whole percentage. Only 0 becomes “0%”, and only 1 becomes “100%”. */
export function percent(share: number): string {
  const whole = Math.round(share * 100)
  if (share > 0 && whole === 0) return `<${percentage().format(0.01)}`
  if (share < 1 && whole === 100) return `>${percentage().format(0.99)}`
  return percentage().format(whole / 100)
}

/** Returns a relative change (0.18 is plus 18%) as “▲ 18%”, “▼ 3%”, or “no change” if it rounds to zero. */
export function signedPercent(change: number): string {
  const whole = Math.round(change * 100)
  return signed(whole, percentage().format(Math.abs(whole) / 100))
}

/**
 * Returns the difference of two shares (0.05 is five points) as “▲ 5 pts”, “▼ 1 pt”, or “no change” if it rounds to
 * zero.
 */
export function signedPoints(difference: number): string {
  const whole = Math.round(difference * 100)
  return signed(whole, plural(Math.abs(whole), 'pt').replace(' ', tie))
}

/** Returns a difference of two shares (−1 to 1) as a whole percentage with its sign: “+12%”, “−5%” or “0%”. */
export function signedShare(difference: number): string {
  const whole = Math.round(difference * 100) / 100
  if (whole === 0) return percent(0)
  return `${whole > 0 ? '+' : '−'}${percent(Math.abs(whole))}`
}

function signed(whole: number, size: string): string {
  return whole === 0 ? 'no change' : `${whole > 0 ? '▲' : '▼'}${tie}${size}`
}

export function unit(count: number, one: string, many = `${one}s`): string {
  return plurals().select(count) === 'one' ? one : many
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${unit(count, one, many)}`
}

const unitsOf = (unitDisplay: 'short' | 'long') =>
  perLocale((locale) => (unit: string, count: number) => {
    const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay })
    return format.format(count).replaceAll(' ', tie)
  })
const units = { short: unitsOf('short'), long: unitsOf('long') }

/** Returns a duration (ms) in its largest unit: 40 sec, 22 min, 5 hr, 2 days. Days begin at 48 hours. */
export function duration(ms: Ms, display: keyof typeof units = 'short'): string {
  const write = units[display]()
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return write('second', seconds)
  const hours = Math.floor(seconds / 3600)
  if (hours < 1) return write('minute', Math.floor(seconds / 60))
  return hours < 48 ? write('hour', hours) : write('day', Math.floor(hours / 24))
}

/** Returns the time (ms) between two checks: 119 s are 2 minutes, while a duration is never rounded up. */
export function interval(ms: Ms, display: keyof typeof units = 'short'): string {
  return duration(ms < 90_000 ? ms : Math.round(ms / 60_000) * 60_000, display)
}

export function hoursAndMinutes(ms: Ms): string {
  const write = units.short()
  const minutes = Math.max(0, Math.round(ms / 60_000))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return write('minute', rest)
  return rest === 0 ? write('hour', hours) : `${write('hour', hours)} ${write('minute', rest)}`
}
