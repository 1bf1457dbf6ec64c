/**
 * All times are UTC, in ms. `slot` is a time of the schedule: a run that begins at the slot or later covers it, so
 * several processes may record the same slot. `at` (default: now) is a request: only a run that begins later fulfils
 * it.
 */
export type DueAt = { slot: number } | { at?: number }

/** `member` is a subscription or a digest. `key` is the subscription's alert, or the digest's name. */
export type DueMember = { key: string; member: string } & DueAt

export type TakenMember = { key: string; member: string; behindMs: number }

/**
 * `behindMs` is how long the member has been due without a complete run; absent if it is up to date. `caughtUpAt` is
 * the end of its last complete run (UTC, ms); absent if unknown.
 */
export type Progress = { member: string; behindMs?: number; caughtUpAt?: number }
