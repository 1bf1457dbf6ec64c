import type { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describeFileError } from '../model/file-errors.ts'

/**
 * Handles write errors of stdout, because a closed pipe or terminal must not stop the command halfway. The returned function resolves with
 * a sentence about a write error, or with undefined if there was none or if only the reader is gone.
 */
export function watchStdout(stdout: Writable): () => Promise<string | undefined> {
  let lost: string | undefined
  stdout.on('error', (error) => {
    if (!('code' in error && readerGone.has(String(error.code))))
      lost ??= `The output could not be written: ${describeFileError(error) ?? error.message}.`
  })
  return async () => {
    await setImmediate()
    return lost
  }
}

const readerGone = new Set(['EPIPE', 'EIO'])

export function errorSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const port = 'port' in error ? Number(error.port) : -1
  if (port >= 0 && 'code' in error) {
    const other = 'Choose another port with PORT, or with --port if the command has that option.'
    if (error.code === 'EADDRINUSE') return `Port ${port} is already in use by another program. ${other}`
    if (error.code === 'EACCES') return `This user has no permission to use port ${port}. ${other}`
  }
  const cause = describeFileError(error.cause)
  if (cause !== undefined && describeFileError(error) === undefined) return `${error.message}: ${cause}.`
  const reason = describeFileError(error)
  if (reason === undefined) return error.message
  if ('path' in error) return `${String(error.path)}: ${reason}.`
  // Node does not always name the file.
  return `A file cannot be used: ${reason}.`
}
