import { defined } from '@overheard/base/defined'
import { percentile } from '../../model/quantiles.ts'
import type { Freshness, Quantiles } from '../../model/subscription-status.ts'
import type { MentionDelay, PolledRun, Sight } from '../ports.ts'
import { hasFinished } from '../run/result.ts'

type Delays = NonNullable<Freshness['delays']>

/** Keeps the delays of this many mentions for each subscription, the newest ones. */
const keptDelays = 100
const keptChecks = 11

type Measured = { checks: number[]; delays: MentionDelay[] }

export type FreshnessMeter = {
  seen(sight: Sight): void
  /** Returns what this process measured. Only the leader measures, because it polls. */
  of(subscription: string): Freshness
  forget(subscription: string): void
}

export function createFreshnessMeter(): FreshnessMeter {
  const measured = new Map<string, Measured>()

  function add(start: number, result: PolledRun): void {
    const { checks, delays } = measured.get(result.subscription) ?? { checks: [], delays: [] }
    const found = result.delays ?? []
    measured.set(result.subscription, {
      checks: hasFinished(result) ? [...checks, start].slice(-keptChecks) : checks,
      delays: found.length === 0 ? delays : [...delays, ...found].slice(-keptDelays),
    })
  }

  return {
    seen(sight) {
      if (sight.kind === 'polled') for (const result of sight.results) add(sight.startedAt, result)
    },
    of(subscription) {
      const { checks, delays } = measured.get(subscription) ?? { checks: [], delays: [] }
      const checkedAt = checks.at(-1)
      const checkedEveryMs = usualInterval(checks)
      return {
        ...defined({ checkedAt, checkedEveryMs }),
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
  return { median: percentile(values, 0.5) ?? 0, p95: percentile(values, 0.95) ?? 0 }
}
