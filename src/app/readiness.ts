import type { OpenProblem } from '../troubles.ts'
import type { Lag } from '../watching/lag.ts'
import type { StartupWarning } from './remarks.ts'

/** How the bot stands: ready is who has no trouble. */
export type StatusReport = {
  troubles: OpenProblem[]
  remarks: StartupWarning[]
  /** The subscriptions that are behind, furthest first. */
  behind: Lag[]
}

/** The answer of `/readyz` to machines: an object for JSON, times as ISO 8601. */
export function statusJson({ troubles: problems, remarks, behind }: StatusReport): object {
  return {
    ok: problems.length === 0,
    troubles: problems.map(({ since, ...problem }) => ({ ...problem, since: new Date(since).toISOString() })),
    remarks,
    behind: behind.length,
    lagSeconds: Math.round((behind[0]?.ms ?? 0) / 1000),
  }
}
