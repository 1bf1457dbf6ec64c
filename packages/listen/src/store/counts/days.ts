/** UTC days since 1970, both included. */
export type DayRange = { from: number; to: number }

/** A name, and how many mentions have it. */
export type Counted = { name: string; mentions: number }

const dayMs = 24 * 60 * 60 * 1000

export const dayOf = (date: number) => Math.floor(date / dayMs)

/** The first day of the month of a day. */
export function monthOf(day: number): number {
  const date = new Date(day * dayMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / dayMs
}
export function nextMonth(month: number): number {
  return monthOf(month + 31)
}
