import { compareIds, type Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import { isUndecided } from '../../model/checkpoint.ts'
import type { DecisionRecord } from '../../model/decision.ts'
import type { PollDeps } from '../ports.ts'
import type { Decision } from '../rules/rules.ts'
import { type Deferral, type SubscriptionRun, withState } from '../subscription-run.ts'
import { readFromId } from './hold.ts'

type Why = Pick<Decision, 'reason' | 'detail'>

/**
 * Records in the decision log that mentions were found and wait. The look-back reads a mention several times, but the log gets it once, or
 * once more after a restart.
 */
export function logWaiting(
  deps: Pick<PollDeps, 'now' | 'record'>,
  run: SubscriptionRun,
  found: [Mention, Why][],
): SubscriptionRun {
  const at = deps.now()
  const records = found.map(([{ id, url }, { reason, detail }]): DecisionRecord => {
    const why = detail === undefined ? { reason } : { reason, detail }
    return { at, ...run.input.key, id, url, outcome: 'waiting', ...why }
  })
  return logOnce(deps, run, records)
}

export function logOnce(
  deps: Pick<PollDeps, 'record'>,
  run: SubscriptionRun,
  records: DecisionRecord[],
): SubscriptionRun {
  const loggedWaiting = new Set(run.state.loggedWaiting)
  const from = readFromId(run)
  const fresh = records.filter(({ id }) => {
    // Mentions up to `from` were recorded before. They are read again only because another subscription reads from a lower id.
    const isNew = !loggedWaiting.has(id) && compareIds(id, from) > 0
    if (isNew) loggedWaiting.add(id)
    return isNew
  })
  if (fresh.length === 0) return run
  deps.record(fresh)
  return withState(run, { loggedWaiting })
}

export function logQueued(
  deps: Pick<PollDeps, 'now' | 'record'>,
  run: SubscriptionRun,
  why: Deferral['why'],
): SubscriptionRun {
  const isOpen = isUndecided(run.checkpoint)
  const queued = [...run.waiting, ...run.duplicates].filter(({ id }) => isOpen(id))
  return logWaiting(
    deps,
    run,
    queued.map((mention) => [mention, { reason: 'queued', detail: why }]),
  )
}

export function forgetLogged(run: SubscriptionRun, logged: ReadonlySet<Id>): SubscriptionRun {
  const isOpen = isUndecided(run.checkpoint)
  const from = readFromId(run)
  const loggedWaiting = [...logged].filter((id) => isOpen(id) && compareIds(id, from) > 0)
  return withState(run, { loggedWaiting: new Set(loggedWaiting) })
}
