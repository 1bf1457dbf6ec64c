import type { StandingTrouble } from '../troubles.ts'
import type { Lag } from '../watching/lag.ts'
import type { Remark } from './remarks.ts'

/** How the bot stands: ready is who has no trouble. */
export type Readiness = {
  troubles: StandingTrouble[]
  remarks: Remark[]
  /** The subscriptions that are behind, furthest first. */
  behind: Lag[]
}

/** The answer of `/readyz` to machines: an object for JSON, times as ISO 8601. */
export function readinessReport({ troubles, remarks, behind }: Readiness): object {
  return {
    ok: troubles.length === 0,
    troubles: troubles.map(({ since, ...trouble }) => ({ ...trouble, since: new Date(since).toISOString() })),
    remarks,
    behind: behind.length,
    lagSeconds: Math.round((behind[0]?.ms ?? 0) / 1000),
  }
}
