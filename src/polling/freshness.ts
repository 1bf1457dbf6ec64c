import { isUndecided } from '../model/checkpoint.ts'
import type { Id } from '../model/id.ts'
import { MentionServiceError } from '../model/mention-service-error.ts'
import type { Delays, Freshness, Quantiles } from '../model/subscription-status.ts'
import { hasFinished, type pollAlert, type RunResult } from './poll.ts'
import type { Deferral, RunFailure, RunState, SubscriptionRun } from './subscription-run.ts'

/**
 * The two delays of a posted mention, in ms: `service` from its date until it was visible (absent if the mention has no date), `ours` from
 * then until it was posted.
 *
 * Nobody knows when a mention became visible. The poll before did not find it, so it was after the start of that poll, and after the
 * mention's own date. The middle between this time and the start of the poll that found it counts.
 *
 * Only mentions that were posted by the poll that found them count, and only if the poll before it read to the end, or failed because of the
 * mention service after such a poll. So nothing counts that waited on purpose (quiet hours, a pause, a burst, the initial sync) or because
 * Slack took no messages.
 */
export type MentionDelay = { service?: number; ours: number }

/**
 * `readAt` is the start of the last poll (ms since the epoch); absent if that poll left visible mentions unread. `left` are the mentions that
 * it found and did not post.
 */
export type LastRead = { readAt?: number | undefined; left?: ReadonlySet<Id> | undefined }

/** While the mention service fails, no mention is visible. Every other end leaves mentions unread that were visible. */
export function lastReadAfter(
  { input, waiting, checkpoint, state }: SubscriptionRun,
  end: Deferral | RunFailure | undefined,
): LastRead {
  if (end?.kind === 'failed' && end.error instanceof MentionServiceError)
    return state.readAt === undefined ? {} : { readAt: input.pollStart, left: state.left }
  if (end !== undefined) return { readAt: undefined, left: undefined }
  const isOpen = isUndecided(checkpoint)
  const left = waiting.filter(({ id }) => isOpen(id)).map(({ id }) => id)
  return { readAt: input.pollStart, left: left.length === 0 ? undefined : new Set(left) }
}

export function delaysOf(before: RunState, { input, state }: SubscriptionRun): MentionDelay[] {
  const { readAt, left, held } = before
  const { pollStart } = input
  const endsHold = held !== undefined && input.holdsUntil === undefined
  if (readAt === undefined || endsHold) return []
  return (state.recentPosts ?? [])
    .filter(({ mention, at }) => at >= pollStart && left?.has(mention.id) !== true)
    .map(({ mention: { date }, at }) => {
      const earliest = Math.max(readAt, Math.min(date, pollStart))
      const visible = (earliest + pollStart) / 2
      return { ours: at - visible, ...(date > 0 ? { service: Math.max(0, visible - date) } : {}) }
    })
}

/** Keeps the delays of this many mentions for each subscription, the newest ones. */
const keptDelays = 100
const keptChecks = 11

type Measured = { checks: number[]; delays: MentionDelay[] }

export type FreshnessMeter = {
  measure(poll: typeof pollAlert): typeof pollAlert
  /** Returns what this process measured. In a cluster, each process measures the alerts that it polls. */
  of(subscription: string): Freshness
  forget(subscription: string): void
}

export function createFreshnessMeter(
  now: () => number,
  observe: (delay: MentionDelay) => void,
): FreshnessMeter {
  const measured = new Map<string, Measured>()

  function add(start: number, result: RunResult): void {
    const { checks, delays } = measured.get(result.subscription) ?? { checks: [], delays: [] }
    const found = result.delays ?? []
    for (const delay of found) observe(delay)
    measured.set(result.subscription, {
      checks: hasFinished(result) ? [...checks, start].slice(-keptChecks) : checks,
      delays: found.length === 0 ? delays : [...delays, ...found].slice(-keptDelays),
    })
  }

  return {
    measure: (poll) => async (deps, alert, due) => {
      const start = now()
      const results = await poll(deps, alert, due)
      for (const result of results) add(start, result)
      return results
    },
    of(subscription) {
      const { checks, delays } = measured.get(subscription) ?? { checks: [], delays: [] }
      const checkedAt = checks.at(-1)
      const checkedEveryMs = usualInterval(checks)
      return {
        ...(checkedAt === undefined ? {} : { checkedAt }),
        ...(checkedEveryMs === undefined ? {} : { checkedEveryMs }),
        ...(delays.length === 0 ? {} : { delays: quantilesOf(delays) }),
      }
    },
    forget: (subscription) => void measured.delete(subscription),
  }
}

/** The median ignores the nights of a schedule that only fires by day. */
function usualInterval(checks: number[]): number | undefined {
  const intervals = checks.slice(1).map((at, index) => at - (checks[index] ?? at))
  return intervals.length === 0 ? undefined : quantiles(intervals).median
}

function quantilesOf(delays: MentionDelay[]): Delays {
  const service = delays.flatMap((delay) => delay.service ?? [])
  return {
    mentions: delays.length,
    ours: quantiles(delays.map(({ ours }) => ours)),
    ...(service.length === 0 ? {} : { service: quantiles(service) }),
  }
}

function quantiles(values: number[]): Quantiles {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0
  return { median: at(0.5), p95: at(0.95) }
}
