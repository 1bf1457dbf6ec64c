import ical, { type EventInstance, type VEvent } from 'node-ical'
import { addDays, dateOf, daysBetween } from '../model/calendar-date.ts'
import { errorMessage } from '../model/log.ts'
import { isTimezone } from '../model/timezone.ts'
import {
  CalendarError,
  type CalendarFile,
  type Component,
  type ContentLine,
  dateIn,
  readComponents,
} from './calendar-lines.ts'

/** An event of whole days. `extra` are the dates of its RDATE lines. */
type Closure = { event: VEvent; line: number; extra: string[] }

/** An event that repeats by hours is not one of whole days, and would repeat without end. */
const isByTimes = ({ lines }: Component) =>
  lines.some(
    ({ name, value }) => name === 'RRULE' && /(HOURLY|MINUTELY|SECONDLY|BYHOUR|BYMINUTE)/i.test(value),
  )

const lineIn = ({ lines }: Component, wanted: string) => lines.find(({ name }) => name === wanted)

const isMidnight = (value: string | undefined) => value === undefined || /^\d{8}(T000000Z?)?$/.test(value)

/** Some programs write whole days as times from midnight to midnight. */
function isOfWholeDays(event: Component): boolean {
  const [start, end, length] = ['DTSTART', 'DTEND', 'DURATION'].map((name) => lineIn(event, name)?.value)
  if (!isMidnight(start) || !isMidnight(end) || isByTimes(event)) return false
  return !start?.includes('T') || end !== undefined || /^P\d+[DW]$/.test(length ?? '')
}

const datesOf = ({ value }: ContentLine) => value.split(',').map((one) => one.trim().slice(0, 8))

/** The rule ends at a moment, but whole days need a date in the zone of the event. */
function ruleOf(event: Component, timezone: string): string[] {
  const rule = lineIn(event, 'RRULE')?.value.toUpperCase()
  if (rule === undefined) return []
  const start = lineIn(event, 'DTSTART')
  const [, named] = /;TZID="?([^";:]+)/i.exec(start?.params ?? '') ?? []
  const zone = isTimezone(named) && named !== undefined ? named : timezone
  const until = rule.replace(
    /UNTIL=(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/,
    (_, year, month, day, ...clock) => {
      const date = `${year}-${month}-${day}`
      const at = Date.parse(`${date}T${clock.slice(0, 3).join(':')}Z`)
      const last = start?.value.includes('T') ? dateOf(at, zone) : date
      return `UNTIL=${last.replaceAll('-', '')}`
    },
  )
  return [`RRULE:${until.replace(/(UNTIL=\d{8})T\d{6}/, '$1')}`]
}

/** Writes an event with what matters about whole days, and with dates only. */
function writeDates(event: Component, uid: string, timezone: string): string[] {
  const named = (name: string) => {
    const found = event.lines.filter((one) => one.name === name)
    return found.map((one) => `${name};VALUE=DATE:${datesOf(one).join(',')}`)
  }
  const plain = ['DURATION', 'STATUS'].flatMap((name) => lineIn(event, name) ?? [])
  return [
    ...['BEGIN:VEVENT', `UID:${uid}`],
    ...['DTSTART', 'DTEND', 'EXDATE', 'RECURRENCE-ID'].flatMap(named),
    ...plain.map(({ name, value }) => `${name}:${value}`),
    ...[...ruleOf(event, timezone), 'END:VEVENT'],
  ]
}

/**
 * The package finds events by UID, and keeps the last one of those with the same. So it reads each event alone, together with the changed
 * dates of its series (RECURRENCE-ID).
 */
