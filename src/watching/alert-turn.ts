import type { Id } from '../model/id.ts'
import type { Bookmarks, TurnDeps } from '../turn/ports.ts'
import type { Due } from '../turn/ready.ts'
import type { Part, turn } from '../turn.ts'
import type { SubscriptionAlerts } from './subscription-alerts.ts'

/** What the turn of an alert takes. */
export type AlertTurnDeps = {
  turnDeps: Omit<TurnDeps, 'bookmarks'>
  /** Takes over the turn of an alert: the bookmarks it resolves with are written only as long as nobody else has taken it over. */
  takeTurn: (alert: Id) => Promise<Bookmarks>
  turn: typeof turn
  /** The subscription of that name, where it is watched. */
  watched: (name: string) => Due | undefined
  alertsOf: Pick<SubscriptionAlerts, 'known' | 'isOf'>
}

/**
 * One turn of an alert for those of its subscriptions that are due, by name. Does not reject: a turn that cannot begin, or fails as a
 * whole, has failed for each.
 */
export async function alertTurn(
  { turnDeps, takeTurn, turn, watched, alertsOf }: AlertTurnDeps,
  id: Id,
  names: string[],
): Promise<Part[]> {
  const due = await stillOf(
    alertsOf,
    id,
    names.flatMap((name) => watched(name) ?? []),
  )
  const alert = alertsOf.known(id)
  if (alert === undefined || due.length === 0) return []
  try {
    const bookmarks = await takeTurn(alert.id)
    return await turn({ ...turnDeps, bookmarks }, alert, due)
  } catch (error) {
    return due.map(({ subscription }) => ({ subscription: subscription.name, error }))
  }
}

/** Those that are of this alert: what is due may be left from before one was given another. */
async function stillOf({ isOf }: AlertTurnDeps['alertsOf'], id: Id, due: Due[]): Promise<Due[]> {
  const are = await Promise.all(due.map(({ subscription }) => isOf(subscription, id)))
  return due.filter((_, index) => are[index] === true)
}
