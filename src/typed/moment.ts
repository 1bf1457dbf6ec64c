import { closestWord } from '@overheard/base/name'
import type { Time } from '@overheard/base/time'
import {
  addDays,
  addMonths,
  calendarDate,
  dateOf,
  mondayOf,
  monthStart,
  startOf,
  weekdayOf,
} from '../model/calendar-date.ts'
import { isTimezone } from '../model/timezone.ts'
import { instantOf, wallTimeOf } from '../model/wall-clock.ts'
import { english, type Period, type Unit } from './english.ts'
import { inEnglish } from './words-of-languages.ts'

const words = english

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

type Unusable = 'unknown' | 'passed' | 'too-far' | 'no-such-date' | 'ends-first'

/**
 * Why a time cannot be used. The readings of an `ambiguous` time are all of it, in English, with one of its two meanings. If something else in
 * it is ambiguous, too, a reading is asked about again.
 */
export type TimeProblem = { kind: Unusable } | { kind: 'ambiguous'; readings: [string, string] }

export type ReadMoment = { at: Time } | { problem: TimeProblem }

/**
 * When and where a person writes a time. `zone` is an IANA zone. In the end of a span, `now` is its start, but words such as “tomorrow” count
 * from `written`. `isStart` is set for the start of a span.
 */
export type Here = { now: Time; zone: string; written?: Time; isStart?: true }

/** A day without a time means this hour. */
const morningMs = 9 * hourMs

const problem = (kind: Unusable) => ({ problem: { kind } }) as const
const ambiguous = (...readings: [string, string]) => ({ problem: { kind: 'ambiguous', readings } }) as const

/** Completes the readings of an ambiguous time with what is written beside it. */
export function withReadings<Read extends object>(
  read: Read | { problem: TimeProblem },
  complete: (reading: string) => string,
): Read | { problem: TimeProblem } {
  if (!('problem' in read) || read.problem.kind !== 'ambiguous') return read
  const [first, second] = read.problem.readings
  return ambiguous(complete(first), complete(second))
}

/** Writes times in one form: English, lower case, full-width characters as plain ones, and `9 a.m.` as `9am`. */
export const plainTime = (written: string) =>
  inEnglish(
    written
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[’‘]/g, "'")
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/(?<=\d) ?([ap])\.?m\.?(?= |,|$)/g, '$1m')
      .replaceAll(/,(?= |$)/g, ' ')
      .replaceAll(/ +/g, ' ')
      .trim(),
  )

