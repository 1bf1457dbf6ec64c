/** Calls `run` after `ms`. Returns the function that cancels it. */
export type SetTimer = (run: () => void, ms: number) => () => void
