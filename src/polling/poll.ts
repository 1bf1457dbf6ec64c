import type { Alert } from '../model/alert.ts'
import type { CheckpointKey } from '../model/checkpoint.ts'
import type { PollDeps } from './poll-deps.ts'
import { type DueSubscription, prepareRun } from './prepare-run.ts'
import { isHoldOver, readAndDeliver } from './read-pages.ts'
import { nextSpikeCheckAt } from './spike-card.ts'
import type { Deferral, RunFailure, SubscriptionRun } from './subscription-run.ts'
import { finishVolume, loadVolume } from './volume.ts'

/** A settling that could not be written is tried again after this, in ms. */
const commitRetryMs = 10_000

/** What came of one subscription's part of a turn. `again` (UTC, ms): it wants to go on before its schedule says so. */
export type RunResult = { subscription: string; deferred?: string; retryAt?: number; error?: unknown }

/**
 * One round for one alert. Each due subscription is made ready (its doubt resolved, its first look taken); then those that are
 * abreast read forward together, and each that is behind by itself. What a subscription does with a mention is its own
 * decision, and its bookmark moves only after the post. One that is stuck leaves, and holds back no other.
 */
export function pollAlert(deps: PollDeps, alert: Alert, due: DueSubscription[]): Promise<RunResult[]> {
  return withinPollTime(deps, (time) => pollRound(deps, alert, due, time))
}

async function pollRound(
  deps: PollDeps,
  alert: Alert,
  due: DueSubscription[],
  time: PollTime,
): Promise<RunResult[]> {
  const parts = new Map<string, RunResult>()
  const notify = (subscription: string, part: Omit<RunResult, 'subscription'>) =>
    parts.set(subscription, { subscription, ...part })
  const runs: SubscriptionRun[] = []
  await Promise.all(
    due.map(async (entry) => {
      const name = entry.subscription.name
      notify(name, {})
      try {
        const found = await prepareRun(deps, alert, entry, time)
        if (isDeferral(found)) notify(name, deferredResult(found))
        else runs.push(found)
      } catch (error) {
        notify(name, failedResult(deps, { subscription: name, alert: alert.id }, error))
      }
    }),
  )
  const heard = await loadVolume(deps, alert, runs)
  await Promise.all(
    readingGroups(runs).map(async (group) => {
      const ended = await readAndDeliver(deps, alert.id, group, time)
      for (const run of group) run.state.behind = isBehind(run, ended.get(run))
      for (const [{ key }, end] of ended)
        notify(
          key.subscription,
          end.kind === 'leave' ? deferredResult(end) : failedResult(deps, key, end.error),
        )
    }),
  )
  const noticesAt = heard && (await finishVolume(deps, heard, time))
  for (const watch of runs) {
    const { name } = watch.subscription
    const again = nextRunAt(watch, deps.now(), noticesAt)
    if (again !== undefined && hasFinished(parts.get(name) ?? {})) notify(name, { retryAt: again })
  }
  return [...parts.values()]
}

/** One that left for a reason of its own is behind; those whom the time of the turn ended at the same page are as abreast as before. */
function isBehind({ state }: SubscriptionRun, end: Deferral | RunFailure | undefined): boolean {
  return end?.kind === 'leave' && (state.behind || end.abreast !== true)
}

/** Who reads together: all that are abreast; each one that is behind, or has a hold behind it, reads alone. */
function readingGroups(runs: SubscriptionRun[]): SubscriptionRun[][] {
  const isAlone = (run: SubscriptionRun) => run.state.behind || isHoldOver(run)
  const abreast = runs.filter((watch) => !isAlone(watch))
  const alone = runs.filter(isAlone).map((watch) => [watch])
  return abreast.length > 0 ? [abreast, ...alone] : alone
}

/**
 * When one that has read to the end wants to go on before its schedule says so: a hold ends, or a storm, or its channel may take
 * the notice (`noticesAt`) that it had no room for. UTC, ms.
 */
function nextRunAt(run: SubscriptionRun, now: number, noticesAt: number | undefined): number | undefined {
  const wishes = [run.holdsUntil, nextSpikeCheckAt(run, now), noticesAt].filter((at) => at !== undefined)
  return wishes.length === 0 ? undefined : Math.min(...wishes)
}

/** Whether one has read to the end. */
export const hasFinished = ({ deferred: left, error }: Omit<RunResult, 'subscription'>) =>
  left === undefined && error === undefined

const isDeferral = (found: SubscriptionRun | Deferral): found is Deferral => 'kind' in found

/** What Slack has taken and the store has not settles soon, not at the next slot of a schedule that may be a day away. */
function failedResult(
  { confirmedPosts, now }: PollDeps,
  key: CheckpointKey,
  error: unknown,
): Omit<RunResult, 'subscription'> {
  return confirmedPosts.waits(key) ? { error, retryAt: now() + commitRetryMs } : { error }
}

function deferredResult({ why, retryAt: again }: Deferral): Omit<RunResult, 'subscription'> {
  return again === undefined ? { deferred: why } : { deferred: why, retryAt: again }
}

/** The time of a turn: when it began (UTC, ms); `signal` ends its requests. */
export type PollTime = { start: number; signal: AbortSignal }

/** No turn outlives this, whatever hangs, in ms. */
const longestPollMs = 120_000

/**
 * Runs a turn within its time: requests end when that is over, or the process is to stop. A controller of its own, freed at the
 * end: what AbortSignal.any and AbortSignal.timeout leave behind costs more than the deciding of an empty turn.
 */
async function withinPollTime<Result>(
  { now, stopping }: PollDeps,
  run: (time: PollTime) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const stop = () => controller.abort(stopping.reason)
  const timer = setTimeout(
    () => controller.abort(new DOMException('the turn took too long', 'TimeoutError')),
    longestPollMs,
  ).unref()
  stopping.addEventListener('abort', stop)
  if (stopping.aborted) stop()
  try {
    return await run({ start: now(), signal: controller.signal })
  } finally {
    clearTimeout(timer)
    stopping.removeEventListener('abort', stop)
  }
}

/**
 * How long a turn reads, counted from its first page, and how long it posts, counted from its first message, before it lets the next
 * one of its alert begin, in ms. Waiting for a page does not count: where many alerts share the budget of requests that can take
 * longer than both, and nothing would ever be posted.
 */
export const readingTimeMs = 10_000
export const postingTimeMs = 20_000