const oneOf = (list: readonly string[]) =>
  list
    .toSorted((a, b) => b.length - a.length)
    .map((one) => one.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('|')

// Lengths

const unitByWord = new Map<string, Unit>(
  (Object.keys(words.units) as Unit[]).flatMap((unit) => words.units[unit].map((word) => [word, unit])),
)

export const isUnit = (word: string) => unitByWord.has(word.toLowerCase())

const unitPattern = `(?:${oneOf([...unitByWord.keys()])})`
const countWords = oneOf([...words.half, ...Object.keys(words.counts)])
const countPattern = String.raw`(?:(?<![\d.,])\d{1,9}(?:[.,]\d{1,2})?|(?<!\p{L})(?:${countWords})(?= ))`
const partPattern = String.raw`(${countPattern}) ?(${unitPattern})(?![\p{L}])`
const lengthPattern = new RegExp(
  `^${partPattern}(?:(?: |,| (?:${oneOf(words.and)}) )?${partPattern}){0,4}$`,
  'u',
)

type Length = { months: number; days: number; ms: number }

const lengthOf: Record<Unit, (count: number) => Partial<Length>> = {
  minute: (count) => ({ ms: count * minuteMs }),
  hour: (count) => ({ ms: count * hourMs }),
  day: (count) => (Number.isInteger(count) ? { days: count } : { ms: count * dayMs }),
  week: (count) => ({ days: count * 7 }),
  month: (count) => ({ months: count }),
  year: (count) => ({ months: count * 12 }),
}

/** Reads “2h”, “3 days” or “an hour and 30 minutes”; undefined if it is no length. */
function lengthIn(written: string): Length | undefined {
  if (!lengthPattern.test(written)) return undefined
  const length: Length = { months: 0, days: 0, ms: 0 }
  for (const [, count = '', unit = ''] of written.matchAll(new RegExp(partPattern, 'gu'))) {
    const part = lengthOf[unitByWord.get(unit) ?? 'minute'](countIn(count))
    length.months += part.months ?? 0
    length.days += part.days ?? 0
    length.ms += part.ms ?? 0
  }
  return Number.isInteger(length.months) && Number.isInteger(length.days) ? length : undefined
}

const countIn = (count: string) =>
  words.half.includes(count) ? 0.5 : (words.counts[count] ?? Number(count.replace(',', '.')))

const mostDays = 100_000

/** Days, weeks and months are those of the calendar of the zone. Hours and minutes are exact. */
function endOf({ months, days, ms }: Length, here: Here): ReadMoment {
  const { now, zone } = here
  if (months === 0 && days === 0 && ms === 0) return problem('unknown')
  if (months * 31 + days + ms / dayMs > mostDays) return problem('too-far')
  if (months === 0 && days === 0) return { at: now + ms }
  const day = addDays(addMonths(dateOf(now, zone), months), days)
  return { at: momentOn(day, timeOfDay(now, zone), here) + ms }
}

/** Returns the number of whole days of a written length, such as “30d”, “for two weeks” or “the last 7 days”; undefined if it is none. */
export function daysIn(written: string): number | undefined {
  const text = plainTime(written)
  const length = lengthIn(afterAny([...words.for, ...words.past], text) ?? text)
  return length === undefined || length.months > 0 || length.ms > 0 ? undefined : length.days
}

// Times of the day

type ReadTime = { ms: number } | 'midnight'

/** Reads `14:30`, `24:00`, `2pm`, `2:30 pm`, `9.30`, `noon` and `midnight`. */
function timeIn(written: string): ReadTime | undefined {
  if (words.noon.includes(written)) return { ms: 12 * hourMs }
  if (words.midnight.includes(written)) return 'midnight'
  const [, hours = '', minutes = '', half] = /^(\d{1,2})(?:[:.](\d\d))?([ap]m)?$/.exec(written) ?? []
  if (hours === '' || (minutes === '' && half === undefined)) return undefined
  const [hour, minute] = [Number(hours), Number(minutes)]
  if (minute > 59) return undefined
  if (half === undefined) {
    const ms = hour * hourMs + minute * minuteMs
    return ms <= dayMs ? { ms } : undefined
  }
  if (hour < 1 || hour > 12) return undefined
  return { ms: ((hour % 12) + (half === 'pm' ? 12 : 0)) * hourMs + minute * minuteMs }
}

// Days

/** `time` is the time of the day, if the person wrote one. */
type Found = { day: string; time?: number } | { problem: TimeProblem } | undefined

/** Of the names that begin with a word of at least three letters. */
function nameAt(list: readonly string[], word: string): number | undefined {
  const whole = words.short[word] ?? word
  const at = whole.length < 3 ? -1 : list.findIndex((name) => name.startsWith(whole))
  return at < 0 ? undefined : at
}

const afterAny = (list: readonly string[], text: string): string | undefined => {
  const found = list.toSorted((a, b) => b.length - a.length).find((one) => text.startsWith(`${one} `))
  return found === undefined ? undefined : text.slice(found.length + 1)
}

function dayIn(written: string, here: Here, time: number | undefined): Found {
  const now = dateOf(here.now, here.zone)
  const text = afterAny(words.on, written) ?? written
  if (Object.hasOwn(words.days, text)) {
    const days = words.days[text] ?? 0
    const today = dateOf(here.written ?? here.now, here.zone)
    return days === 0 && time === undefined ? undefined : { day: addDays(today, days) }
  }
  return (
    weekdayIn(text, here, time) ??
    nextIn(text, now) ??
    dateIn(text, { now, earliest: earliestFrom(now, here) })
  )
}

/** The end of a span is not looked for in the year before its start. */
function earliestFrom(now: string, { written }: Here): string {
  const [justOver, newYear] = [addDays(now, -justOverDays), `${now.slice(0, 4)}-01-01`]
  return written === undefined || justOver > newYear ? justOver : newYear
}

/** A date without a year is the first such day from `earliest` on. */
type Around = { now: string; earliest: string }

function weekdayIn(text: string, here: Here, time: number | undefined): Found {
  const now = dateOf(here.now, here.zone)
  const weekday = nameAt(words.weekdays, text)
  if (weekday !== undefined) return { day: comingDay(weekday, here, time) }
  const coming = nameAt(words.weekdays, afterAny(words.coming, text) ?? '')
  if (coming !== undefined) return { day: comingDay(coming, here, undefined) }
  const ofThisWeek = nameAt(words.weekdays, afterAny(words.thisOne, text) ?? '')
  if (ofThisWeek !== undefined) return { day: dayOfWeek(ofThisWeek, now) }
  const [, after = '', before = ''] = ofNextWeek.exec(text) ?? []
  const inNextWeek = nameAt(words.weekdays, after || before)
  return inNextWeek === undefined ? undefined : { day: dayOfWeek(inNextWeek, addDays(now, 7)) }
}

const nextWeek = `(?:${oneOf(words.next)}) week`
const ofNextWeek = new RegExp(
  String.raw`^(?:${nextWeek} (?:(?:${oneOf(words.on)}) )?(\p{L}+)|(\p{L}+) (?:(?:${oneOf(words.ofMonth)}) )?${nextWeek})$`,
  'u',
)

/** Returns the weekday of the week (from Monday on) of a day. */
const dayOfWeek = (weekday: number, day: string) => addDays(mondayOf(day), (weekday + 6) % 7)

/** Returns today only if the time is still to come. */
function comingDay(weekday: number, here: Here, time: number | undefined): string {
  const { now, zone } = here
  const day = dateOf(now, zone)
  const days = (weekday - weekdayOf(day) + 7) % 7
  const isOver = days === 0 && (time === undefined || momentOn(day, time, here) <= now)
  return addDays(day, isOver ? 7 : days)
}

/** Some people mean the first such weekday by “next Friday”, and others that of the next week. */
function nextIn(text: string, now: string): Found {
  const period = nextPeriod(text)
  if (period !== undefined && period !== 'day') return { day: startOfNext(period, now) }
  const weekday = nameAt(words.weekdays, afterAny(words.next, text) ?? '')
  if (weekday === undefined) return undefined
  const coming = addDays(now, (weekday - weekdayOf(now) + 7) % 7 || 7)
  const inNextWeek = dayOfWeek(weekday, addDays(now, 7))
  return coming === inNextWeek ? { day: coming } : ambiguous(coming, inNextWeek)
}

/** Reads “next week” and “the coming month”. */
function nextPeriod(text: string): Period | undefined {
  const what = afterAny([...words.next, ...words.coming], text) ?? ''
  return Object.hasOwn(words.periods, what) ? words.periods[what] : undefined
}

function startOfNext(period: Period, day: string): string {
  if (period === 'day') return addDays(day, 1)
  if (period === 'week') return addDays(mondayOf(day), 7)
  return period === 'month' ? addMonths(monthStart(day), 1) : addMonths(`${day.slice(0, 4)}-01-01`, 12)
}

const monthPattern = String.raw`(\p{L}{3,})`
const dayNumber = String.raw`(\d{1,2})(?:${oneOf(words.ordinals)}|\.)?`
const yearPattern = String.raw`(?: (?:(?:${oneOf(words.ofMonth)}) )?(\d{4}))?`
const dayMonth = new RegExp(
  String.raw`^(?:the )?${dayNumber} (?:(?:${oneOf(words.ofMonth)}) )?${monthPattern}\.?${yearPattern}$`,
  'u',
)

const monthDay = new RegExp(String.raw`^${monthPattern}\.? (?:the )?${dayNumber}${yearPattern}$`, 'u')

function dateIn(written: string, around: Around): Found {
  const [, first = '', rest = ''] = /^(\p{L}+)\.? (.*\d.*)$/u.exec(written) ?? []
  const weekday = nameAt(words.weekdays, first)
  if (weekday !== undefined) return onWeekday(weekday, dateIn(rest, around))
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(written)
  if (iso !== null) return dated(iso[1], iso[3], iso[4])
  const named = namedDate(written, around)
  if (named !== undefined) return named
  const dotted = /^(\d{1,2})\.(?: )?(\d{1,2})\.(?: )?(\d{4}|\d\d)?$/.exec(written)
  if (dotted !== null) return dayOfYear(dotted[3], dotted[2], dotted[1], around)
  const [, one, other, year] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d\d))?$/.exec(written) ?? []
  if (one === undefined || other === undefined) return undefined
  return eitherOrder(dayOfYear(year, other, one, around), dayOfYear(year, one, other, around))
}

