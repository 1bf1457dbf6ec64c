import type { SetTimer } from '../async/clock.ts'

/** What is noted one by one and written together, in order, one batch at a time. */
type BatchWriter<Entry> = {
  /** Notes entries; they are written within a second. */
  note(entries: Entry[]): void
  /** Resolves when everything that was noted by now has been written, or tried. */
  flush(): Promise<void>
  /** Writes what is noted, and tries nothing again. */
  close(): Promise<void>
}

/** So long what is noted waits for more, in ms. */
const flushAfter = 1000
/** Of what could not be written, as many wait for the next try; the oldest go first. */
const mostWaiting = 10_000

/**
 * `write` resolves with what shall be tried again, and never rejects. What is noted while it writes goes with the next batch, however long
 * it takes: a disk or a database that is slow gets fewer batches, not a queue of them.
 */
export function createBatchWriter<Entry>(
  write: (entries: Entry[]) => Promise<Entry[]>,
  setTimer: SetTimer,
): BatchWriter<Entry> {
  let noted: Entry[] = []
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  let cancel: (() => void) | undefined

  async function writeNoted(): Promise<void> {
    next = undefined
    const entries = noted
    noted = []
    const left = await write(entries)
    if (left.length > 0) noted = [...left, ...noted].slice(-mostWaiting)
    flushSoon()
  }
  function flushSoon(): void {
    if (noted.length > 0 && next === undefined) cancel ??= setTimer(flush, flushAfter)
  }
  function flush(): Promise<void> {
    cancel?.()
    cancel = undefined
    if (next === undefined) {
      next = last.then(writeNoted)
      last = next
    }
    return next
  }
  return {
    note(entries) {
      noted.push(...entries)
      flushSoon()
    },
    flush,
    async close() {
      await flush()
      cancel?.()
    },
  }
}
