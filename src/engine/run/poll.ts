import { systemTimer } from '../../async/clock.ts'
import type { Time } from '../../async/time.ts'
import { withTimeout } from '../../async/timeout.ts'
import type { Alert } from '../../model/alert.ts'
import { defined } from '../../model/defined.ts'
import type { PollTime } from '../poll-time.ts'
import type { PollDeps } from '../ports.ts'
import type { Corrections } from '../progress/corrections.ts'
import { runningSpike } from '../progress/spike-progress.ts'
import { nextSpikeCheckAt } from '../spikes/spike-card.ts'
import { createPollVolume } from '../spikes/volume.ts'
import {
  type Deferral,
  type RunFailure,
  type RunState,
  type Step,
  type SubscriptionRun,
  senderOf,
  withState,
} from '../subscription-run.ts'
import { delaysOf, lastReadOf, type MentionDelay } from './delays.ts'
import { isHoldOver } from './hold.ts'
import { type DueSubscription, prepareRun } from './prepare-run.ts'
import { readAndDeliver } from './read-pages.ts'

/** If `deferred` and `error` are missing, the subscription has read all new mentions. */
export type RunResult = {
  subscription: string
  deferred?: string
  /** The time of the next poll (ms since the epoch), if the subscription must be polled before its schedule. */
  retryAt?: Time
  error?: unknown
  state?: RunState
  delays?: MentionDelay[]
}

/**
 * Polls one alert for its due subscriptions, in three steps:
 *
 * 1. Each subscription is prepared: its channel is known and accepts messages, its checkpoint is loaded, its pending post is resolved.
 * 2. The prepared runs read the new mentions page by page. Runs that are behind read alone, the others together.
 * 3. Each run decides for itself what to deliver, to hold and to skip. It posts, and its watermark advances after the post.
 *
 * A run that defers or fails does not hold back the others.
 */
export function pollAlert(deps: PollDeps, alert: Alert, due: DueSubscription[]): Promise<RunResult[]> {
  return withinPollTime(deps, async (time) => {
    const prepared = await Promise.all(due.map((one) => prepareRun(deps, alert, one, time)))
    const ready = prepared.flatMap(({ run, end }) => (run !== undefined && end === undefined ? [run] : []))
    const corrections = await correctionsOf(deps, alert)
    const volume = await createPollVolume(deps, alert, ready, corrections)
    const corrected = ready.map((run) => ({ ...run, corrections }))
    const groups = readingGroups(corrected).map((group) => readAndDeliver(deps, group, volume, time))
    const read = (await Promise.all(groups)).flat()
    const silenceCheckedAt = await volume.finish(
      read.map(({ run }) => run),
      time,
    )
    await checkIds(deps, alert, read, time)
    const stepOf = new Map(read.map((step) => [step.run.input.subscription.name, step]))
    return due.map(({ subscription: { name } }, index) => {
      const step = stepOf.get(name)
      const after = step && {
        ...step,
        run: withState(step.run, {
          behind: mustReadAlone(step),
          ...defined({ silenceCheckedAt }),
        }),
      }
      const before = due[index]?.state
      const delays = after === undefined || before === undefined ? [] : delaysOf(before, after.run)
      const result = resultOf(deps, name, after ?? prepared[index] ?? {})
      return delays.length === 0 ? result : { ...result, delays }
    })
  })
}

/** Checks only after all pages were read, so that no new mention is missed by chance. The next poll repeats a check that failed. */
async function checkIds(
  { idChecks, log }: PollDeps,
  alert: Alert,
  read: Step<Deferral | RunFailure>[],
  { signal }: PollTime,
): Promise<void> {
  const runs = read.flatMap(({ run, end }) => (end === undefined ? [run] : []))
  await idChecks?.check(alert, runs, { priority: 'poll', signal }).catch((err: unknown) => {
    log.warn({ alert: alert.id, err }, 'could not check if the ids of the mention service start again')
  })
}

