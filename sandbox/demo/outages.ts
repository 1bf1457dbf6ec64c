/** What lasts for a while after somebody pulled a lever. */
export type Outages = {
  /** Begins one, or lets it last as long again where it lasts already. */
  begin(id: string, start: () => () => void): void
  /** How many seconds it lasts from now on; undefined where it does not. */
  left(id: string): number | undefined
}

type OutagesDeps = { now: () => number; later: (run: () => void, ms: number) => void; ms: number }

/** Keeps account of outages of `ms` each. What `start` returns ends it. */
export function createOutages({ now, later, ms }: OutagesDeps): Outages {
  const until = new Map<string, number>()
  const watch = (id: string, end: () => void) =>
    later(
      () => {
        if (now() < (until.get(id) ?? 0)) return watch(id, end)
        until.delete(id)
        end()
      },
      Math.max(1, (until.get(id) ?? 0) - now()),
    )
  return {
    begin(id, start) {
      const isNew = !until.has(id)
      until.set(id, now() + ms)
      if (isNew) watch(id, start())
    },
    left(id) {
      const end = until.get(id)
      return end === undefined ? undefined : Math.max(1, Math.ceil((end - now()) / 1000))
    },
  }
}
