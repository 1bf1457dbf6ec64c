import type { WhyFinding } from '../model/decision.ts'
import type { RegisteredSubscription } from '../model/subscription.ts'

/** A mention that is not processed yet waits for the end of a pause, unless a filter excludes it. */
export function withPause(finding: WhyFinding, listed: RegisteredSubscription[]): WhyFinding {
  const pause = listed.find(({ subscription }) => subscription.name === finding.subscription)?.pause
  if (pause === undefined || finding.source !== 'ahead' || finding.kind === 'skip') return finding
  const { detail: _, ...rest } = finding
  const detail = pause.until === undefined ? {} : { detail: new Date(pause.until).toISOString() }
  return { ...rest, kind: 'hold', reason: `paused.${pause.state}`, ...(pause.state === 'paused' && detail) }
}
