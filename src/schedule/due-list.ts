import PQueue from 'p-queue'

/** What is due, by a key: one run of a key at a time; what becomes due while it runs is run once more after it. */
export type DueList = {
  /** Notes members as due under a key, and runs it as soon as there is room. */
  due(key: string, members: Iterable<string>): void
  /** How long the longest waiting key has been due, in ms. */
  lag(): number
  /** Forgets what is due, and resolves when nothing runs any more. */
  stop(): Promise<void>
}

/** As many keys run at the same time: they mostly wait for the network. */
const mostAtOnce = 100

/** A due list: turns that come faster than they run coalesce instead of piling up. `run` must not reject. */
export function createDueList(
  now: () => number,
  run: (key: string, members: string[]) => Promise<void>,
): DueList {
  const queue = new PQueue({ concurrency: mostAtOnce })
  const waiting = new Map<string, { since: number; members: Set<string> }>()
  const running = new Set<string>()
  let stopped = false

  const begin = (key: string) => {
    running.add(key)
    void queue.add(async () => {
      const { members } = waiting.get(key) ?? { members: [] }
      waiting.delete(key)
      if (!stopped) await run(key, [...members])
      running.delete(key)
      if (waiting.has(key)) begin(key)
    })
  }
  return {
    due(key, members) {
      if (stopped) return
      const entry = waiting.get(key) ?? { since: now(), members: new Set() }
      for (const member of members) entry.members.add(member)
      waiting.set(key, entry)
      if (!running.has(key)) begin(key)
    },
    lag() {
      const oldest = Math.min(...[...waiting.values()].map(({ since }) => since))
      return Number.isFinite(oldest) ? now() - oldest : 0
    },
    async stop() {
      stopped = true
      waiting.clear()
      await queue.onIdle()
    },
  }
}
