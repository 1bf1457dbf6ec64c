import type { SetTimer } from './clock.ts'
import type { Ms } from './time.ts'

/** Never runs `task` twice at the same time. All calls during a run share the next run. */
export function coalesced(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= running.then(() => {
      next = undefined
      const started = task()
      running = started.catch(() => undefined)
      return started
    })
    return next
  }
}

export type KeyedMutex = <T>(key: string, task: () => Promise<T>) => Promise<T>

/** Runs tasks with the same key one after the other, in the order of the calls, and tasks with different keys at the same time. */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return async (key, task) => {
    const running = (last.get(key) ?? Promise.resolve()).catch(() => undefined).then(task)
    last.set(key, running)
    try {
      return await running
    } finally {
      if (last.get(key) === running) last.delete(key)
    }
  }
}

export type Loop = {
  soon(): void
  stop(): Promise<void>
}

/** Runs `task` again `everyMs` after the end of its last run, or earlier if `soon` is called. `task` must not reject. */
export function startLoop(task: () => Promise<void>, everyMs: Ms, setTimer: SetTimer): Loop {
  let running: Promise<void> | undefined
  let asked = false
  let stopped = false
  let cancel = setTimer(start, everyMs)

  function start(): void {
    cancel()
    asked = false
    running = task().then(() => {
      running = undefined
      if (stopped) return
      if (asked) start()
      else cancel = setTimer(start, everyMs)
    })
  }
  return {
    soon() {
      if (stopped) return
      if (running === undefined) start()
      else asked = true
    },
    async stop() {
      stopped = true
      cancel()
      await running
    },
  }
}
