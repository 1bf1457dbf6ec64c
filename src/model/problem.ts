import type { Ms, Time } from '@overheard/base/time'
import { timeSchema } from '@overheard/base/time-schema'
import { z } from 'zod'

/** A problem is shown in the log, in `/status` and to the owner. */
export const problemSchema = z.object({
  /** The subscription that the problem stops; absent if it stops no subscription, or all of them. */
  subscription: z.string().exactOptional(),
  /** The thing that the problem stops, for example "the digest weekly"; absent if the problem stops the subscription, or everything. */
  stops: z.string().exactOptional(),
  /** The channel as it is written in the configuration. */
  channel: z.string().exactOptional(),
  /** A stable word for the cause, from Slack, from the mention service or from the bot. */
  code: z.string().exactOptional(),
  /** Set if the problem stops nothing, but mentions of the subscription are posted twice. */
  repeats: z.literal(true).exactOptional(),
  /** Set if the problem stops nothing, but mentions of the subscription are missed. */
  misses: z.literal(true).exactOptional(),
  what: z.string(),
  whatToDo: z.string(),
  /** The error with its codes, for the log and `/status`. People in Slack do not see it. */
  detail: z.string().exactOptional(),
  /** Set if posting waits until about `until`, because Slack or the mention service has asked for that. */
  waits: z.literal(true).exactOptional(),
  /** The problem ends by itself at this time (UTC, ms). Only a problem that happens once has it, because no later success clears it. */
  until: timeSchema.exactOptional(),
})
export type Problem = z.infer<typeof problemSchema>

/** A problem that ends by itself has stopped nothing, except a wait, nor has one that repeats or misses mentions. */
export const stopsMentions = ({ until, repeats, misses, waits }: Problem) =>
  waits !== undefined || (until === undefined && repeats === undefined && misses === undefined)

/**
 * `ownerNote` is for the log and the owner alone, because it names alerts that other people may not see. It is reported with the problem, but
 * never kept.
 */
type OwnerNote = { ownerNote?: string }

/** A problem `ofThisProcess` concerns only the process that raises it: other processes do not show it, and the next leader does not adopt it. */
export type NewProblem = Problem & OwnerNote & { ofThisProcess?: true }

export type OpenProblem = Problem & { key: string; since: Time }
export type ReportedProblem = OpenProblem & OwnerNote

export type ProblemBoard = {
  /**
   * Opens a problem. If the problem is open already, updates its text, and reports it again only if its code has changed (or, without a
   * code, the sentence `what`).
   */
  raise(key: string, problem: NewProblem): void
  clear(key: string): boolean
  find(key: string): OpenProblem | undefined
  openProblems(): OpenProblem[]
  forget(subscription: string): void
  /** Ends a problem and tells nobody, because those who would find it again begin anew. */
  drop(key: string): void
}

/** A shorter wait, in ms, is no problem. */
const leastWaitMs: Ms = 60_000
/** The first try after a wait may come a little later, in ms, and the problem lasts until then. */
export const waitOverMs: Ms = 60_000

/** The part of a problem that says that something waits; undefined for a short wait. */
export function waitOf(forMs: Ms, now: Time): { end: Time; until: Time; waits: true } | undefined {
  return forMs < leastWaitMs ? undefined : { end: now + forMs, until: now + forMs + waitOverMs, waits: true }
}
