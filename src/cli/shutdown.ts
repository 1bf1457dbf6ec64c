import { isatty } from 'node:tty'
import type { Time } from '../async/time.ts'

/** The code 78 is EX_CONFIG of sysexits.h and means that the settings cannot be used. */
export const exitCodes = { stopped: 0, fault: 1, unusableSettings: 78 } as const

/** The process exits after this time, in ms, even if stopping is not complete. SIGTERM must end it within 10 s. */
export const maxStopMs = 9000

/**
 * Signals within this time, in ms, count as one request to stop. A terminal signals both npm and the process, and npm forwards its signal.
 */
const sameRequestMs = 1000

/**
 * Resolves with the signal that asks the process to stop. With `reload`, SIGHUP asks so only if the terminal of the process was closed.
 * Otherwise somebody wants the configuration to be read again, and `reload` is called.
 */
export function waitForSignal(reload?: () => void): Promise<NodeJS.Signals> {
  const hadTerminal = hasTerminal()
  return new Promise((resolve) => {
    let askedAt: Time | undefined
    const ask = (signal: NodeJS.Signals) => {
      if (askedAt !== undefined && performance.now() - askedAt > sameRequestMs) process.exit(exitCodes.fault)
      askedAt ??= performance.now()
      resolve(signal)
    }
    process.on('SIGTERM', ask)
    process.on('SIGINT', ask)
    process.on('SIGHUP', (signal) => {
      const isTerminalClosed = hadTerminal && !hasTerminal()
      if (reload === undefined || isTerminalClosed) ask(signal)
      else reload()
    })
  })
}

const hasTerminal = () => [0, 1, 2].some((descriptor) => isatty(descriptor))
