/** What the process ends with. 78 is EX_CONFIG of sysexits.h: settings that cannot be used. */
export const exitCodes = { stopped: 0, fault: 1, unusableSettings: 78 } as const

/** A stop that takes longer is cut short, in ms: SIGTERM ends the process within 10 s. */
export const longestStop = 9000

/** Resolves with the signal by which somebody asks the process to stop; a second one ends it at once. */
export function untilAsked(): Promise<NodeJS.Signals> {
  const signals: NodeJS.Signals[] = ['SIGTERM', 'SIGINT']
  return new Promise((resolve) => {
    for (const signal of signals) {
      process.once(signal, () => {
        resolve(signal)
        process.on(signal, () => process.exit(exitCodes.fault))
      })
    }
  })
}
