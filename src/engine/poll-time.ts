import type { Ms, Time } from '@overheard/base/time'
import type { PollDeps } from './ports.ts'
import type { LookBackTime } from './progress/checkpoint-changes.ts'

type Clocks = Pick<PollDeps, 'service' | 'slackTime' | 'now'>

/**
 * Returns the time by which the look-back is measured, `agoMs` before now. It is that of the service's clock, because it is the service that
 * makes ids visible late, and that of Slack's clock, because the service may have several servers, and its clock may be set. Ours can be set, too:
 * it counts only if neither of the others is known.
 */
export function lookBackTime({ service, slackTime, now }: Clocks, agoMs: Ms = 0): LookBackTime {
  const slackAt = slackTime()
  const at = (service.time() ?? slackAt ?? now()) - agoMs
  return slackAt === undefined ? { at } : { at, slackAt: slackAt - agoMs }
}

/** Returns the time of ids that are done now. Both clocks tell whole seconds, and a later time only keeps an id in the look-back for longer. */
export const doneTime = (clocks: Clocks): LookBackTime => lookBackTime(clocks, -1000)

/** `steadyStart` and `lookBackStart` are the start of the poll by the steady clock and by the clocks of the look-back. */
export type PollTime = { start: Time; steadyStart: Ms; lookBackStart: LookBackTime; signal: AbortSignal }

/**
 * A poll stops reading at the first page that comes this long after its first page, in ms. The wait for the first page does not count,
 * because many alerts share the request budget.
 */
export const readingTimeMs = 10_000

/** A poll begins no post later than this after its first delivery began, in ms. */
export const postingTimeMs = 20_000
