import type { SetTimer } from './clock.ts'
import { coalesced } from './serial.ts'

const batchDelayMs = 1000
/** After failed writes, at most this many entries wait. The oldest are dropped first. */
const maxWaiting = 10_000

/**
 * `write` resolves with the entries to retry, and never rejects. Entries that arrive during a write go into the next batch, so a slow disk
 * or database does not get a queue of batches.
 */
export function createBatchWriter<Entry>(write: (entries: Entry[]) => Promise<Entry[]>, setTimer: SetTimer) {
  let noted: Entry[] = []
  let cancel: (() => void) | undefined

  const flush = coalesced(async () => {
    cancel?.()
    cancel = undefined
    const entries = noted
    noted = []
    const left = await write(entries)
    if (left.length > 0) noted = [...left, ...noted].slice(-maxWaiting)
    flushSoon()
  })
  function flushSoon(): void {
    if (noted.length > 0) cancel ??= setTimer(flush, batchDelayMs)
  }
  return {
    add(entries: Entry[]): void {
      noted.push(...entries)
      flushSoon()
    },
    flush,
    async close(): Promise<void> {
      await flush()
      cancel?.()
    },
  }
}
