import type { Time } from '@overheard/base/time'
import type { Collection } from '../model/collection.ts'
import type { Damage } from '../model/damage.ts'
import type { Mute } from '../model/mute.ts'

export type Mutes = {
  /** Returns the mutes as of the last refresh or change, including expired mutes. */
  of(channel: string): Mute[]
  all(): Mute[]
  /** Changes the mutes of a channel atomically, and removes expired mutes. Returns the new mutes. */
  change(channel: string, next: (mutes: Mute[]) => Mute[]): Promise<Mute[]>
  /** True if nobody knows what is muted in the channel, because the record is damaged. `of` then returns what was known before. */
  areDamaged(channel: string): boolean
  refresh(): Promise<void>
}

export function createMutes(stored: Collection<Mute[]>, now: () => Time): Mutes {
  const known = new Map<string, Mute[]>()
  let damaged: Damage[] = []
  const areDamaged = (channel: string) => damaged.some(({ key }) => key === undefined || key === channel)
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
    areDamaged,
    async refresh() {
      const found = await stored.readAll()
      damaged = found.damaged
      for (const channel of known.keys()) if (!areDamaged(channel)) known.delete(channel)
      for (const { key, value } of found.entries) known.set(key, value)
    },
  }
}