/** A weekday before a date must be the weekday of the date. If the date can mean two days, the weekday tells which. */
function onWeekday(weekday: number, date: Found): Found {
  if (date === undefined || ('problem' in date && date.problem.kind !== 'ambiguous')) return date
  const days = 'day' in date ? [date.day] : date.problem.kind === 'ambiguous' ? date.problem.readings : []
  const [day, other] = days.filter((one) => weekdayOf(one) === weekday)
  if (day === undefined) return problem('no-such-date')
  return other === undefined ? { day } : date
}

function namedDate(written: string, around: Around): Found {
  const [, day, dayMonthName = '', dayYear] = dayMonth.exec(written) ?? []
  const [, monthDayName = '', monthNumber, monthYear] = monthDay.exec(written) ?? []
  const name = dayMonthName || monthDayName
  const month = nameAt(words.months, name)
  return month === undefined
    ? undefined
    : dayOfYear(dayYear ?? monthYear, String(month + 1), day ?? monthNumber, around)
}

/** In some countries the day comes first, in others the month. */
function eitherOrder(dayFirst: Found, monthFirst: Found): Found {
  const [a, b] = [dayFirst, monthFirst].map((one) =>
    one !== undefined && 'day' in one ? one.day : undefined,
  )
  if (a === undefined || b === undefined) return a === undefined ? monthFirst : dayFirst
  return a === b ? dayFirst : ambiguous(a, b)
}

