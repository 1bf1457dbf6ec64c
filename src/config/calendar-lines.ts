/** The lines of an iCalendar file (RFC 5545), and their errors. The parser of the package skips what it does not understand. */

/** `line` is where it begins: the next lines may continue it. */
export type ContentLine = { line: number; name: string; params: string; value: string }

/** What is between BEGIN and END, without the components within it. */
export type Component = { name: string; line: number; lines: ContentLine[] }

/** `path` is as the configuration file writes it. */
export type CalendarFile = { path: string; text: string }

/** The first error of a calendar file. Its message names the line. */
export class CalendarError extends Error {
  constructor(line: number, what: string) {
    super(`line ${line}: ${what}`)
    this.name = 'CalendarError'
  }
  /** Adds the file to the message. */
  in(path: string): this {
    this.message = `calendar: ${path}: ${this.message}`
    return this
  }
}

const longestQuote = 40

const quote = (text: string) => `'${text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text}'`

/** Joins continued lines, which begin with a blank. */
function unfold(text: string): { line: number; written: string }[] {
  const joined: { line: number; written: string }[] = []
  for (const [index, raw] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const last = joined.at(-1)
    if (/^[ \t]/.test(raw) && last !== undefined) last.written += raw.slice(1)
    else if (raw.trim() !== '') joined.push({ line: index + 1, written: raw })
  }
  return joined
}

/** A value in quotes may contain a colon. */
const contentLine =
  /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/

function readLine({ line, written }: { line: number; written: string }): ContentLine {
  const [, name, params = '', value = ''] = contentLine.exec(written) ?? []
  if (name === undefined)
    throw new CalendarError(line, `expected NAME:VALUE, and found ${quote(written.trim())}`)
  return { line, name: name.toUpperCase(), params, value: value.trim() }
}

/** Returns the events of the file. Throws a CalendarError. */
export function readComponents(text: string): Component[] {
  const unfolded = unfold(text)
  const [first] = unfolded
  if (first?.written.trim().toUpperCase() !== 'BEGIN:VCALENDAR')
    throw new CalendarError(first?.line ?? 1, 'this is no calendar: its first line must be BEGIN:VCALENDAR')
  const open: Component[] = []
  const found = unfolded.flatMap((one) => takeLine(open, readLine(one), one.written))
  const unclosed = open.at(-1)
  if (unclosed === undefined) return found
  throw new CalendarError(
    unclosed.line,
    `BEGIN:${unclosed.name} has no END:${unclosed.name}; perhaps the end of the file is missing`,
  )
}

/** Adds a line to the components that are open, from the outermost on. Returns the event that it ends. */
function takeLine(open: Component[], read: ContentLine, written: string): Component[] {
  if (read.name === 'BEGIN') open.push(begun(read))
  const inner = open.at(-1)
  if (inner === undefined || open[0]?.name !== 'VCALENDAR')
    throw new CalendarError(read.line, `${quote(written)} is behind the end of the calendar`)
  if (read.name === 'END') return ended(open.pop() ?? inner, read)
  if (read.name !== 'BEGIN') inner.lines.push(read)
  return []
}

const begun = ({ line, value }: ContentLine): Component => ({
  name: value.toUpperCase(),
  line,
  lines: [],
})

/** Returns the component if it is an event. */
function ended(component: Component, { line, value }: ContentLine): Component[] {
  const { name } = component
  if (value.toUpperCase() !== name)
    throw new CalendarError(
      line,
      `END:${value} is here, but BEGIN:${name} of line ${component.line} is still open`,
    )
  if (name !== 'VEVENT') return []
  checkEvent(component)
  return [component]
}

/** Returns the only line with this name. Throws if there are several. */
function lineOf({ lines }: Component, name: string): ContentLine | undefined {
  const [first, second] = lines.filter((one) => one.name === name)
  if (second !== undefined)
    throw new CalendarError(second.line, `this event has ${name} twice, first in line ${first?.line}`)
  return first
}

const timePattern = /^(\d{4})(\d\d)(\d\d)(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d|60)Z?)?$/

/** Returns the date of a value such as `20261225` or `20261225T090000Z`. */
export function dateIn(value: string): string | undefined {
  const [, year, month, day] = timePattern.exec(value) ?? []
  const date = `${year}-${month}-${day}`
  const ms = Date.parse(date)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date) ? date : undefined
}

function checkTimes(one: ContentLine | undefined): void {
  if (one === undefined) return
  for (const value of one.value.split(',')) {
    const isPeriod = one.name === 'RDATE' && value.includes('/')
    if (dateIn(isPeriod ? (value.split('/')[0] ?? '') : value.trim()) === undefined)
      throw new CalendarError(
        one.line,
        `${one.name}: ${quote(value)} is no date (such as 20261225) and no time (such as 20261225T090000Z)`,
      )
  }
}

function checkEvent(event: Component): void {
  const start = lineOf(event, 'DTSTART')
  if (start === undefined) throw new CalendarError(event.line, 'this event has no DTSTART')
  const end = lineOf(event, 'DTEND')
  const repeated = ['EXDATE', 'RDATE', 'RECURRENCE-ID']
  for (const one of [start, end, ...event.lines.filter(({ name }) => repeated.includes(name))])
    checkTimes(one)
  if (end !== undefined && dateOf(end) < dateOf(start))
    throw new CalendarError(end.line, 'this event ends before it begins')
  checkRule(lineOf(event, 'RRULE'))
}

const dateOf = ({ value }: ContentLine) => dateIn(value) ?? ''

const numbers = (most: number) => (value: string) =>
  value
    .split(',')
    .every((one) => /^[+-]?\d{1,3}$/.test(one) && Math.abs(Number(one)) <= most && Number(one) !== 0)

const weekdayNames = 'SU|MO|TU|WE|TH|FR|SA'
const count = (value: string) => /^[1-9]\d{0,5}$/.test(value)

/** What each part of a rule may be. Whole days have no rule by hours, minutes or seconds. */
const ruleParts: Record<string, (value: string) => boolean> = {
  FREQ: (value) => /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/.test(value),
  UNTIL: (value) => dateIn(value) !== undefined,
  COUNT: count,
  INTERVAL: count,
  BYDAY: (value) => value.split(',').every((one) => new RegExp(`^[+-]?\\d{0,2}(${weekdayNames})$`).test(one)),
  BYMONTH: numbers(12),
  BYMONTHDAY: numbers(31),
  BYYEARDAY: numbers(366),
  BYWEEKNO: numbers(53),
  BYSETPOS: numbers(366),
  WKST: (value) => new RegExp(`^(${weekdayNames})$`).test(value),
}

const partsOfTimes = /^(FREQ=(HOURLY|MINUTELY|SECONDLY)|BY(HOUR|MINUTE|SECOND)=.*)$/

function checkRule(rule: ContentLine | undefined): void {
  if (rule === undefined) return
  const parts = rule.value
    .toUpperCase()
    .split(';')
    .filter((part) => part !== '')
  if (!parts.some((part) => part.startsWith('FREQ=')))
    throw new CalendarError(rule.line, 'RRULE: FREQ is missing (such as FREQ=YEARLY)')
  for (const part of parts) {
    const [name = '', value = '', ...others] = part.split('=')
    const isKnown = Object.hasOwn(ruleParts, name) && others.length === 0 && ruleParts[name]?.(value)
    if (!isKnown && !partsOfTimes.test(part) && !name.startsWith('X-'))
      throw new CalendarError(rule.line, `RRULE: ${quote(part)} is not understood`)
  }
}
