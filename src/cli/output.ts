import type { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describeFileError } from '../config/file-errors.ts'

/**
 * Looks after what a command prints. A reader that has seen enough, or a terminal that is gone, ends nothing in its middle. Returns
 * what waits until everything was offered, and then tells why some of it is lost, as a sentence; undefined where nothing is.
 */
export function watchStdout(stdout: Writable): () => Promise<string | undefined> {
  let lost: string | undefined
  stdout.on('error', (error) => {
    if (!('code' in error && readerGone.has(String(error.code))))
      lost ??= `What was to be printed is lost: ${describeFileError(error) ?? error.message}.`
  })
  return async () => {
    await setImmediate()
    return lost
  }
}

const readerGone = new Set(['EPIPE', 'EIO'])

/** What went wrong, as a sentence for whoever started the command: Node's own words tell neither what it means nor what to do. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const port = 'port' in error ? Number(error.port) : -1
  if (port >= 0 && 'code' in error) {
    const other = 'Choose another one with PORT, or with --port where the command takes it.'
    if (error.code === 'EADDRINUSE') return `Port ${port} is taken by another program. ${other}`
    if (error.code === 'EACCES') return `Port ${port} may not be used by this user. ${other}`
  }
  const cause = describeFileError(error.cause)
  if (cause !== undefined && describeFileError(error) === undefined) return `${error.message}: ${cause}.`
  const fault = describeFileError(error)
  if (fault === undefined) return error.message
  if ('path' in error) return `${String(error.path)}: ${fault}.`
  // Node does not always tell which one.
  return `A file cannot be used: ${fault}.`
}

/** What may follow `npm run NAME --`, by command; those that are not here take nothing. */
const options = new Map([
  ['demo', '[--service embedded|real] [--port N] [--keep FOLDER]'],
  ['service', '[--port N] [--data FILE.jsonl] [--token TOKEN]'],
  ['doctor', '[--json]'],
  ['backtest', '[--days 1 to 90] [--config FILE] [--compare OTHER.yaml] [--json]'],
  ['migrate', '--from FOLDER [--dry-run]'],
])

/** How a command is called, in one line. */
export function usage(command: string): string {
  const following = options.get(command)
  return `Usage: npm run ${command}${following === undefined ? '' : ` -- ${following}`}`
}

/** Whether the options were not understood, rather than something else having failed: `parseArgs` of Node throws these codes. */
export function isMisused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
}

/** The port that `--port` names. Throws a sentence for whoever wrote it where it is none. */
export function portOption(written: string): number {
  if (!/^\d{1,5}$/.test(written) || Number(written) > 65_535)
    throw new Error('--port is a number of at most 65535.')
  return Number(written)
}
