import type { Filter } from './filter.ts'

/** One alert to one channel: what to watch, how often, what to pass on and where to. */
export type Subscription = {
  /** Unique and stable: bookmark and receipt hang on it (with the alert's id). */
  name: string
  /** Name or id of an alert, as it was written. */
  alert: string
  /** Channel id or `#name`, as it was written. */
  channel: string
  /** Cron, five or six fields. */
  schedule: string
  /** IANA zone of a schedule that fires less than hourly; a faster one runs in UTC. */
  timezone: string
  only: Filter
  except: Filter
  /** How many of the newest mentions the first look posts (after the filters, within the newest page). */
  backfill: number
  /** More deliverable mentions than this in one turn become one message and its thread. */
  burst: number
  /** Mentions older than this by their own date are skipped, in ms; no limit where absent. */
  maxAge?: number
}

/** A scheduled summary of one or more alerts for a channel. */
export type Digest = {
  name: string
  channel: string
  alerts: string[]
  schedule: string
  timezone: string
  period: 'day' | 'week' | 'month'
  /** What to do when nothing happened: stay silent, or say so in one line. */
  whenEmpty: 'skip' | 'line'
}
