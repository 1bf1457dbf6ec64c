import type { Time } from '@overheard/base/time'
import { timeSchema } from '@overheard/base/time-schema'
import { z } from 'zod'

/** A pause that begins later. Both `from` and `until` are UTC, in ms since the epoch. */
export const plannedPauseSchema = z.object({
  id: z.string(),
  by: z.string(),
  from: timeSchema,
  until: timeSchema,
})
export type PlannedPause = z.infer<typeof plannedPauseSchema>

/** A pause of one subscription, made in Slack. Its key is the subscription's name, whether the subscription is from the file or from Slack. */
export const pauseSchema = z.object({
  /** Every change of the pause gets a new id. */
  id: z.string(),
  by: z.string(),
  /** Both `at` and `until` are UTC, in ms since the epoch. */
  at: timeSchema,
  /** Absent if the pause lasts until somebody ends it. */
  until: timeSchema.exactOptional(),
  /** If set, the next poll skips all mentions that exist by then. The checkpoint stores this id, so that the skip happens only once. */
  startOver: z.string().exactOptional(),
  /** The next pause. If only this one exists, `until` of the record is `at`, so the record itself is a pause that is over. */
  next: plannedPauseSchema.exactOptional(),
})
export type Pause = z.infer<typeof pauseSchema>

/** If `startOver` begins with this, every id before is forgotten, too. The command `start-again` writes it. */
const startAgainPrefix = 'again-'
export const startAgainId = (id: string) => `${startAgainPrefix}${id}`
/** True if every id before a `startOver` is forgotten, too. */
export const isStartAgainId = (id: string) => id.startsWith(startAgainPrefix)

/**
 * After a pause longer than this (ms), the bot asks the channel before it posts again, because many mentions could flood the channel. A pause
 * until the same time of the next day is not longer: it has 25 hours if the clocks go back that night.
 */
export const longPauseMs = 25 * 3_600_000

type PauseState = 'none' | 'paused' | 'asks'

/** The state without the planned pause. A record whose `until` is its `at` is never a pause, also if the clock was set back since. */
function ownState(pause: Pause, now: Time): PauseState {
  if (pause.until === undefined || (pause.until > pause.at && now < pause.until)) return 'paused'
  return pause.until - pause.at > longPauseMs ? 'asks' : 'none'
}

/**
 * Returns the pause that counts at a time: the planned one, once it has begun, unless the other lasts longer. If no time is between the two,
 * or if the channel has not answered the question after the first, both are one long pause.
 */
export function presentPause(pause: Pause | undefined, now: Time): Pause | undefined {
  const { next, ...own } = pause ?? {}
  if (pause === undefined || next === undefined || now < next.from) return pause
  const { at, until } = pause
  if (until === undefined || until >= next.until) return pause
  const waitsForAnswer = ownState(pause, now) === 'asks'
  const continues = waitsForAnswer || (until > at && until >= next.from)
  const { id, by } = next
  return { ...own, id, by, at: continues ? at : next.from, until: next.until }
}

/** Returns the pause that begins later, if one is planned. */
export function plannedPause(pause: Pause | undefined, now: Time): PlannedPause | undefined {
  return pause?.next !== undefined && now < pause.next.from ? pause.next : undefined
}

/**
 * `asks` means that a long pause has ended. The subscription is then not polled until somebody answers the question in the channel.
 */
export function pauseState(pause: Pause | undefined, now: Time): PauseState {
  const present = presentPause(pause, now)
  return present === undefined ? 'none' : ownState(present, now)
}

/** Returns the pause after the skip with this `id` was done; undefined if the subscription is not paused any more. */
export function withoutStartOver(pause: Pause | undefined, id: string, now: Time): Pause | undefined {
  if (pause?.startOver !== id) return pause
  const { startOver: _, ...rest } = pause
  const isOver = pauseState(rest, now) === 'none' && plannedPause(rest, now) === undefined
  return isOver ? undefined : rest
}
