import { problemTexts } from '../messages/problem-texts.ts'
import type { PollDeps } from './ports.ts'
import { type Deferral, defer, type Step, type SubscriptionRun, withState } from './subscription-run.ts'

/** Stops subscriptions whose checkpoint is lost and cannot be rebuilt: a person has to choose how they continue. */

/** The channel is searched again after this time, in ms, because a search takes many calls and seldom finds more. */
const searchAgainAfterMs = 60 * 60_000

const lostProblemKey = ({ input }: SubscriptionRun) => `checkpoint ${input.subscription.name}`

function stop(
  { problems, now }: PollDeps,
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
  const lost = { at: now(), hadCheckpoint }
  return { run: withState(run, { lost }), end: deferredUntil(now() + searchAgainAfterMs) }
}

const deferredUntil = (at: number) => defer('its checkpoint is lost, and a person has to choose', at)

/**
 * Returns a deferral while a subscription waits for a person, so that not every poll searches its channel. If the checkpoint has appeared
 * or disappeared since, the wait is over.
 */
export function waitsForChoice(
  { now }: PollDeps,
  { state: { lost } }: SubscriptionRun,
  hasCheckpoint: boolean,
): Deferral | undefined {
  if (lost === undefined || lost.hadCheckpoint !== hasCheckpoint) return undefined
  const isFresh = Math.abs(now() - lost.at) < searchAgainAfterMs
  return isFresh ? deferredUntil(lost.at + searchAgainAfterMs) : undefined
}

/** Clears the problem, because the checkpoint is known again. */
export function checkpointFound({ problems }: PollDeps, run: SubscriptionRun): SubscriptionRun {
  problems.clear(lostProblemKey(run))
  return withState(run, { lost: undefined })
}

/**
 * Stops a subscription without a checkpoint, because its channel has more messages than a search may read. `damage`: what is wrong with the
 * stored checkpoint; undefined if nothing is stored.
 */
export function lostWithoutCheckpoint(
  deps: PollDeps,
  run: SubscriptionRun,
  damage: string | undefined,
): Step {
  const { name, channel } = run.input.subscription
  return stop(deps, run, problemTexts.checkpointMissing(name, channel, damage), false)
}

/** Stops a subscription with a damaged checkpoint, because its channel has no receipt. */
export function lostWithDamage(deps: PollDeps, run: SubscriptionRun, damage: string): Step {
  const { name } = run.input.subscription
  return stop(deps, run, problemTexts.checkpointDamaged(name, damage), false)
}

/** Stops a subscription whose checkpoint is an old copy, because its channel has more newer messages than a search may read. */
export function lostBehindCopy(deps: PollDeps, run: SubscriptionRun): Step {
  const { name, channel } = run.input.subscription
  return stop(deps, run, problemTexts.checkpointOld(name, channel), true)
}
