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
