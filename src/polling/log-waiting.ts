import { isUndecided } from '../model/checkpoint.ts'
import type { Decision, DecisionRecord } from '../model/decision.ts'
import { compareIds } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { PollDeps } from './ports.ts'
import { readFromId } from './read-pages.ts'
import { type SubscriptionRun, withState } from './subscription-run.ts'

/** Why a mention waits. */
type Why = Pick<Decision, 'reason' | 'detail'>

/**
 * Records in the decision log that mentions were found and wait. This does not wait for the checkpoint, because no watermark advances for
 * it. A mention that the look-back reads again is recorded once; after a restart it is recorded again.
 */
export function logWaiting(
  deps: Pick<PollDeps, 'now' | 'record'>,
  run: SubscriptionRun,
  found: [Mention, Why][],
): SubscriptionRun {
  const logged = new Set(run.state.logged)
  const from = readFromId(run)
  const records: DecisionRecord[] = []
  for (const [{ id, url }, { reason, detail }] of found) {
    // Below `from` everything was recorded already. It is read only because another subscription reads from there.
    if (logged.has(id) || compareIds(id, from) <= 0) continue
    logged.add(id)
    const why = detail === undefined ? { reason } : { reason, detail }
    records.push({ at: deps.now(), ...run.input.key, id, url, outcome: 'waiting', ...why })
  }
  if (records.length === 0) return run
  deps.record(records)
  return withState(run, { logged })
}

/** Records what is to be posted, or to join a card, and is not done yet. `why`: half a sentence. */
export function logQueued(
  deps: Pick<PollDeps, 'now' | 'record'>,
  run: SubscriptionRun,
  why: string,
): SubscriptionRun {
  const isOpen = isUndecided(run.checkpoint)
  const queued = [...run.waiting, ...run.duplicates].filter(({ id }) => isOpen(id))
  return logWaiting(
    deps,
    run,
    queued.map((mention) => [mention, { reason: 'queued', detail: why }]),
  )
}

/** Forgets, before a reading, what that reading does not show again, or shows as done. So it holds no more than a look-back. */
export function forgetLogged(run: SubscriptionRun): SubscriptionRun {
  const { state, checkpoint } = run
  if (state.logged === undefined) return run
  const isOpen = isUndecided(checkpoint)
  const from = readFromId(run)
  const logged = [...state.logged].filter((id) => isOpen(id) && compareIds(id, from) > 0)
  return withState(run, { logged: new Set(logged) })
}