function dated(year = '', month = '', day = ''): Found {
  const found = calendarDate(Number(year), Number(month), Number(day))
  return found === undefined ? problem('no-such-date') : { day: found }
}

/** A date without a year that was less than so many days ago is over. If that was longer ago, its next day is meant. */
const justOverDays = 60

function dayOfYear(year: string | undefined, month = '', day = '', { now, earliest }: Around): Found {
  if (year !== undefined) return dated(year.length === 2 ? `20${year}` : year, month, day)
  const found = [-1, 0, 1]
    .map((years) => calendarDate(Number(now.slice(0, 4)) + years, Number(month), Number(day)))
    .find((date) => date !== undefined && date >= earliest)
  return found === undefined ? problem('no-such-date') : { day: found }
}

// Moments

/** Reads `end of …`: the midnight after it. */
function endIn(written: string, here: Here): Found {
  const now = dateOf(here.now, here.zone)
  if (Object.hasOwn(words.ends, written))
    return { day: startOfNext(words.ends[written] ?? 'day', now), time: 0 }
  const what = afterAny(words.endOf, written)
  if (what === undefined) return undefined
  const own = afterAny(words.thisOne, what) ?? what
  if (Object.hasOwn(words.periods, own))
    return { day: startOfNext(words.periods[own] ?? 'day', now), time: 0 }
  const period = nextPeriod(what)
  if (period !== undefined) return { day: startOfNext(period, startOfNext(period, now)), time: 0 }
  const day = dayIn(what, here, dayMs)
  if (day === undefined) return undefined
  return 'day' in day
    ? { day: day.day, time: dayMs }
    : withReadings(day, (reading) => `${endOfWords} ${reading}`)
}

const endOfWords = words.endOf[0] ?? ''

/**
 * Reads a moment after now, in the time zone of the person, or in the zone that is written behind it: `tomorrow`, `fri 9am`, `1 Dec 14:00`, `noon`,
 * `end of week`, `in 2 hours`. What is not understood whole is a problem.
 */
export function readMoment(written: string, here: Here): ReadMoment {
  const { text, zone } = withoutZone(plainTime(written))
  const read = momentIn(text, { ...here, zone: zone ?? here.zone })
  if ('at' in read) return read.at <= here.now ? problem('passed') : read
  return zone === undefined ? read : withReadings(read, (reading) => `${reading} ${zone.toLowerCase()}`)
}

/** Reads the start of a span. If it is this day, without a time, the span begins now. */
export function readStart(written: string, here: Here): ReadMoment {
  const { text, zone = here.zone } = withoutZone(plainTime(written))
  const today = dateOf(here.now, zone)
  const day = afterAny(words.on, text) ?? text
  if (words.days[day] === 0) return { at: here.now }
  const asDay = timeIn(day) === undefined ? dottedDate(day, '') : day
  const found = dayIn(asDay, { ...here, zone }, undefined)
  const isToday = found !== undefined && 'day' in found && found.day === today
  return isToday ? { at: here.now } : readMoment(written, { ...here, isStart: true })
}

function withoutZone(text: string): { text: string; zone?: string } {
  const [, before = '', named = ''] = /^(.*\S) (\S+)$/.exec(text) ?? []
  if (/^(?:utc|gmt|z)$/.test(named)) return { text: before, zone: 'UTC' }
  if (named.includes('/') && /^[a-z]/.test(named) && isTimezone(named)) return { text: before, zone: named }
  const joined = /^(.*\d)(?:z|utc)$/.exec(text)?.[1]
  return joined === undefined ? { text } : { text: joined, zone: 'UTC' }
}

