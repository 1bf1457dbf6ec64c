/**
 * `slot` is a time of the schedule (UTC, ms). `at` is the time of a request (UTC, ms; default: now). Only a run that begins after that time
 * fulfils the request.
 */
export type DueAt = { slot: number } | { at?: number }

/**
 * `member` is a subscription, and `key` is its alert. `behindMs` is how long it has been due without a complete run; absent if it is up to
 * date. `caughtUpAt` is the end of its last complete run (UTC, ms); absent if unknown. `dueAt` is the time of a delayed run (UTC, ms).
 */
export type Progress = {
  key: string
  member: string
  behindMs?: number
  caughtUpAt?: number
  dueAt?: number
}
