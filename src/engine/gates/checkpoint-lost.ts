import type { Ms } from '@overheard/base/time'
import { problemTexts } from '../../messages/problems/problem-texts.ts'
import type { PollDeps } from '../ports.ts'
import { type Deferral, defer, type Step, type SubscriptionRun, withState } from '../subscription-run.ts'

/**
 * A subscription with a lost checkpoint searches its channel again after this time, in ms, because a search takes many calls and seldom
 * finds more.
 */
const searchAgainAfterMs = 60 * 60_000

const lostProblemKey = ({ input }: SubscriptionRun) => `checkpoint ${input.subscription.name}`

function stop(
  { problems, now, steady }: PollDeps,
  run: SubscriptionRun,
  text: { what: string; whatToDo: string },
  hadCheckpoint: boolean,
): Step {
  const { name, channel } = run.input.subscription
  problems.raise(lostProblemKey(run), {
    subscription: name,
    channel,
    code: 'place_lost',
    ...text,
  })
  const lost = { at: steady(), hadCheckpoint }
  return { run: withState(run, { lost }), end: deferredFor(now, searchAgainAfterMs) }
}

const deferredFor = (now: PollDeps['now'], ms: Ms) => defer('checkpoint-lost', now() + ms)

/**
 * Returns a deferral while a subscription with a lost checkpoint waits for a person. Returns undefined if a checkpoint has appeared in the
 * store or disappeared from it, or if it is time to search the channel again.
 */
export function waitsForChoice(
  { now, steady }: PollDeps,
  { state: { lost } }: SubscriptionRun,
  hasCheckpoint: boolean,
): Deferral | undefined {
  if (lost === undefined || lost.hadCheckpoint !== hasCheckpoint) return undefined
  const leftMs = lost.at + searchAgainAfterMs - steady()
  return leftMs > 0 ? deferredFor(now, leftMs) : undefined
}

export function checkpointFound({ problems }: PollDeps, run: SubscriptionRun): SubscriptionRun {
  problems.clear(lostProblemKey(run))
  return withState(run, { lost: undefined })
}

/**
 * Stops the subscription and asks a person, because it has no usable checkpoint and the search of its channel was cut short. `damage` says
 * what is wrong with the stored checkpoint; it is undefined if no checkpoint is stored.
 */
export function lostWithoutCheckpoint(
  deps: PollDeps,
  run: SubscriptionRun,
  damage: string | undefined,
): Step {
  const { name, channel } = run.input.subscription
  return stop(deps, run, problemTexts.checkpointMissing(name, channel, damage), false)
}

export function lostWithDamage(deps: PollDeps, run: SubscriptionRun, damage: string): Step {
  const { name } = run.input.subscription
  return stop(deps, run, problemTexts.checkpointDamaged(name, damage), false)
}

export function lostBehindCopy(deps: PollDeps, run: SubscriptionRun): Step {
  const { name, channel } = run.input.subscription
  return stop(deps, run, problemTexts.checkpointOld(name, channel), true)
}
