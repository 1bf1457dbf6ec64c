const day = 86_400_000

type Write = (at: Date, now: Date) => string

function local(options: Intl.DateTimeFormatOptions): Write {
  const format = new Intl.DateTimeFormat('en-GB', options)
  return (at) => format.format(at)
}

const time = local({ hour: '2-digit', minute: '2-digit' })
const date = local({ day: 'numeric', month: 'long', year: 'numeric' })
const dateShort = local({ day: 'numeric', month: 'short', year: 'numeric' })
const dateLong = local({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** Slack's date tokens (https://docs.slack.dev/messaging/formatting-message-text#date-formatting). */
const tokens: ReadonlyMap<string, Write> = new Map(
  Object.entries({
    date_num: local({ year: 'numeric', month: '2-digit', day: '2-digit' }),
    date_slash: local({ year: 'numeric', month: '2-digit', day: '2-digit' }),
    date,
    date_short: dateShort,
    date_long: dateLong,
    date_pretty: pretty(date),
    date_short_pretty: pretty(dateShort),
    date_long_pretty: pretty(dateLong),
    day_divider_pretty: pretty(dateLong),
    time,
    time_secs: local({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
    ago,
  }),
)

/** Formats a time (seconds since 1970) with Slack's date tokens in the reader's time zone. `now` is ms since 1970. */
export function writeDate(timestamp: number, format: string, now: number): string {
  const at = new Date(timestamp * 1000)
  return format.replace(/\{(\w+)\}/g, (token, name: string) => tokens.get(name)?.(at, new Date(now)) ?? token)
}

/** Slack's words for days, by the number of days ago. */
const namedDays: ReadonlyMap<number, string> = new Map([
  [-1, 'tomorrow'],
  [0, 'today'],
  [1, 'yesterday'],
])

function pretty(write: Write): Write {
  return (at, now) => {
    const days = Math.round((startOfDay(now) - startOfDay(at)) / day)
    return namedDays.get(days) ?? write(at, now)
  }
}

function startOfDay(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
}

function ago(at: Date, now: Date): string {
  const minutes = Math.round((at.getTime() - now.getTime()) / 60_000)
  const words = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })
  if (Math.abs(minutes) < 60) return words.format(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return Math.abs(hours) < 24 ? words.format(hours, 'hour') : words.format(Math.round(hours / 24), 'day')
}

/** The time of a ts, in seconds since 1970. */
export function secondsOf(ts: string): number {
  return Math.floor(Number(ts)) || 0
}

/** The time of day of a ts: `14:02`. */
export function clockOf(ts: string): string {
  return writeDate(secondsOf(ts), '{time}', 0)
}

/** The heading of a message's day: `Today`, `Friday, 20 November 2026`. `now`: ms since 1970. */
export function dayOf(ts: string, now: number): string {
  const words = writeDate(secondsOf(ts), '{date_long_pretty}', now)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Date and time of a ts in full: `20 November 2026 at 14:02`. */
export function momentOf(ts: string): string {
  return writeDate(secondsOf(ts), '{date} at {time_secs}', 0)
}

/** The ISO form of a ts. */
export function isoOf(ts: string): string {
  return new Date(secondsOf(ts) * 1000).toISOString()
}
