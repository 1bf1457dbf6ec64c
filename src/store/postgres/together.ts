/** As many share a statement; more wait for the next one. */
const mostTogether = 100

type Waiter<Key, Answer> = { key: Key; resolve: (answer: Answer) => void; reject: (error: unknown) => void }

/**
 * Lets callers of one moment, and those that come while a statement is under way, share the next statement: a hundred turns that begin
 * together cost one way to the database. `ask` answers in the order of the keys; where it rejects, all who shared it are told.
 */
export function batchLookups<Key, Answer>(
  ask: (keys: Key[]) => Promise<Answer[]>,
): (key: Key) => Promise<Answer> {
  const waiting: Waiter<Key, Answer>[] = []
  let asking = false

  async function askAll(): Promise<void> {
    asking = true
    // The callers of this moment are let in first.
    await Promise.resolve()
    while (waiting.length > 0) await askFor(waiting.splice(0, mostTogether))
    asking = false
  }

  async function askFor(some: Waiter<Key, Answer>[]): Promise<void> {
    try {
      const confirmedPosts = await ask(some.map(({ key }) => key))
      for (const [index, { resolve, reject }] of some.entries()) {
        const answer = confirmedPosts[index]
        if (answer === undefined) reject(new Error('the database left a question without an answer'))
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
