import { pino } from 'pino'
import { readableLine } from './readable-log.ts'
import { createRedactor } from './redact.ts'

export type ProcessLog = ReturnType<typeof createLog>

const maxWaiting = 1_000_000

/** At exit, a full pipe is tried this many times, 0.1 s apart. */
const maxWritesAtExit = 5

/** The log is JSON lines, or readable lines if stdout is a terminal. No line has one of the secrets. */
export function createLog(
  level: string,
  secrets: (string | undefined)[],
  { isTerminal = process.stdout.isTTY === true } = {},
) {
  const colours = isTerminal && process.stdout.isTTY && process.stdout.hasColors()
  const { hide, redact } = createRedactor()
  hide(secrets)
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: {
      streamWrite(line: string) {
        const safe = redact(line)
        return isTerminal ? readableLine(safe, { colours }) : safe
      },
    },
  }
  const stdout = openStdout()
  const log = pino(options, stdout)
  let dropped = 0
  stdout.on('drop', () => void dropped++)
  stdout.on('drain', () => {
    if (dropped > 0)
      log.warn({ lines: dropped }, 'dropped log lines, because the reader of stdout is too slow')
    dropped = 0
  })
  return Object.assign(log, { hide })
}

function openStdout() {
  let writesAtExit: number | undefined
  // Reading this property makes a pipe non-blocking. Otherwise a write to a full pipe would block a thread for ever.
  void process.stdout
  const stdout = pino.destination({
    dest: 1,
    sync: false,
    maxLength: maxWaiting,
    retryEAGAIN: () => writesAtExit === undefined || ++writesAtExit < maxWritesAtExit,
  })
  stdout.on('error', () => undefined)
  // This listener must run before pino's, which would retry for ever.
  process.prependListener('exit', () => {
    writesAtExit = 0
    try {
      stdout.flushSync()
    } catch {
      // The reader is gone.
    }
    stdout.destroy()
  })
  return stdout
}
