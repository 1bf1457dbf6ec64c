/** What has to be released, in the order in which it was acquired. */
export type Cleanup = {
  add(release: () => unknown): void
  /** Releases everything, the latest first, once. What fails does not keep the rest from being released. */
  all(): Promise<void>
}

/** Collects releases: each acquisition is followed by its undo at once, so that none is forgotten. */
export function createCleanup(): Cleanup {
  const releases: (() => unknown)[] = []
  return {
    add: (release) => void releases.push(release),
    async all() {
      for (let release = releases.pop(); release !== undefined; release = releases.pop()) {
        try {
          await release()
        } catch {
          // The process is about to end: whatever did not close by itself is closed by that.
        }
      }
    },
  }
}
