import type { MrkdwnElement, PlainTextElement, RichTextDate } from '@slack/types'
import type { DateRange } from '../model/insight.ts'
import { startOf } from '../model/utc-date.ts'
import type { RangeChoice } from '../stats/date-range.ts'
import { mrkdwn, plainText, type RichPart, words } from './block-kit.ts'
import { perLocale } from './locale.ts'
import { plural } from './numbers.ts'

const format = (options: Intl.DateTimeFormatOptions) =>
  perLocale((locale) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }))
const dayFormat = format({ month: 'short', day: 'numeric' })
const dateFormat = format({ month: 'short', day: 'numeric', year: 'numeric' })
const longDateFormat = format({ dateStyle: 'long' })
const weekdayFormat = format({ weekday: 'long' })
const timeFormat = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Replaces the thin blanks that ICU writes, because tests and searches do not find them. */
const plainBlanks = (text: string) => text.replaceAll(/[\u2009\u202f]/g, ' ')

/** For example Nov 14. */
export function dayWords(date: string): string {
  return dayFormat().format(startOf(date))
}

export function weekday(date: string): string {
  return weekdayFormat().format(startOf(date))
}

/** A range without its year, as short as possible: Nov 14, Nov 16 – 22, Oct 22 – Nov 20. */
export function shortRange({ from, to }: DateRange): string {
  // Across New Year, Intl adds both years, and the line would be too long for a chart.
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${dayWords(from)} – ${dayWords(to)}`
  return plainBlanks(dayFormat().formatRange(startOf(from), startOf(to)))
}

/** Oct 22 – Nov 20, 2026; with both years if the range crosses New Year. */
export function fullRange({ from, to }: DateRange): string {
  return plainBlanks(dateFormat().formatRange(startOf(from), startOf(to)))
}

/** For example last 30 days, this week, or Oct 1 – 31, 2026. */
export function choiceWords(choice: RangeChoice): string {
  if (choice.kind === 'named') return choice.name
  if (choice.kind === 'dates') return fullRange(choice)
  return choice.days === 1 ? 'today' : `last ${plural(choice.days, 'day')}`
}

/** Slack shows a time outside this range as an error, and such a time of a mention is wrong anyway. UTC, ms. */
const earliest = 1
const latest = Date.UTC(9999, 11, 31)

const dayAndTime = '{date_short_pretty} at {time}'

/** A time (UTC, ms) as markup that Slack shows in each reader's time zone; undefined if the time is out of range. */
export function slackDate(at: number, format: string = dayAndTime): string | undefined {
  if (!(at >= earliest && at <= latest)) return undefined
  return `<!date^${Math.floor(at / 1000)}^${format}|${utc(at)}>`
}

/** Like `slackDate`, with the time of day only. */
export function slackTime(at: number): string | undefined {
  return slackDate(at, '{time}')
}

/** A time (UTC, ms) in plain words: Nov 20, 2026, 14:02 UTC. */
export function utc(at: number): string {
  return `${dateFormat().format(at)}, ${timeFormat().format(at)} UTC`
}

/** For example December 1, 2026. */
export function utcDay(at: number): string {
  return longDateFormat().format(at)
}

/** Sentences with times in them. Each reader sees the times in their own time zone. */

/** A time (UTC, ms), shown as day and time (“today at 14:02”), as time of day, or as “3 minutes ago”. */
type Moment = { at: number; as: 'date' | 'time' | 'ago' }

/** Our own words, escaped words of strangers, and times, in order. */
export type Sentence = (string | Moment)[]

/** Slack's tokens (https://docs.slack.dev/reference/block-kit/blocks/rich-text-block). */
const momentFormats: Record<Moment['as'], string> = {
  date: '{date_short_pretty} at {time}',
  time: '{time}',
  ago: '{ago}',
}

/** No markup works in the result. An invalid time becomes words. */
export function sentenceAsRichText(sentence: Sentence): RichPart[] {
  return sentence.map((part) => (typeof part === 'string' ? words(part) : richMoment(part)))
}

/** Plain text for screen readers and notifications. Not escaped. */
export function sentenceAsText(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : momentWords(part))).join('')
}

/** Slack puts a gap between the elements. */
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
