import type { Id } from '../model/id.ts'
import type { Checkpoints, PollDeps } from '../turn/ports.ts'
import type { DueSubscription } from '../turn/ready.ts'
import type { pollAlert, RunResult } from '../turn.ts'
import type { AlertResolver } from './subscription-alerts.ts'

/** What the turn of an alert takes. */
export type RunPollDeps = {
  turnDeps: Omit<PollDeps, 'checkpoints'>
  /** Takes over the turn of an alert: the bookmarks it resolves with are written only as long as nobody else has taken it over. */
  takeTurn: (alert: Id) => Promise<Checkpoints>
  turn: typeof pollAlert
  /** The subscription of that name, where it is watched. */
  watched: (name: string) => DueSubscription | undefined
  alertsOf: Pick<AlertResolver, 'known' | 'isOf'>
}

/**
 * One turn of an alert for those of its subscriptions that are due, by name. Does not reject: a turn that cannot begin, or fails as a
 * whole, has failed for each.
 */
export async function runPoll(
  { turnDeps: pollDeps, takeTurn: takeOver, turn, watched, alertsOf }: RunPollDeps,
  id: Id,
  names: string[],
): Promise<RunResult[]> {
  const due = await stillOf(
    alertsOf,
    id,
    names.flatMap((name) => watched(name) ?? []),
  )
  const alert = alertsOf.known(id)
  if (alert === undefined || due.length === 0) return []
  try {
    const checkpoints = await takeOver(alert.id)
    return await turn({ ...pollDeps, checkpoints }, alert, due)
  } catch (error) {
    return due.map(({ subscription }) => ({ subscription: subscription.name, error }))
  }
}

/** Those that are of this alert: what is due may be left from before one was given another. */
async function stillOf(
  { isOf }: RunPollDeps['alertsOf'],
  id: Id,
  due: DueSubscription[],
): Promise<DueSubscription[]> {
  const are = await Promise.all(due.map(({ subscription }) => isOf(subscription, id)))
  return due.filter((_, index) => are[index] === true)
}
