import type { Subscription } from '../model/subscription.ts'
import { conditionsOf } from './filter.ts'
import { quietUntil } from './quiet-hours.ts'
import type { Rule } from './rule.ts'

/** Holds what is not urgent during quiet hours. */
export const quiet: Rule = (subscription) => {
  const { quiet: hours } = subscription
  if (hours === undefined) return () => undefined
  const urgent = hours.urgent === undefined ? undefined : conditionsOf(hours.urgent)
  const ends = remembered((now) => quietUntil(hours, now))
  return (mention, now) => {
    const end = ends(now)
    if (end === undefined) return undefined
    if (urgent?.every(({ hit }) => hit(mention) !== undefined)) return undefined
    return { kind: 'hold', reason: 'quiet', detail: new Date(end).toISOString() }
  }
}

/** Until when a subscription holds back at `now` (both UTC, ms); undefined where it does not. */
export function holdsUntil({ quiet: hours }: Subscription, now: number): number | undefined {
  return hours === undefined ? undefined : quietUntil(hours, now)
}

/** All mentions of a page are asked about with the same `now`: it is worked out once. */
function remembered(work: (now: number) => number | undefined): (now: number) => number | undefined {
  let last: { now: number; result: number | undefined } | undefined
  return (now) => {
    if (last?.now !== now) last = { now, result: work(now) }
    return last.result
  }
}
