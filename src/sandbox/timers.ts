/** Runs something after so many ms, and returns how to call that off. */
export type SetTimer = (run: () => void, ms: number) => () => void

/** The machine's own timers; they do not keep the process alive. */
export const machineTimer: SetTimer = (run, ms) => {
  const timer = setTimeout(run, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
