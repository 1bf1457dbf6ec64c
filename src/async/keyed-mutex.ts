/** Runs tasks of one key one after the other, in the order in which they came; those of different keys side by side. */
export type KeyedMutex = <T>(key: string, task: () => Promise<T>) => Promise<T>

/** Makes the queues: a key is forgotten when its last task has ended. */
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
