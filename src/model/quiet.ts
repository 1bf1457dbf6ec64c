import type { Filter } from './filter.ts'

/** The days of a week, as they are written in a configuration; the index is that of `Date.getDay`. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
type Weekday = (typeof weekdays)[number]

/** Hours in which only what is urgent is posted; everything else waits for their end. */
export type Quiet = {
  /** Wall-clock times of the time zone, `HH:MM`. An end that is not after the beginning lies on the next day. */
  from: string
  to: string
  /** The days on which the hours begin; every day where absent. */
  days?: Weekday[]
  /** IANA zone. */
  timezone: string
  /** What passes at once: all keys must hold. Nothing does where absent. */
  urgent?: Filter
}
