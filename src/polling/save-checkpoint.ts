import type { Checkpoint } from '../model/checkpoint.ts'
import type { PollDeps } from './poll-deps.ts'
import type { SubscriptionRun } from './subscription-run.ts'

/** Another process has taken the turn over; this one must not write or post any more. */
export class FencedError extends Error {
  override readonly name = 'TakenOverError'
}

/** Writes the bookmark durably, and only then lets the watch have it. Throws where the store fails or the turn was taken over. */
export async function saveCheckpoint(deps: PollDeps, run: SubscriptionRun, next: Checkpoint): Promise<void> {
  const keeping = await deps.checkpoints.save(run.key, next)
  if (keeping === 'fenced') throw new FencedError(`the turn of alert ${run.alert.id} runs elsewhere`)
  run.checkpoint = next
  run.unsaved = false
  deps.confirmedPosts.settled(run.key)
  deps.record(run.decisions.splice(0))
}

/** Moves the bookmark without writing it: `save` does, or the next `keep`. */
export function setCheckpoint(run: SubscriptionRun, next: Checkpoint): void {
  run.checkpoint = next
  run.unsaved = true
}

/** Writes what moved: what was settled last, skipped mentions, and what fell out of the look-back. */
export async function flushCheckpoint(deps: PollDeps, run: SubscriptionRun): Promise<void> {
  if (run.unsaved) await saveCheckpoint(deps, run, run.checkpoint)
}
