/** Calls `run` after `ms`. Returns the function that cancels it. */
export type SetTimer = (run: () => void, ms: number) => () => void

/** The timers of the machine. Code that tests move by hand gets its timer passed in. */
export const systemTimer: SetTimer = (run, ms) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
