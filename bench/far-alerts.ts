/**
 * The alerts of the far side by the first digit of their ids: without mentions; one full page; new mentions at each request; a
 * backlog.
 */
export const farAlerts = { empty: '1', fullPage: '2', growing: '3', backlog: '4' } as const

/** The mentions of a backlog, and the new mentions of a growing alert at each request. */
export const backlog = 100_000
export const growth = 10

/**
 * The time between two polls of a growing alert (ms): longer than the look-back, so that the posts of the poll before move below the watermark. Its
 * mentions are as recent as the bot's clock says, because what is counted by its own time days ago lies beyond every window.
 */
export const growsEvery = 20 * 60_000
