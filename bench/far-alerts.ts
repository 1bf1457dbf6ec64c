/**
 * What the alerts of the far side have, by the first digit of their ids: nothing; one full page; some more at every question; a
 * backlog.
 */
export const farAlerts = { empty: '1', fullPage: '2', growing: '3', backlog: '4' } as const

/** How many mentions a backlog has, and how many a growing alert gets at each question. */
export const backlog = 100_000
export const growth = 10
