import { z } from 'zod'

/** Something that stops a subscription, or everything, and needs a person. It is shown in the log, in `/status` and to the owner. */
export const problemSchema = z.object({
  /** The subscription concerned; absent if the problem concerns none, or all. */
  subscription: z.string().exactOptional(),
  /** The thing that stops, for example "the digest weekly". Absent if it is the subscription, or everything. */
  stops: z.string().exactOptional(),
  /** The channel concerned, as written in the configuration. */
  channel: z.string().exactOptional(),
  /** A stable word for the cause: Slack's, the mention service's, or ours. */
  code: z.string().exactOptional(),
  /** A sentence that says what happened. It contains no secret. */
  what: z.string(),
  whatToDo: z.string(),
  /** When the problem counts as over (UTC, ms). Only for a problem that happens once, because no later success clears it. */
  until: z.number().exactOptional(),
})
export type Problem = z.infer<typeof problemSchema>

/** An open problem. `since`: UTC, ms. */
export type OpenProblem = Problem & { key: string; since: number }

export type ProblemBoard = {
  /** Opens a problem. Raising it again updates its text, but reports it only if its code has changed. */
  raise(key: string, problem: Problem): void
  /** Closes a problem; returns false if it was not open. */
  clear(key: string): boolean
  find(key: string): OpenProblem | undefined
  standing(): OpenProblem[]
  /** Drops the problems of a subscription that no longer exists, without reporting them as solved. */
  forget(subscription: string): void
}
