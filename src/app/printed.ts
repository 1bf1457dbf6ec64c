import type { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describeFileError } from '../settings/file-fault.ts'

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
