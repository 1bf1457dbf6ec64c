import type { Ms, Time } from '@overheard/base/time'
import type { PollDeps } from './ports.ts'

/**
 * Returns the time by which the look-back is measured: that of the service's clock, because it is the service that makes ids visible late, and
 * our clock can be set. Until the service has told its time, it is that of Slack's clock, and ours only if neither is known.
 */
export const lookBackTime = ({
  service,
  slackTime,
  now,
}: Pick<PollDeps, 'service' | 'slackTime' | 'now'>): Time => service.time() ?? slackTime() ?? now()

/** Returns the time of ids that are done now. The service tells whole seconds, and a later time only keeps an id in the look-back for longer. */
export const doneTime = (deps: Pick<PollDeps, 'service' | 'slackTime' | 'now'>): Time =>
  lookBackTime(deps) + 1000

/** `steadyStart` and `lookBackStart` are the start of the poll by the steady clock and by the clock of the look-back. */
export type PollTime = { start: Time; steadyStart: Ms; lookBackStart: Time; signal: AbortSignal }

/**
 * A poll stops reading at the first page that comes this long after its first page, in ms. The wait for the first page does not count,
 * because many alerts share the request budget.
 */
export const readingTimeMs = 10_000

/** A poll begins no post later than this after its first delivery began, in ms. */
export const postingTimeMs = 20_000
