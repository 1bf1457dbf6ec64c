/** Clocks of machines, and of a machine and its database, agree to this, in ms. */
export const agreement = 500

/**
 * Whether a row of the table of what is due is due by now. So much early is in time for a slot, which a process may note whose clock
 * goes ahead; a wish is not: who came back early would only wish the same again.
 */
export const isDue = dueBy('next_at', 'wish')

/** Whether something is due by now that is so from `at` on; both are SQL. */
export function dueBy(at: string, wish: string): string {
  return `${at} <= overheard.now_ms() + case when ${wish} then 0 else ${agreement} end`
}
