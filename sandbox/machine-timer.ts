import type { SetTimer } from '@overheard/base/clock'

/** Timers of Node. They do not keep the process alive. */
export const machineTimer: SetTimer = (run, ms) => {
  const timer = setTimeout(run, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
