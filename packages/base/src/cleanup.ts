export type Cleanup = {
  /** Call this right after each acquisition. Resources are released in reverse order. */
  add(release: () => unknown): void
  /** Releases everything, once. A release that fails does not stop the others. */
  all(): Promise<void>
}

export function createCleanup(): Cleanup {
  const releases: (() => unknown)[] = []
  return {
    add: (release) => void releases.push(release),
    async all() {
      for (let release = releases.pop(); release !== undefined; release = releases.pop()) {
        try {
          await release()
        } catch {
          // The process is about to end, and its end closes the rest.
        }
      }
    },
  }
}
