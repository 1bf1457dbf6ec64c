import type { IncomingMessage } from 'node:http'
import type { SetTimer } from './clock.ts'
import type { Ms } from './time.ts'

type Limits = {
  /** The largest accepted body, in bytes. */
  mostBytes: number
  /** Bodies that are not complete have at most so many bytes together. */
  mostUnfinishedBytes: number
  timeoutMs: Ms
  setTimer: SetTimer
}

/** `busy`: others needed the memory. `gone`: the sender has closed the connection. */
type NoBody = 'too-large' | 'busy' | 'too-slow' | 'gone'

/** Without the header Content-Length, this many bytes are kept at first. */
const firstBytes = 16_384

/**
 * Reads bodies of strangers in bounded memory and time. If the unfinished bodies need too much memory, the one that began first is given up:
 * a sender that means it is complete within milliseconds, so it is never the slowest.
 */
export function createBodyReader({ mostBytes, mostUnfinishedBytes, timeoutMs, setTimer }: Limits) {
  const unfinished = new Set<{ bytes: number; giveUp: (why: NoBody) => void }>()

  function makeRoom(): void {
    let bytes = 0
    for (const one of unfinished) bytes += one.bytes
    for (const slowest of unfinished) {
      if (bytes <= mostUnfinishedBytes) return
      bytes -= slowest.bytes
      slowest.giveUp('busy')
    }
  }

  return (request: IncomingMessage): Promise<Buffer | NoBody> => {
    const announced = Number(request.headers['content-length'] ?? firstBytes)
    if (announced > mostBytes) return Promise.resolve('too-large')
    return new Promise((resolve) => {
      let received = 0
      const take = (data: Buffer) => {
        if (received + data.length > mostBytes) return end('too-large')
        if (received + data.length > body.length) grow(received + data.length)
        received += data.copy(body, received)
      }
      function grow(needed: number): void {
        const longer = Buffer.allocUnsafe(Math.min(mostBytes, Math.max(needed, 2 * body.length)))
        body.copy(longer, 0, 0, received)
        body = longer
        reading.bytes = longer.length
        makeRoom()
      }
      const end = (result: Buffer | NoBody) => {
        cancel()
        unfinished.delete(reading)
        request.off('data', take)
        resolve(result)
      }
      const reading = { bytes: announced, giveUp: end }
      const cancel = setTimer(() => end('too-slow'), timeoutMs)
      unfinished.add(reading)
      makeRoom()
      // One piece of memory for the whole body, because thousands of tiny pieces would need far more.
      let body = Buffer.allocUnsafe(announced)
      request.on('data', take)
      request.once('end', () => end(body.subarray(0, received)))
      request.once('close', () => end('gone'))
    })
  }
}
