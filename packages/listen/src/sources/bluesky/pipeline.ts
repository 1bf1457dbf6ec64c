/**
 * Runs tasks one after the other, in the order in which they were added, each after its own preparation. Preparations run at the same time.
 * `add` resolves when fewer than `most` tasks wait. After a task or a preparation has failed, no later task runs, and `add` and `end` reject.
 */
export function createPipeline(most: number) {
  const waiting: Promise<unknown>[] = []
  let last: Promise<unknown> = Promise.resolve()
  let failure: { error: unknown } | undefined
  return {
    async add(prepared: Promise<unknown>, task: () => Promise<unknown>): Promise<void> {
      if (failure !== undefined) throw failure.error
      last = Promise.all([last, prepared]).then(task)
      last.catch((error: unknown) => {
        failure ??= { error }
      })
      waiting.push(last)
      if (waiting.length >= most) await waiting.shift()
    },
    /** Resolves when all tasks have ended. */
    async end(): Promise<void> {
      await last
    },
  }
}