function momentIn(text: string, here: Here): ReadMoment {
  const length = lengthIn(afterAny(words.in, text) ?? '') ?? laterLength(text)
  if (length !== undefined) return endOf(length, here)
  const end = endIn(text, here)
  if (end !== undefined) return momentOf(end, undefined, here)
  const found = partings(text.replace(/(?<=^\d{4}-\d\d-\d\d)t(?=\d)/, ' ')).flatMap(([day, time]) => {
    const one = dayAtTime(day, time, here)
    return one === undefined ? [] : [one]
  })
  const [first, second] = found.filter((one) => 'at' in one)
  if (first !== undefined && second !== undefined && first.at !== second.at)
    return ambiguous(readingOf(first.at, here), readingOf(second.at, here))
  return first ?? found[0] ?? problem('unknown')
}

/** The reading of a day of which the morning has passed has no time, because a span that starts on this day begins now. */
const readingOf = (at: Time, { now, zone }: Here) => {
  const day = dateOf(at, zone)
  if (at <= now) return day
  const minutes = timeOfDay(at, zone) / minuteMs
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0')
  return `${day} ${two(minutes / 60)}:${two(minutes % 60)}`
}

const laterLength = (text: string) => {
  const end = words.fromNow.find((one) => text.endsWith(` ${one}`))
  return end === undefined ? undefined : lengthIn(text.slice(0, -end.length - 1))
}

/** Returns the ways to part a text into a day and a time, either of which can be missing, and either of which can come first. */
function partings(text: string): [day: string, time: string][] {
  const all = text.split(' ')
  const joined = (from: number, to: number) => all.slice(from, to).join(' ')
  return [
    [text, ''],
    ['', text],
    ...all.slice(1).flatMap((_, at): [string, string][] => [
      [joined(0, at + 1), joined(at + 1, all.length)],
      [joined(at + 1, all.length), joined(0, at + 1)],
    ]),
  ]
}

function dayAtTime(day: string, written: string, here: Here): ReadMoment | undefined {
  const timeText = afterAny(words.at, written) ?? written
  const time = timeIn(timeText)
  if (written !== '' && time === undefined) return undefined
  if (day === '') return time === undefined ? undefined : nextTime(time, here)
  // “1.12” can be a date, but “today 1.12” has a date already.
  const found = dayIn(dottedDate(day, written), here, time === 'midnight' ? dayMs : time?.ms)
  if (found === undefined) return undefined
  const withTime = withReadings(found, (reading) => `${reading} ${timeText}`.trim())
  return time === 'midnight' ? midnightOf(withTime, here) : momentOf(withTime, time?.ms, here)
}

/** `24.12` is a date if no time follows. */
const dottedDate = (day: string, time: string) =>
  time === '' && /^\d{1,2}\.\d{1,2}$/.test(day) ? `${day}.` : day

function nextTime(time: ReadTime, here: Here): ReadMoment {
  const { now, zone } = here
  const day = dateOf(now, zone)
  const ms = time === 'midnight' ? 0 : time.ms
  const at = momentOn(day, ms, here)
  return { at: at > now ? at : momentOn(addDays(day, 1), ms, here) }
}

/** Some people mean the start of a day by its midnight, and others its end. */
function midnightOf(found: NonNullable<Found>, here: Here): ReadMoment {
  if ('problem' in found) return found
  const [start, end] = [0, dayMs].map((ms) => momentOn(found.day, ms, here))
  if (start === undefined || end === undefined || start <= here.now) return { at: end ?? here.now }
  return ambiguous(`${found.day} 0:00`, `${found.day} 24:00`)
}

function momentOf(found: NonNullable<Found>, time: number | undefined, here: Here): ReadMoment {
  if ('problem' in found) return found
  return { at: momentOn(found.day, found.time ?? time ?? morningMs, here) }
}

/** Reads a length from now on, such as `2h`, `3 days` or `an hour and 30 minutes`. */
export function readLength(written: string, here: Here): ReadMoment {
  const length = lengthIn(plainTime(written))
  return length === undefined ? problem('unknown') : endOf(length, here)
}

/** Returns the day or unit that a misspelled word probably means. */
export function closestTimeWord(written: string): string | undefined {
  const word = /[a-z]{3,}$/.exec(plainTime(written))?.[0]
  return word === undefined ? undefined : closestWord(word, ['tomorrow', ...words.weekdays])
}

/** Returns the time of day on the clocks of the zone, in ms. */
const timeOfDay = (now: Time, timezone: string) => wallTimeOf(now, timezone) - startOf(dateOf(now, timezone))

/**
 * Returns the moment at which the clocks of the zone show a time of a date. If they show it twice, a span starts at the first that is not over,
 * and ends at the second. `timeMs` may be 24 hours.
 */
function momentOn(date: string, timeMs: number, { now, zone, isStart }: Here): Time {
  const wall = startOf(date) + timeMs
  const first = instantOf(wall, zone, 'first')
  return isStart === true && first > now ? first : instantOf(wall, zone)
}
