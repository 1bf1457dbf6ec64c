/** What the process ends with. 78 is EX_CONFIG of sysexits.h: settings that cannot be used. */
export const exitCodes = { stopped: 0, fault: 1, unusableSettings: 78 } as const

/** A stop that takes longer is cut short, in ms: SIGTERM ends the process within 10 s. */
export const longestStop = 9000

/** Signals that come this close together are one asking, in ms: npm hands on what a terminal or a platform sends to both. */
const sameAsking = 1000

/** Resolves with the signal by which somebody asks the process to stop; asked once more, later, it ends at once. */
export function waitForSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked: number | undefined
    const ask = (signal: NodeJS.Signals) => {
      if (asked !== undefined && performance.now() - asked > sameAsking) process.exit(exitCodes.fault)
      asked ??= performance.now()
      resolve(signal)
    }
    process.on('SIGTERM', ask)
    process.on('SIGINT', ask)
    // The terminal was closed.
    process.on('SIGHUP', ask)
  })
}