function closuresOf(text: string, timezone: string): Closure[] {
  const events = readComponents(text)
  const changed = events.filter((one) => lineIn(one, 'RECURRENCE-ID') !== undefined)
  return events
    .filter((one) => !changed.includes(one) && isOfWholeDays(one))
    .flatMap((one) => {
      const uid = lineIn(one, 'UID')?.value
      const changes = changed.filter((other) => uid !== undefined && lineIn(other, 'UID')?.value === uid)
      const shorter = changes.filter((other) => !isOfWholeDays(other))
      const without = shorter.flatMap((other) => {
        const moved = lineIn(other, 'RECURRENCE-ID')
        return moved === undefined ? [] : [{ ...moved, name: 'EXDATE' }]
      })
      const lines = [
        ...writeDates({ ...one, lines: [...one.lines, ...without] }, 'event', timezone),
        ...changes
          .filter((other) => !shorter.includes(other))
          .flatMap((other) => writeDates(other, 'event', timezone)),
      ]
      const extra = one.lines
        .filter(({ name }) => name === 'RDATE')
        .flatMap((dates) => datesOf(dates).flatMap((date) => dateIn(date) ?? []))
      return parsed(one, lines).map((event) => ({ event, line: one.line, extra }))
    })
}

function parsed({ line }: Component, lines: string[]): VEvent[] {
  const text = ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
  try {
    return Object.values(ical.sync.parseICS(text)).flatMap((one) => (one?.type === 'VEVENT' ? [one] : []))
  } catch (error) {
    throw new CalendarError(line, `this event cannot be read (${errorMessage(error)})`)
  }
}

/** The package gives dates as midnight in the time zone of the machine. */
const localDate = (at: Date) => dateOf(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()))

function* datesIn({ event, extra, line }: Closure, year: number): Generator<string> {
  let instances: EventInstance[]
  try {
    instances = ical.expandRecurringEvent(event, {
      from: new Date(year, 0, 1),
      to: new Date(year, 11, 31, 23, 59, 59),
      expandOngoing: true,
    })
  } catch (error) {
    throw new CalendarError(line, `this event cannot be repeated (${errorMessage(error)})`)
  }
  const ranges = instances
    .filter(({ event: { status } }) => status !== 'CANCELLED')
    .map(({ start, end }) => ({ from: localDate(start), to: localDate(end) }))
  const [first] = ranges
  const length = first === undefined ? 1 : Math.max(1, daysBetween(first.from, first.to) - 1)
  const added = extra.map((from) => ({ from, to: addDays(from, length) }))
  const [newYear, nextYear] = [`${year}-01-01`, `${year + 1}-01-01`]
  for (const { from, to } of [...ranges, ...added]) {
    // An event without an end, or with the same one, lasts a day.
    const end = to > from ? to : addDays(from, 1)
    for (let date = from > newYear ? from : newYear; date < end && date < nextYear; date = addDays(date, 1))
      yield date
  }
}

/** Returns if a date is a holiday by these calendar files. Throws a CalendarError. */
export function holidaysOf(files: CalendarFile[], about: About): (date: string) => boolean {
  const calendars = files.map((file) => yearsOf(file, about))
  return (date) => calendars.some((isHoliday) => isHoliday(date))
}

type About = { thisYear: number; timezone: string }

function yearsOf({ path, text }: CalendarFile, about: About): (date: string) => boolean {
  try {
    return readYears(text, about)
  } catch (error) {
    throw error instanceof CalendarError ? error.in(path) : error
  }
}

function readYears(text: string, { thisYear, timezone }: About): (date: string) => boolean {
  const closures = closuresOf(text, timezone)
  const years = new Map<number, ReadonlySet<string>>()
  function holidaysIn(year: number): ReadonlySet<string> {
    const known = years.get(year)
    if (known !== undefined) return known
    const dates = new Set(closures.flatMap((closure) => [...datesIn(closure, year)]))
    years.set(year, dates)
    return dates
  }
  // An event that cannot be repeated is found while the file is read.
  for (const year of [thisYear, thisYear + 1]) holidaysIn(year)
  return (date) => holidaysIn(Number(date.slice(0, 4))).has(date)
}
