import type { Time } from '@overheard/base/time'
import type { DateRange } from '@overheard/mention-client/insight'
import type { MrkdwnElement, PlainTextElement, RichTextDate } from '@slack/types'
import { startOf } from '../../model/calendar-date.ts'
import { mrkdwn, plainText, type RichPart, words } from './block-kit.ts'
import { perLocale } from './locale.ts'
import { escapeMrkdwn } from './text.ts'
import { say } from './texts.ts'

const format = (options: Intl.DateTimeFormatOptions) =>
  perLocale((locale) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }))

const dayFormat = format({ month: 'short', day: 'numeric' })
const dateFormat = format({ month: 'short', day: 'numeric', year: 'numeric' })
const longDateFormat = format({ dateStyle: 'long' })
const weekdayFormat = format({ weekday: 'long' })
const timeFormat = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Replaces the thin blanks that Intl writes, because tests and searches do not find them. */
const plainBlanks = (text: string) => text.replaceAll(/[\u2009\u202f]/g, ' ')

export function dayWords(date: string): string {
  return dayFormat().format(startOf(date))
}

export function weekday(date: string): string {
  return weekdayFormat().format(startOf(date))
}

export function shortRange({ from, to }: DateRange): string {
  // Across New Year, Intl adds both years, and the line would be too long for a chart.
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${dayWords(from)} – ${dayWords(to)}`
  return plainBlanks(dayFormat().formatRange(startOf(from), startOf(to)))
}

export function fullRange({ from, to }: DateRange): string {
  return plainBlanks(dateFormat().formatRange(startOf(from), startOf(to)))
}

/**
 * Slack shows an error for a time that is not between `earliest` and `latest`. A mention with such a time has a wrong time
 * anyway.
 */
const earliest = 1
const latest = Date.UTC(9999, 11, 31)

/**
 * Returns markup for a time (UTC, ms), which Slack shows in each reader's time zone. Returns undefined if the time is
 * out of range.
 */
export function slackDate(at: Time, as: Moment['as'] = 'date'): string | undefined {
  if (!(at >= earliest && at <= latest)) return undefined
  return `<!date^${Math.floor(at / 1000)}^${formatOf(as)}|${utc(at)}>`
}

/** Returns markup for a few of our own words about a time (UTC, ms), such as “at 14:02”. Returns undefined if the time is out of range. */
export function slackTimeIn(wordsWith: (time: string) => string, at: Time): string | undefined {
  if (slackDate(at) === undefined) return undefined
  return `<!date^${Math.floor(at / 1000)}^${wordsWith('{time}')}|${utc(at)}>`
}

/** Returns, for example, “2026-11-20T12:00:00Z”; '' for a missing time and for a time that no calendar has. */
export function isoTime(at: Time | undefined): string {
  const date = new Date(at ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace(/\.\d{3}Z$/, 'Z')
}

/** The days of the last texts, as Intl writes them: that takes longer than drawing the rest of a line. */
const daysWritten = perLocale(() => new Map<number, string>())
const mostDays = 50
const dayMs = 86_400_000

/** Returns, for example, “Nov 20, 2026, 14:02 UTC”. */
export function utc(at: Time): string {
  const days = daysWritten()
  const day = Math.floor(at / dayMs)
  const date = days.get(day) ?? dateFormat().format(at)
  if (days.size >= mostDays) days.clear()
  days.set(day, date)
  return `${date}, ${timeFormat().format(at)} UTC`
}

export function utcDay(at: Time): string {
  return longDateFormat().format(at)
}

/** Slack shows the time as “today at 14:02” (`date`), as “14:02” (`time`) or as “3 minutes ago” (`ago`). */
export type Moment = { at: Time; as: 'date' | 'time' | 'ago' }

/** A string has our own words, or cleaned words of strangers. Slack shows each moment in the time zone of the reader. */
export type Sentence = (string | Moment)[]

/** Slack fills in what is in braces. */
const formatOf = (as: Moment['as']) => (as === 'date' ? say.date() : `{${as}}`)

export function sentenceAsRichText(sentence: Sentence): RichPart[] {
  return sentence.map((part) => (typeof part === 'string' ? words(part) : richMoment(part)))
}

export function sentenceAsText(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : momentWords(part))).join('')
}

/** Pass only our own words, because text of strangers could format itself. */
export function sentenceAsMrkdwn(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? escapeMrkdwn(part) : momentMarkup(part))).join('')
}

/** Trims the parts, because Slack shows a gap between the elements of a context block. */
export function sentenceAsContext(sentence: Sentence): (PlainTextElement | MrkdwnElement)[] {
  return sentence.map((part) =>
    typeof part === 'string' ? plainText(part.trim()) : mrkdwn(momentMarkup(part)),
  )
}

function richMoment(moment: Moment): RichPart {
  const { at, as } = moment
  if (slackDate(at) === undefined) return words(momentWords(moment))
  const timestamp = Math.floor(at / 1000)
  return { type: 'date', timestamp, format: formatOf(as), fallback: utc(at) } satisfies RichTextDate
}

const momentMarkup = (moment: Moment) => slackDate(moment.at, moment.as) ?? momentWords(moment)

function momentWords({ at }: Moment): string {
  return slackDate(at) === undefined ? say.unknownTime() : utc(at)
}
