import { isatty } from 'node:tty'
import type { Time } from '@overheard/base/time'

/** The code 78 is EX_CONFIG of sysexits.h and means that the settings cannot be used. */
export const exitCodes = { stopped: 0, fault: 1, unusableSettings: 78 } as const

/** The process exits after this time, in ms, even if stopping is not complete. SIGTERM must end it within 10 s. */
export const maxStopMs = 9000

/** A start that was asked to stop may take this time, in ms, to release what it has. Nothing is posted before its end. */
const maxUnstartedMs = 1000

/** Before `waitForSignal`, a signal to a bot that only loads its program ends it as if it had stopped. */
export function endOnSignal(): void {
  for (const signal of stopSignals) process.once(signal, endNow)
}

const stopSignals = ['SIGTERM', 'SIGINT'] as const
const endNow = () => process.exit(exitCodes.stopped)

/** Resolves when a start has ended that was asked to stop, or after a second. Its failure does not matter any more. */
export function untilUnstarted(starting: Promise<unknown>): Promise<unknown> {
  const longEnough = new Promise<void>((resolve) => void setTimeout(resolve, maxUnstartedMs))
  return Promise.race([starting.catch(() => undefined), longEnough])
}

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
    for (const one of stopSignals) {
      process.off(one, endNow)
      process.on(one, ask)
    }
    process.on('SIGHUP', (signal) => {
      const isTerminalClosed = hadTerminal && !hasTerminal()
      if (reload === undefined || isTerminalClosed) ask(signal)
      else reload()
    })
  })
}

const hasTerminal = () => [0, 1, 2].some((descriptor) => isatty(descriptor))
