/**
 * The time when a poll or a digest is due (UTC, ms). `slot`: a time of its schedule. A run that began at the slot or later covers it, so
 * every process may record the same slot. `at`: a request for that time (default: now), which only a later run fulfils.
 */
export type DueAt = { slot: number } | { at?: number }

/** A member (a subscription, or a digest) that is due under a key (its alert, or its name). */
export type DueMember = { key: string; member: string } & DueAt

/** A member that a run takes. `behindMs`: the time since it became due without having read to the end. */
export type TakenMember = { key: string; member: string; behindMs: number }

/**
 * The progress of a member. `behindMs`: the time since it became due without having read to the end; absent if it is up to date.
 * `caughtUpAt`: the time when it last read to the end (UTC, ms); absent if unknown.
 */
export type Progress = { member: string; behindMs?: number; caughtUpAt?: number }
