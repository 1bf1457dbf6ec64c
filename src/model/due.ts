/**
 * When a poll or a digest is due (UTC, ms). `slot`: a time of its schedule. A run that begins at the slot or later covers it, so several
 * processes may record the same slot. `at`: a request for this time (default: now). Only a run that begins later fulfils it.
 */
export type DueAt = { slot: number } | { at?: number }

/** A subscription or a digest (`member`) that is due under a key: the subscription's alert, or the digest's name. */
export type DueMember = { key: string; member: string } & DueAt

export type TakenMember = { key: string; member: string; behindMs: number }

/**
 * `behindMs`: how long the member has been due without a run that read to the end; absent if it is up to date. `caughtUpAt`: when it last
 * read to the end (UTC, ms); absent if unknown.
 */
export type Progress = { member: string; behindMs?: number; caughtUpAt?: number }
