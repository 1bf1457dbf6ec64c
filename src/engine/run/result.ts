import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import { senderOf } from '../../model/checkpoint.ts'
import type { PollDeps, PolledRun } from '../ports.ts'
import { nextSpikeCheckAt } from '../spikes/spike-card.ts'
import type { Deferral, RunFailure, RunState, Step, SubscriptionRun } from '../subscription-run.ts'
import { lastReadOf } from './delays.ts'
import type { DueSubscription } from './prepare-run.ts'
import { restOf } from './rest.ts'

export type RunResult = PolledRun & {
  /** The time of the next poll (ms since the epoch), if the subscription must be polled before its schedule. */
  retryAt?: Time
  state?: RunState
}

export function resultOf(deps: PollDeps, subscription: string, { run, end }: Partial<Step>): RunResult {
  const state = run && { state: stateAfter(run, end) }
  if (end === undefined)
    return { subscription, ...state, ...defined({ retryAt: run && nextRunAt(run, deps.now()) }) }
  if (end.kind === 'defer')
    return { subscription, ...state, deferred: end.why, ...defined({ retryAt: end.retryAt }) }
  // Slack has a message whose commit is not stored. The commit must not wait for a schedule that may be a day away.
  const hasUncommitted = run !== undefined && deps.outboxMemory.hasUncommitted(senderOf(run.input.key))
  return {
    subscription,
    ...state,
    error: end.error,
    ...(hasUncommitted ? { retryAt: deps.now() + commitRetryMs } : {}),
  }
}

const commitRetryMs = 10_000

/**
 * True if a deferred run must read alone in the next poll, because it deferred for a reason of its own, now or before. A run that ran out
 * of time together with the others is not behind.
 */
export function mustReadAlone({ run, end }: Step): boolean {
  return end?.kind === 'defer' && (run.state.behind || end.atSamePage !== true)
}

function stateAfter(run: SubscriptionRun, end: Deferral | RunFailure | undefined): RunState {
  const { state, refusals, checkpoint } = run
  const { watermark, lastTs } = checkpoint
  const seen = { watermark, ...defined({ lastTs }) }
  const inSpike = checkpoint.spike?.state.kind === 'spike'
  const read = lastReadOf(run, end)
  const rest = end === undefined ? restOf(run) : undefined
  return {
    ...state,
    ...read,
    tries: refusals.tries,
    inSpike,
    rest,
    ...(end?.kind === 'failed' ? {} : { seen }),
  }
}

/**
 * Returns when a finished run needs a poll before its schedule (ms since the epoch), because a hold or a burst window ends, or a spike needs
 * a check.
 */
function nextRunAt(run: SubscriptionRun, now: Time): number | undefined {
  const { input, collected, checkpoint } = run
  const never = Number.POSITIVE_INFINITY
  const spikeAt = checkpoint.spike === undefined ? undefined : nextSpikeCheckAt(run, now)
  const at = Math.min(input.holdsUntil ?? never, collected?.until ?? never, spikeAt ?? never)
  return at === never ? undefined : at
}

export function keepStates(due: DueSubscription[], results: RunResult[]): void {
  const entries = new Map(due.map((entry) => [entry.subscription.name, entry]))
  for (const { subscription: name, state } of results) {
    const entry = entries.get(name)
    if (entry !== undefined) entry.state = state ?? { ...entry.state, readAt: undefined }
  }
}

export const hasFinished = ({ deferred, error }: PolledRun) => deferred === undefined && error === undefined
