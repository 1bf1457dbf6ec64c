/** The resources to release, in the order in which they were acquired. */
export type Cleanup = {
  add(release: () => unknown): void
  /** Releases everything once, the latest first. If one release fails, the others still run. */
  all(): Promise<void>
}

/** Register the release directly after each acquisition, so that none is forgotten. */
export function createCleanup(): Cleanup {
  const releases: (() => unknown)[] = []
  return {
    add: (release) => void releases.push(release),
    async all() {
      for (let release = releases.pop(); release !== undefined; release = releases.pop()) {
        try {
          await release()
        } catch {
          // The process is about to end, which closes what could not be closed here.
        }
      }
    },
  }
}
