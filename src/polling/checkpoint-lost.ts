import { problemTexts } from '../messages/problem-texts.ts'
import type { PollDeps } from './ports.ts'
import { type Deferral, defer, type Step, type SubscriptionRun, withState } from './subscription-run.ts'

/** Stops subscriptions whose checkpoint is lost and cannot be rebuilt: a person has to choose how they continue. */

/** The channel is searched again after this time, in ms, because a search takes many calls and seldom finds more. */
const searchAgainAfterMs = 60 * 60_000

const lostProblemKey = ({ input }: SubscriptionRun) => `checkpoint ${input.subscription.name}`

/** Stops a subscription and reports the problem. */
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

/** While a subscription waits for a person, the channel is not searched at every poll. A checkpoint that is there again ends the wait. */
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

/** There is no checkpoint, and the channel has more messages than a search may read. */
export function lostWithoutCheckpoint(
  deps: PollDeps,
  run: SubscriptionRun,
  damage: string | undefined,
): Step {
  const { name, channel } = run.input.subscription
  return stop(deps, run, problemTexts.checkpointMissing(name, channel, damage), false)
}

/** The checkpoint is damaged, and the channel has no receipt at all. */
export function lostWithDamage(deps: PollDeps, run: SubscriptionRun, damage: string): Step {
  const { name } = run.input.subscription
  return stop(deps, run, problemTexts.checkpointDamaged(name, damage), false)
}

/** The checkpoint is an old copy, and the channel has more messages since than a search may read. */
export function lostBehindCopy(deps: PollDeps, run: SubscriptionRun): Step {
  const { name, channel } = run.input.subscription
  return stop(deps, run, problemTexts.checkpointOld(name, channel), true)
}
