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
