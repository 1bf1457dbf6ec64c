import { FetchError } from '../source.ts'
import type { ChannelState } from '../store/channels.ts'

/** When a channel is asked again. All times are UTC ms, and `random` is from 0 to below 1. */

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The longest wait that anything can cause. */
const longestWaitMs = 7 * dayMs
/** Backoff grows to a day, and after many failures to a week. */
const manyFailures = 10
/** A wait becomes longer by up to this share, never shorter, so that channels spread and no host sees an early request. */
const jitter = 0.1
/** A page that is missing this often and for this long is gone. */
const missing = { failures: 10, forMs: 14 * dayMs }

type Plan = Pick<ChannelState, 'nextAt' | 'waitMs'>

function planned(now: number, at: number, random: number): Plan {
  const waitMs = Math.round(Math.min(Math.max(at - now, 0) * (1 + jitter * random), longestWaitMs))
  return { nextAt: now + waitMs, waitMs }
}

/** Written before the fetch, so that a process that dies during each fetch asks no more often than one that lives. */
export function beforePoll(now: number, everyMs: number, random: number): Plan {
  return planned(now, now + everyMs, random)
}

export type Answered = {
  startedAt: number
  everyMs: number
  /** What the source wants. */
  nextAt: number | undefined
  /** What the answers said. */
  freshUntil: number
}

export function afterSuccess(now: number, answered: Answered, random: number): Plan {
  const { startedAt, everyMs, nextAt = startedAt + everyMs, freshUntil } = answered
  return planned(now, Math.max(nextAt, freshUntil), random)
}

/**
 * The wait doubles with each failure in a row. A host that was not reached at all may be tried sooner. So may one that was too slow, once,
 * because it is often the network or this machine that was busy.
 */
export function afterFailure(
  now: number,
  everyMs: number,
  failures: number,
  error: unknown,
  random: number,
): Plan {
  const mayBeSoon = isOf('unreachable', error) || (isOf('timeout', error) && failures === 1)
  const first = mayBeSoon ? Math.min(minuteMs / 2, everyMs) : everyMs
  const waitMs = Math.min(first * 2 ** failures, failures > manyFailures ? longestWaitMs : dayMs)
  const retryAt = (error instanceof FetchError ? error.retryAt : undefined) ?? 0
  return planned(now, Math.max(now + waitMs, retryAt), random)
}

const isOf = (kind: FetchError['kind'], error: unknown) => error instanceof FetchError && error.kind === kind

/** Why a channel is never asked again; undefined if it is. */
export function endOf(
  now: number,
  { failures, failingSince = now }: ChannelState,
  error: unknown,
): string | undefined {
  if (!(error instanceof FetchError)) return undefined
  if (error.kind === 'gone') return `${error.message}: it is gone for good`
  if (error.status === 404 && failures >= missing.failures && now - failingSince >= missing.forMs)
    return `${error.message} for two weeks`
  return undefined
}

/** After a clock was set back, a time that was planned before would be too late: the wait then begins again. Undefined if the plan holds. */
export function replanned(now: number, { nextAt, waitMs }: Plan): Plan | undefined {
  return nextAt > now + waitMs ? { nextAt: now + waitMs, waitMs } : undefined
}

/** The wait before a stream is opened again, in ms: from a second to a minute, or to an hour if the server does not want it. */
export function reopenMs(failures: number, error: unknown, random: number): number {
  const { status = 0 } = error instanceof FetchError ? error : {}
  const longestMs = status >= 400 && status < 500 ? hourMs : minuteMs
  return Math.round(Math.min(1000 * 2 ** failures, longestMs) * (1 + random / 2))
}
