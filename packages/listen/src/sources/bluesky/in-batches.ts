export type BatchLimits = { frames: number; ms: number }

type Next = { kind: 'frame'; frame: string } | { kind: 'end' } | { kind: 'error'; error: unknown }
type Happened = Next | { kind: 'time is up' }

/**
 * Gathers frames until there are enough, or until the first has waited long enough. At most one frame is read ahead while the caller is busy.
 * What arrived before an error is given before the error is thrown.
 */
export async function* inBatches(
  frames: AsyncIterable<string>,
  limits: BatchLimits,
  sleep: (ms: number) => Promise<void>,
): AsyncGenerator<string[], void> {
  const iterator = frames[Symbol.asyncIterator]()
  const read = (): Promise<Next> =>
    iterator.next().then(
      ({ done, value }) => (done ? { kind: 'end' } : { kind: 'frame', frame: value }),
      (error) => ({ kind: 'error', error }),
    )
  let next = read()
  try {
    for (;;) {
      const batch: string[] = []
      let timer: Promise<Happened> | undefined
      let happened: Happened = await next
      while (happened.kind === 'frame') {
        batch.push(happened.frame)
        next = read()
        if (batch.length >= limits.frames) break
        timer ??= sleep(limits.ms).then(timeIsUp, timeIsUp)
        happened = await Promise.race([next, timer])
      }
      if (batch.length > 0) yield batch
      if (happened.kind === 'error') throw happened.error
      if (happened.kind === 'end') return
    }
  } finally {
    // Not awaited: it ends only after the frame that is being waited for.
    iterator.return?.().catch(() => undefined)
  }
}

const timeIsUp = (): Happened => ({ kind: 'time is up' })
