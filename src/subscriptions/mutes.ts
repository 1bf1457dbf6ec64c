import type { Collection } from '../model/collection.ts'
import type { Mute } from '../model/mute.ts'

/** The mutes of all channels, in memory, because the rules ask for them for each mention. */
export type Mutes = {
  /** The mutes of a channel as of the last refresh, including those that have ended. */
  of(channel: string): Mute[]
  /** All mutes in force, as of the last refresh. */
  all(): Mute[]
  /** Changes the mutes of a channel atomically and removes the ended ones. Resolves with the new mutes. */
  change(channel: string, next: (mutes: Mute[]) => Mute[]): Promise<Mute[]>
  /** Reads the changes of other processes. */
  refresh(): Promise<void>
}

/** `stored`: the mutes by channel. */
export function createMutes(stored: Collection<Mute[]>, now: () => number): Mutes {
  const known = new Map<string, Mute[]>()
  const inForce = (mutes: Mute[]) => mutes.filter(({ until }) => until === undefined || until > now())
  return {
    of: (channel) => known.get(channel) ?? [],
    all: () => inForce([...known.values()].flat()),
    async change(channel, next) {
      const changed = await stored.change(channel, (mutes = []) => {
        const left = inForce(next(inForce(mutes)))
        return left.length === 0 ? undefined : left
      })
      known.set(channel, changed ?? [])
      return changed ?? []
    },
    async refresh() {
      const entries = await stored.entries()
      known.clear()
      for (const { key, value } of entries) known.set(key, value)
    },
  }
}
