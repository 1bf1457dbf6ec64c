import type { Time } from '../../async/time.ts'
import { closestWord } from '../../model/name.ts'
import { instantOf, wallTimeOf } from '../../rules/quiet-hours.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const longestPauseMs = 366 * dayMs

/** A day without a time means this hour. */
const morningMs = 9 * hourMs

const unitMs = { m: minuteMs, h: hourMs, d: dayMs, w: 7 * dayMs }
const unitNames = /^(m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?|w(?:eeks?)?)$/

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/**
 * Splits “acme 2h”, “acme for 3 days”, “acme until tomorrow 14:00” and “"until dawn" 2h” into a name and a term, both as written. Without a
 * term that it recognizes, the whole text is the name.
 */
export function splitPauseTerm(text: string): { name: string; term?: string } {
  const quoted = /^"([^"]*)"\s*(.*)$/.exec(text.trim())
  const [, before = '', term] = quoted ??
    /^(.*?)(?:^|\s)(from\s\S.*\s(?:until|till|for)\s.*|(?:until|till)\b.*|(?:for\s+)?(?:\d+\s?[a-z]+|an?\s(?:minute|hour|day|week)))$/i.exec(
      text.trim(),
    ) ?? [undefined, text.trim()]
  return term ? { name: before, term } : { name: before }
}

/** Returns when a pause ends (UTC, ms); undefined if the term is not understood, has passed, or is longer than a year. */
export function readPauseTerm(written: string, now: Time, timezone: string): number | undefined {
  const term = written.toLowerCase().replaceAll(/\s+/g, ' ').trim()
  const until = term.startsWith('until') || term.startsWith('till')
  const rest = term.replace(/^(?:until|till|for) ?/, '')
  const end = until ? momentOf(rest, now, timezone) : lengthEnd(rest, now)
  return end !== undefined && end > now && end - now <= longestPauseMs ? end : undefined
}

/**
 * Reads “from saturday 8:00 until monday 9:00”, and a term without a start, which begins now. The end is counted from the start. Returns
 * undefined if the start or the end is not understood or has passed, or if one of them is more than a year away.
 */
export function readSpan(written: string, now: Time, timezone: string): Span | undefined {
  const term = written.toLowerCase().replaceAll(/\s+/g, ' ').trim()
  const [, start, rest = ''] = /^from (.+?) ((?:until|till|for) .+)$/.exec(term) ?? []
  const from = start === undefined ? now : momentOf(start, now, timezone)
  if (from === undefined || from < now || from - now > longestPauseMs) return undefined
  const until = readPauseTerm(start === undefined ? term : rest, from, timezone)
  return until === undefined ? undefined : { from, until }
}

/** UTC, ms. */
export type Span = { from: Time; until: Time }

/** True for a term that begins later, such as “from saturday until monday”, whether it is understood or not. */
export const hasStart = (term: string) => /^from\s/i.test(term.trim())

function lengthEnd(written: string, now: Time): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,6}|an?) ?([a-z]+)$/.exec(written) ?? []
  if (!unitNames.test(unit)) return undefined
  return now + (count.startsWith('a') ? 1 : Number(count)) * unitMs[unit[0] as keyof typeof unitMs]
}

/**
 * Reads `tomorrow`, `monday 14:00`, `2pm` or `2026-12-01 8:30` as times of the zone (IANA). A weekday name means today only if its time is
 * still to come.
 */
function momentOf(written: string, now: Time, timezone: string): number | undefined {
  const [, day = '', time = ''] =
    /^((?:today|tomorrow|[a-z]{3,}|\d{4}-\d\d-\d\d)?)(?:(?:^| )(?:at )?(\d{1,2}(?::\d\d)?(?: ?[ap]m)?))?$/.exec(
      written,
    ) ?? []
  const at = time === '' ? morningMs : timeOf(time)
  if (written === '' || at === undefined || (day === 'today' && time === '')) return undefined
  const midnight = Math.floor(wallTimeOf(now, timezone) / dayMs) * dayMs
  const onDay = (days: number) => instantOf(midnight + days * dayMs + at, timezone)
  if (day === '') return onDay(onDay(0) > now ? 0 : 1)
  const date = /^\d/.test(day) ? dateOf(day) : undefined
  if (date !== undefined) return instantOf(date + at, timezone)
  const days = daysUntil(day, new Date(midnight).getUTCDay())
  const isNextWeek = days === 0 && day !== 'today' && (time === '' || onDay(0) <= now)
  return days === undefined ? undefined : onDay(isNextWeek ? 7 : days)
}

function dateOf(day: string): number | undefined {
  const date = Date.parse(day)
  return !Number.isNaN(date) && new Date(date).toISOString().startsWith(day) ? date : undefined
}

/** `today` is the number of a weekday; Sunday is 0. */
function daysUntil(name: string, today: number): number | undefined {
  if (name === 'today' || name === 'tomorrow') return name === 'today' ? 0 : 1
  const weekday = weekdays.findIndex((one) => one.startsWith(name))
  return weekday < 0 ? undefined : (weekday - today + 7) % 7
}

function timeOf(written: string): number | undefined {
  const [, hours = '', minutes = '0', half] = /^(\d+)(?::(\d+))? ?([ap]m)?$/.exec(written) ?? []
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'pm' ? 12 : 0)
  const isTime = hour < 24 && Number(minutes) < 60 && (half === undefined || Number(hours) <= 12)
  return isTime && (half !== undefined || written.includes(':'))
    ? hour * hourMs + Number(minutes) * minuteMs
    : undefined
}

export function closestPauseTerms(written: string): string[] {
  const term = written.toLowerCase()
  const count = /\d{1,3}/.exec(term)?.[0]
  const isLength = !/^(?:until|till)/.test(term)
  const word = /[a-z]{3,}$/.exec(term.replace(/^(?:until|till|for) ?/, ''))?.[0]
  const day = word === undefined ? undefined : closestWord(word, ['tomorrow', ...weekdays])
  const lengths = isLength && count !== undefined && Number(count) > 0 ? [`${count}h`, `${count}d`] : []
  const days = day === undefined ? [] : [`until ${day}`]
  const guesses = [...new Set([...lengths, ...days, 'until tomorrow', 'until monday', '2h'])]
  return guesses.filter((guess) => readPauseTerm(guess, 0, 'UTC') !== undefined).slice(0, 4)
}
