import { isUndecided } from '../model/checkpoint.ts'
import type { Decision, DecisionRecord } from '../model/decision.ts'
import { compareIds } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { PollDeps } from './poll-deps.ts'
import { readFromId } from './read-pages.ts'
import type { Deferral, RunFailure, SubscriptionRun } from './subscription-run.ts'

/** Why a mention waits. */
type Why = Pick<Decision, 'reason' | 'detail'>

/**
 * Notes in the log of verdicts that mentions were found and wait. At once, unlike what is settled: no bookmark moves for it. What is
 * read again within the look-back is noted once; after a restart it is noted anew.
 */
export function logWaiting(
  deps: Pick<PollDeps, 'now' | 'record'>,
  run: SubscriptionRun,
  found: [Mention, Why][],
) {
  const { state, key } = run
  const noted = state.logged ?? new Set()
  state.logged = noted
  const from = readFromId(run)
  const entries: DecisionRecord[] = []
  for (const [{ id, url }, { reason, detail }] of found) {
    // Below it everything was noted already, and is read only because another subscription reads from there.
    if (noted.has(id) || compareIds(id, from) <= 0) continue
    noted.add(id)
    const why = detail === undefined ? { reason } : { reason, detail }
    entries.push({ at: deps.now(), ...key, id, url, outcome: 'waiting', ...why })
  }
  if (entries.length > 0) deps.record(entries)
}

/** Notes what is to be posted or to join a card and is not settled yet; `why`: half a sentence. */
export function logQueued(deps: Pick<PollDeps, 'now' | 'record'>, run: SubscriptionRun, why: string): void {
  const open = isUndecided(run.checkpoint)
  const queued = [...run.waiting, ...run.duplicates].filter(({ id }) => open(id))
  logWaiting(
    deps,
    run,
    queued.map((mention) => [mention, { reason: 'queued', detail: why }]),
  )
}

/** Notes what a subscription that ends its part of the turn early leaves behind. */
export function logDeferred(deps: PollDeps, run: SubscriptionRun, end: Deferral | RunFailure): void {
  logQueued(deps, run, end.kind === 'leave' ? end.why : 'the turn failed')
}

/** Forgets, before a reading, what this one does not show again, or shows as settled: the memory stays as small as a look-back. */
export function forgetLogged(run: SubscriptionRun): void {
  const { state, checkpoint } = run
  if (state.logged === undefined) return
  const open = isUndecided(checkpoint)
  const from = readFromId(run)
  state.logged = new Set([...state.logged].filter((id) => open(id) && compareIds(id, from) > 0))
}
