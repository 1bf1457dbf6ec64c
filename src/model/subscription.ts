import type { Filter } from './filter.ts'
import type { Quiet } from './quiet.ts'

/** Who is called by name on a card, and the condition that a mention must meet for it (besides passing the filters). */
export type Notify = {
  /** Slack member ids (`U…`) and user group ids (`S…`). */
  users: string[]
  groups: string[]
  /** Calls everybody who is active in the channel. */
  here: boolean
  when: Filter
}

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
  /** When only what is urgent is posted; the rest is held until the end. */
  quiet?: Quiet
  /** How much a card shows; full where absent. */
  style?: 'compact' | 'full'
  notify?: Notify
  /**
   * `url`: the same address or title within seven days joins the first card instead of getting its own; `story`: titles that are
   * nearly the same, too, and the card tells places and reach.
   */
  dedupe?: 'url' | 'story'
  /** How much it takes to call something a storm; `normal` where absent. */
  spike?: 'calm' | 'normal' | 'alert' | 'off'
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
