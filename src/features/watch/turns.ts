import type { Time } from '@overheard/base/time'
import { addDays, dateOf, daysBetween } from '../../model/calendar-date.ts'
import { instantOf, momentOf, wallTimeOf } from '../../model/wall-clock.ts'
import type { OnWatch, WatchPlan, WatchSwap } from './model.ts'

const dayMs = 86_400_000

/**
 * Returns who is on watch at a time (UTC, ms), by the plan alone. A turn begins and ends at the same wall-clock time, so a turn in which the
 * clocks change is an hour shorter or longer. Before the first turn, the first person is on watch.
 */
export function turnAt(plan: WatchPlan, now: Time): OnWatch {
  const { users, rotate, from, handover, timezone } = plan
  const days = rotate === 'weekly' ? 7 : 1
  const startOf = (turn: number) => momentOf(addDays(from, turn * days), handover, timezone)
  let turn = Math.max(0, Math.floor((daysBetween(from, dateOf(now, timezone)) - 1) / days))
  // The turn of a date begins at its handover.
  if (turn > 0 && now < startOf(turn)) turn -= 1
  const userAt = (index: number) => users[index % users.length] ?? ''
  return { user: userAt(turn), until: startOf(turn + 1), next: userAt(turn + 1) }
}

/** Returns who is on watch at a time (UTC, ms): the person of the swap until its end, and otherwise the person of the turn. */
export function onWatchAt(plan: WatchPlan, swap: WatchSwap | undefined, now: Time): OnWatch {
  if (swap === undefined || now >= swap.until) return turnAt(plan, now)
  return { user: swap.to, until: swap.until, next: turnAt(plan, swap.until).user }
}

/** Returns the person on the list who comes after `user`. If `user` is not on the list, it is the person whose turn comes next. */
export function personAfter(plan: WatchPlan, user: string, now: Time): string {
  const { users } = plan
  const index = users.indexOf(user)
  return index < 0 ? turnAt(plan, now).next : (users[(index + 1) % users.length] ?? user)
}

/** Returns when a swap that begins now ends: a day later at the same wall-clock time (UTC, ms). */
export function swapEnd({ timezone }: WatchPlan, now: Time): number {
  return instantOf(wallTimeOf(now, timezone) + dayMs, timezone)
}
