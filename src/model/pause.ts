import { z } from 'zod'
import type { Time } from '../async/time.ts'
import { timeSchema } from './time.ts'

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
})
export type Pause = z.infer<typeof pauseSchema>

/** After a pause longer than this (ms), the bot asks the channel before it posts again, because many mentions could flood the channel. */
export const longPauseMs = 86_400_000

/** `asks` means that a long pause has ended. The subscription is then not polled until somebody answers the question in the channel. */
export function pauseState(pause: Pause | undefined, now: Time): 'none' | 'paused' | 'asks' {
  if (pause === undefined) return 'none'
  if (pause.until === undefined || now < pause.until) return 'paused'
  return pause.until - pause.at > longPauseMs ? 'asks' : 'none'
}

/** Returns the pause after the skip with this `id` was done; undefined if the subscription is not paused any more. */
export function withoutStartOver(pause: Pause | undefined, id: string, now: Time): Pause | undefined {
  if (pause?.startOver !== id) return pause
  const { startOver: _, ...rest } = pause
  return pauseState(rest, now) === 'none' ? undefined : rest
}
