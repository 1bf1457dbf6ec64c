// Writes numbers as people read them on a phone. The rules are in STYLE.md.

import type { Ms } from '@overheard/base/time'
import { perLocale } from './locale.ts'

export const grouping = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }))
export const percentage = perLocale((locale) => new Intl.NumberFormat(locale, { style: 'percent' }))
const compact = perLocale(
  (locale) =>
    new Intl.NumberFormat(locale, {
      notation: 'compact',
      maximumFractionDigits: 1,
      maximumSignificantDigits: 3,
      roundingPriority: 'lessPrecision',
    }),
)

/** A no-break space keeps a number and its sign on one line. */
export const tie = '\u00a0'

/**
 * Returns a count in a few characters, for example 950, 48.2k or 1.1M. Returns “?” for a negative or invalid number.
 */
export function short(count: number): string {
  if (!Number.isFinite(count) || count < 0) return '?'
  if (count >= 1e15) return count.toExponential(0)
  return compact().format(count).replace('K', 'k')
}

const oneDecimal = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }))

/** Returns, for example, “3.5”. */
export const decimal = (value: number): string => oneDecimal().format(value)

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

/** Only for the command line and the status page, which are English. What people read in Slack has its plurals in files of texts. */
export const plural = (count: number, one: string) => `${grouped(count)} ${count === 1 ? one : `${one}s`}`

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
