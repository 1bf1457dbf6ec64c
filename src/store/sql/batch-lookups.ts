const maxBatch = 100

type Waiter<Key, Answer> = { key: Key; resolve: (answer: Answer) => void; reject: (error: unknown) => void }

/**
 * Combines lookups. Calls at the same moment, and calls while a statement runs, share the next statement. So a hundred polls that begin
 * together cost one round trip. `ask` must return the answers in the order of the keys. If it rejects, all its callers get the error.
 */
export function batchLookups<Key, Answer>(
  ask: (keys: Key[]) => Promise<Answer[]>,
): (key: Key) => Promise<Answer> {
  const waiting: Waiter<Key, Answer>[] = []
  let asking = false

  async function askAll(): Promise<void> {
    asking = true
    // Let other callers of this moment join first.
    await Promise.resolve()
    while (waiting.length > 0) await askFor(waiting.splice(0, maxBatch))
    asking = false
  }

  async function askFor(some: Waiter<Key, Answer>[]): Promise<void> {
    try {
      const answers = await ask(some.map(({ key }) => key))
      for (const [index, { resolve, reject }] of some.entries()) {
        const answer = answers[index]
        if (answer === undefined) reject(new Error('the database did not answer for every key'))
        else resolve(answer)
      }
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!asking) void askAll()
    })
}
