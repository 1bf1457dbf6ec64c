/** A calendar that counts days by the rules for leap years, and shares no code with the program. */

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const lengths = (year: number) => [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const two = (number: number) => String(number).padStart(2, '0')

/** `weekday` is 0 for Sunday. `month` begins with 1. */
export type CivilDate = { date: string; weekday: number; day: number; month: number }

/** All dates of some years, in order. */
export function datesOfYears(first: number, years: number): CivilDate[] {
  const dates: CivilDate[] = []
  // 1 January 2024 was a Monday.
  let weekday = 1
  for (let year = 2024; year < first + years; year++)
    for (const [index, length] of lengths(year).entries())
      for (let day = 1; day <= length; day++) {
        if (year >= first)
          dates.push({ date: `${year}-${two(index + 1)}-${two(day)}`, weekday, day, month: index + 1 })
        weekday = (weekday + 1) % 7
      }
  return dates
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** What a clock in the zone shows, such as “2026-03-29 03:00”, by Intl. */
export function clockIn(zone: string, at: number): string {
  const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'short' } as const
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', options)
  formats.set(zone, format)
  return format.format(at)
}

/** The first moment at which a clock in the zone shows this time or a later one of the same date. `time` is “09:00”. */
export function momentIn(zone: string, date: string, time: string): number {
  const wall = Date.parse(`${date}T${time}:00Z`)
  const quarter = 900_000
  const wanted = `${date} ${time}`
  // No zone is more than 14 hours before UTC or 12 hours behind it.
  let [low, high] = [(wall - 15 * 3_600_000) / quarter, (wall + 14 * 3_600_000) / quarter]
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2)
    if (clockIn(zone, middle * quarter) >= wanted) high = middle
    else low = middle
  }
  return high * quarter
}
