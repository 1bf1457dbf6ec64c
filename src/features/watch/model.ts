import { z } from 'zod'

/** The configuration of the watch. `users` are Slack member ids in the order of their turns. */
export type WatchPlan = {
  users: string[]
  rotate: 'daily' | 'weekly'
  /** The first day of the first turn, such as `2026-11-23`. */
  from: string
  /** Every turn begins at this wall-clock time (`HH:MM`) of the time zone (IANA). */
  handover: string
  timezone: string
}

/** A person has handed the watch on for a while. All times are UTC, in ms. */
export const watchSwapSchema = z.object({
  /** Every swap gets a new id. */
  id: z.string(),
  by: z.string(),
  at: z.number(),
  to: z.string(),
  until: z.number(),
})
export type WatchSwap = z.infer<typeof watchSwapSchema>

/** `until` is the end of the turn or of the swap (UTC, ms), and `next` is on watch after that. */
export type OnWatch = { user: string; until: number; next: string }