/** If the corrections cannot be read, this poll takes the sentiments of the service. The next one repeats what it counts. */
async function correctionsOf({ corrections, log }: PollDeps, { id }: Alert): Promise<Corrections> {
  try {
    return new Map((await corrections(id)).map((correction) => [correction.mention, correction]))
  } catch (err) {
    log.warn({ alert: id, err }, 'could not read which sentiments people corrected')
    return new Map()
  }
}

function readingGroups(runs: SubscriptionRun[]): SubscriptionRun[][] {
  const readsAlone = (run: SubscriptionRun) => run.state.behind || isHoldOver(run)
  const together = runs.filter((run) => !readsAlone(run))
  const alone = runs.filter(readsAlone).map((run) => [run])
  return together.length > 0 ? [together, ...alone] : alone
}

function resultOf(
  deps: PollDeps,
  subscription: string,
  { run, end }: Partial<Step<Deferral | RunFailure>>,
): RunResult {
  const state = run && { state: stateAfter(run, end) }
  const at = (retryAt: Time | undefined) => (retryAt === undefined ? {} : { retryAt })
  if (end === undefined) return { subscription, ...state, ...at(run && nextRunAt(run, deps.now())) }
  if (end.kind === 'defer') return { subscription, ...state, deferred: end.why, ...at(end.retryAt) }
  // Slack has a message whose commit is not stored. The commit must not wait for a schedule that may be a day away.
  const hasUncommitted = run !== undefined && deps.outboxMemory.hasUncommitted(senderOf(run.input.key))
  return {
    subscription,
    ...state,
    error: end.error,
    ...at(hasUncommitted ? deps.now() + commitRetryMs : undefined),
  }
}

const commitRetryMs = 10_000

/**
 * True if a deferred run must read alone in the next poll, because it deferred for a reason of its own, now or before. A run that ran out
 * of time together with the others is not behind.
 */
function mustReadAlone({ run, end }: Step<Deferral | RunFailure>): boolean {
  return end?.kind === 'defer' && (run.state.behind || end.atSamePage !== true)
}

function stateAfter(run: SubscriptionRun, end: Deferral | RunFailure | undefined): RunState {
  const { state, refusals, checkpoint } = run
  const { watermark, lastTs } = checkpoint
  const seen = { watermark, ...defined({ lastTs }) }
  const inSpike = runningSpike(checkpoint) !== undefined
  const read = lastReadOf(run, end)
  return { ...state, ...read, tries: refusals.tries, inSpike, ...(end?.kind === 'failed' ? {} : { seen }) }
}

/**
 * Returns when a finished run needs a poll before its schedule (ms since the epoch), because a hold or a burst window ends, or a spike needs
 * a check.
 */
function nextRunAt(run: SubscriptionRun, now: Time): number | undefined {
  const { input, collected } = run
  const times = [input.holdsUntil, collected?.until, nextSpikeCheckAt(run, now)].filter(
    (at) => at !== undefined,
  )
  return times.length === 0 ? undefined : Math.min(...times)
}

export function keepStates(due: DueSubscription[], results: RunResult[]): void {
  const entries = new Map(due.map((entry) => [entry.subscription.name, entry]))
  for (const { subscription: name, state } of results) {
    const entry = entries.get(name)
    if (entry !== undefined) entry.state = state ?? { ...entry.state, readAt: undefined }
  }
}

export const hasFinished = ({ deferred, error }: Pick<RunResult, 'deferred' | 'error'>) =>
  deferred === undefined && error === undefined

/** After this time, in ms, the requests of a poll to the mention service are aborted. */
const maxPollMs = 120_000

function withinPollTime<Result>(
  { now, steady, stopping }: PollDeps,
  poll: (time: PollTime) => Promise<Result>,
): Promise<Result> {
  const start = { start: now(), steadyStart: steady() }
  return withTimeout(systemTimer, maxPollMs, (signal) => poll({ ...start, signal }), stopping)
}
