/**
 * `slot` is a time of the schedule (UTC, ms). Several processes may record the same slot, because any run that begins at the slot or later
 * covers it. `at` is the time of a request (UTC, ms; default: now). Only a run that begins after that time fulfils the request.
 */
export type DueAt = { slot: number } | { at?: number }

/** `member` is a subscription or a digest. `key` is the subscription's alert, or the digest's name. */
export type DueMember = { key: string; member: string } & DueAt

export type TakenMember = { key: string; member: string; behindMs: number }

/**
 * `behindMs` is how long the subscription or digest `member` has been due without a complete run; absent if it is up to date. `caughtUpAt`
 * is the end of its last complete run (UTC, ms); absent if unknown.
 */
export type Progress = { member: string; behindMs?: number; caughtUpAt?: number }
