/**
 * The time when a poll or a digest is due (UTC, ms). `slot`: a time of its schedule. A run that began at the slot or later covers it, so
 * every process may record the same slot. `at`: a request for that time (default: now), which only a later run fulfils.
 */
export type DueAt = { slot: number } | { at?: number }

/** A subscription or a digest (`member`) that is due under a key: the subscription's alert, or the digest's name. */
export type DueMember = { key: string; member: string } & DueAt

/** `behindMs`: how long ago the member became due without having read to the end since. */
export type TakenMember = { key: string; member: string; behindMs: number }

/**
 * `behindMs`: how long ago the member became due without having read to the end since; absent if it is up to date. `caughtUpAt`: when it
 * last read to the end (UTC, ms); absent if unknown.
 */
export type Progress = { member: string; behindMs?: number; caughtUpAt?: number }
