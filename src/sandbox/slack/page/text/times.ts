import { writeDate } from './slack-date.ts'

/** The seconds since 1970 of a message's ts. */
export function secondsOf(ts: string): number {
  return Math.floor(Number(ts)) || 0
}

/** The clock time of a ts: `14:02`. */
export function clockOf(ts: string): string {
  return writeDate(secondsOf(ts), '{time}', 0)
}

/** The day a message stands under: `Today`, `Friday, 20 November 2026`. `now`: ms since 1970. */
export function dayOf(ts: string, now: number): string {
  const words = writeDate(secondsOf(ts), '{date_long_pretty}', now)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Day and time in full: `20 November 2026 at 14:02`. */
export function momentOf(ts: string): string {
  return writeDate(secondsOf(ts), '{date} at {time_secs}', 0)
}

/** The machine-readable form of a ts. */
export function isoOf(ts: string): string {
  return new Date(secondsOf(ts) * 1000).toISOString()
}
