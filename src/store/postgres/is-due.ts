/**
 * Whether a row of the table of what is due is due by now. A slot is noted when it has come by the clock of some process, so it is,
 * whatever the database's clock says; a wish is when its time has come.
 */
export const isDue = dueBy('next_at', 'wish')

/** Whether something is due by now that is so from `at` on; both are SQL. */
export function dueBy(at: string, wish: string): string {
  return `(${at} is not null and (not ${wish} or ${at} <= overheard.now_ms()))`
}
