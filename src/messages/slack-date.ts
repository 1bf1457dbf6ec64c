import { dayWords } from './dates.ts'

/** Slack shows dates before 1970 and after 9999 as errors; such a date of a mention is wrong anyhow. Milliseconds. */
const earliest = 1
const latest = Date.UTC(9999, 11, 31)

const dayAndTime = '{date_short_pretty} at {time}'

/** A moment (ms since the epoch) as markup that Slack shows in each reader's own zone; undefined where it is no sound date. */
export function slackDate(at: number, format: string = dayAndTime): string | undefined {
  if (!(at >= earliest && at <= latest)) return undefined
  return `<!date^${Math.floor(at / 1000)}^${format}|${utc(at)}>`
}

/** As `slackDate`, the time of day only. */
export function slackTime(at: number): string | undefined {
  return slackDate(at, '{time}')
}

/** A moment (ms since the epoch) in plain words, for text that is not markup: 20 Nov 2026, 14:02 UTC. */
export function utc(at: number): string {
  const [date = '', time = ''] = new Date(at).toISOString().split('T')
  return `${dayWords(date)} ${date.slice(0, -6)}, ${time.slice(0, 5)} UTC`
}

/** A UTC day in plain words: 1 December 2026. */
export function utcDay(at: number): string {
  return dayFormat.format(at)
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
