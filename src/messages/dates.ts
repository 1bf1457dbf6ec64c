import type { MrkdwnElement, PlainTextElement, RichTextDate } from '@slack/types'
import type { DateRange } from '../model/insight.ts'
import { startOf } from '../model/utc-date.ts'
import { type RangeChoice, type WholePeriod, wholePeriodAround } from '../stats/date-range.ts'
import { mrkdwn, plainText, type RichPart, words } from './block-kit.ts'
import { plural } from './numbers.ts'

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
// Spelled out, because ICU abbreviates September to four letters and months to three.
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const weekdayFormat = format({ weekday: 'long' })
const monthFormat = format({ month: 'long', year: 'numeric' })

/** A UTC date without its year: 14 Nov. */
export function dayWords(date: string): string {
  return `${Number(date.slice(-2))} ${months[Number(date.slice(-5, -3)) - 1] ?? ''}`
}

/** The weekday of a UTC date: Thursday. */
export function weekday(date: string): string {
  return weekdayFormat.format(startOf(date))
}

/** A range without its year, as short as it goes: 14 Nov, 16 – 22 Nov, 22 Oct – 20 Nov. */
export function shortRange({ from, to }: DateRange): string {
  if (from === to) return dayWords(from)
  if (from.slice(0, 7) === to.slice(0, 7)) return `${Number(from.slice(8))} – ${dayWords(to)}`
  return `${dayWords(from)} – ${dayWords(to)}`
}

/** A range with its year: 22 Oct – 20 Nov 2026, or both years if it crosses New Year. */
export function fullRange(range: DateRange): string {
  const [first, last] = [range.from.slice(0, 4), range.to.slice(0, 4)]
  if (first === last) return `${shortRange(range)} ${last}`
  return `${dayWords(range.from)} ${first} – ${dayWords(range.to)} ${last}`
}

/** The requested range in words: last 30 days, this week, 1 – 31 Oct 2026. */
export function choiceWords(choice: RangeChoice): string {
  if (choice.kind === 'named') return choice.name
  if (choice.kind === 'dates') return fullRange(choice)
  return choice.days === 1 ? 'today' : `last ${plural(choice.days, 'day')}`
}

/** The period of a digest in words: week 47, 16 – 22 Nov 2026; Thursday, 19 Nov 2026; November 2026. */
export function wholePeriodWords({ key, period, range }: WholePeriod): string {
  if (period === 'day') return `${weekday(range.from)}, ${fullRange(range)}`
  const whole = wholePeriodAround(range.from, period)
  if (whole.from !== range.from || whole.to !== range.to) return fullRange(range)
  if (period === 'month') return monthFormat.format(startOf(range.from))
  return `week ${Number(key.slice(-2))}, ${fullRange(range)}`
}

/** Slack shows dates before 1970 and after 9999 as errors; such a date of a mention is wrong anyhow. Milliseconds. */
const earliest = 1
const latest = Date.UTC(9999, 11, 31)

const dayAndTime = '{date_short_pretty} at {time}'

/** A moment (ms since the epoch) as markup that Slack shows in each reader's own zone; undefined if it is no sound date. */
export function slackDate(at: number, format: string = dayAndTime): string | undefined {
  if (!(at >= earliest && at <= latest)) return undefined
  return `<!date^${Math.floor(at / 1000)}^${format}|${utc(at)}>`
}

/** Like `slackDate`, with the time of day only. */
export function slackTime(at: number): string | undefined {
  return slackDate(at, '{time}')
}

/** A time (ms since the epoch) as plain text: 20 Nov 2026, 14:02 UTC. */
export function utc(at: number): string {
  const [date = '', time = ''] = new Date(at).toISOString().split('T')
  return `${dayWords(date)} ${date.slice(0, -6)}, ${time.slice(0, 5)} UTC`
}

/** A UTC day as plain text: 1 December 2026. */
export function utcDay(at: number): string {
  return dayFormat.format(at)
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Sentences with moments in them, which each reader sees in their own time zone. */

/** A moment (UTC, ms since the epoch), shown as a day and a time ("today at 14:02"), a time, or "3 minutes ago". */
type Moment = { at: number; as: 'date' | 'time' | 'ago' }

/** Our own words, escaped words of strangers, and times, in order. */
export type Sentence = (string | Moment)[]

/** Slack's tokens (https://docs.slack.dev/reference/block-kit/blocks/rich-text-block). */
const momentFormats: Record<Moment['as'], string> = {
  date: '{date_short_pretty} at {time}',
  time: '{time}',
  ago: '{ago}',
}

/** As rich text, in which no markup works. An invalid time becomes words. */
export function sentenceAsRichText(sentence: Sentence): RichPart[] {
  return sentence.map((part) => (typeof part === 'string' ? words(part) : richMoment(part)))
}

/** As plain text, for screen readers and notifications. Not escaped. */
export function sentenceAsText(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : momentWords(part))).join('')
}

/** As context elements. Slack puts a gap between them. */
export function sentenceAsContext(sentence: Sentence): (PlainTextElement | MrkdwnElement)[] {
  return sentence.map((part) =>
    typeof part === 'string' ? plainText(part.trim()) : mrkdwn(momentMarkup(part)),
  )
}

function richMoment(moment: Moment): RichPart {
  const { at, as } = moment
  if (slackDate(at) === undefined) return words(momentWords(moment))
  const timestamp = Math.floor(at / 1000)
  return { type: 'date', timestamp, format: momentFormats[as], fallback: utc(at) } satisfies RichTextDate
}

const momentMarkup = (moment: Moment) => slackDate(moment.at, momentFormats[moment.as]) ?? momentWords(moment)

function momentWords({ at }: Moment): string {
  return slackDate(at) === undefined ? 'an unknown time' : utc(at)
}
