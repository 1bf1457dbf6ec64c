/** The code 78 is EX_CONFIG of sysexits.h and means that the settings cannot be used. */
export const exitCodes = { stopped: 0, fault: 1, unusableSettings: 78 } as const

/** The process exits after this time, in ms, even if stopping is not complete. SIGTERM must end it within 10 s. */
export const maxStopMs = 9000

/**
 * Signals within this time, in ms, count as one request to stop. A terminal signals both npm and the process, and npm forwards its signal.
 */
const sameRequestMs = 1000

export function waitForSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let askedAt: number | undefined
    const ask = (signal: NodeJS.Signals) => {
      if (askedAt !== undefined && performance.now() - askedAt > sameRequestMs) process.exit(exitCodes.fault)
      askedAt ??= performance.now()
      resolve(signal)
    }
    process.on('SIGTERM', ask)
    process.on('SIGINT', ask)
    // SIGHUP is sent when the terminal is closed.
    process.on('SIGHUP', ask)
  })
}
