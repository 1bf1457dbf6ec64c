import { z } from 'zod'

/** A pause of one subscription, made in Slack. Its key is the subscription's name, whether the subscription is from the file or from Slack. */
export const pauseSchema = z.object({
  /** Every change of the pause gets a new id. */
  id: z.string(),
  /** Slack member id. */
  by: z.string(),
  /** UTC, ms since the epoch, like `until`. */
  at: z.number(),
  /** Absent if the pause lasts until somebody ends it. */
  until: z.number().exactOptional(),
  /** If set, the next poll skips all mentions that exist by then. The checkpoint keeps this id, so that it happens once. */
  startOver: z.string().exactOptional(),
})
export type Pause = z.infer<typeof pauseSchema>

/** After a longer pause, in ms, the channel is asked before posting goes on, because many mentions could flood it. */
export const longPauseMs = 86_400_000

/** `asks`: a long pause has ended, and nothing is polled until somebody answers the question in the channel. */
export function pauseState(pause: Pause | undefined, now: number): 'none' | 'paused' | 'asks' {
  if (pause === undefined) return 'none'
  if (pause.until === undefined || now < pause.until) return 'paused'
  return pause.until - pause.at > longPauseMs ? 'asks' : 'none'
}

/** What is left of a pause when the mentions are skipped: nothing, unless the subscription is paused again. */
export function withoutStartOver(pause: Pause | undefined, id: string, now: number): Pause | undefined {
  if (pause?.startOver !== id) return pause
  const { startOver: _, ...rest } = pause
  return pauseState(rest, now) === 'none' ? undefined : rest
}
