import type { SetTimer } from '../model/timer.ts'

/** Something that is done again and again, one at a time. */
type PollLoop = {
  /** Asks for the next beat at once; one that runs is followed by another. */
  soon(): void
  /** Beats no more; resolves when the running beat has ended. */
  stop(): Promise<void>
}

/** Beats every `every` ms (counted from the end of the last beat), or sooner when asked. `beat` must not reject. */
export function createPollLoop(every: number, setTimer: SetTimer, beat: () => Promise<void>): PollLoop {
  let beating: Promise<void> | undefined
  let asked = false
  let stopped = false
  let cancel = setTimer(start, every)

  function start(): void {
    cancel()
    asked = false
    beating = beat().then(() => {
      beating = undefined
      if (stopped) return
      if (asked) start()
      else cancel = setTimer(start, every)
    })
  }
  return {
    soon() {
      if (stopped) return
      if (beating === undefined) start()
      else asked = true
    },
    async stop() {
      stopped = true
      cancel()
      await beating
    },
  }
}
