import { flushPromises } from '../../../test/tools/manual-clock.ts'

export type VirtualTime = ReturnType<typeof createVirtualTime>

/** A clock that moves by hand, with timers and sleeps that follow it. */
export function createVirtualTime(start = Date.UTC(2026, 10, 18, 12)) {
  /** Time that has passed. Timers follow it, and not the clock. */
  let passed = 0
  let clock = start
  let timers: { at: number; run: () => void }[] = []

  function setTimer(run: () => void, ms: number): () => void {
    const timer = { at: passed + ms, run }
    timers.push(timer)
    return () => {
      timers = timers.filter((other) => other !== timer)
    }
  }

  return {
    now: () => clock + passed,
    setTimer,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const cancel = setTimer(resolve, ms)
        const stop = () => {
          cancel()
          reject(signal?.reason)
        }
        if (signal?.aborted) stop()
        signal?.addEventListener('abort', stop, { once: true })
      }),
    /** Moves the clock ahead, timer by timer, and lets everything finish that each of them starts. */
    async advance(ms: number): Promise<void> {
      const end = passed + ms
      await flushPromises()
      for (;;) {
        const [next] = timers.filter((timer) => timer.at <= end).toSorted((a, b) => a.at - b.at)
        if (next === undefined) break
        timers = timers.filter((timer) => timer !== next)
        passed = Math.max(passed, next.at)
        next.run()
        await flushPromises()
      }
      passed = end
    },
    /** Sets the clock without waking anybody, as an operator or a time server may do. */
    jump(ms: number): void {
      clock += ms
    },
  }
}
