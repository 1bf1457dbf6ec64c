import { z } from 'zod'
import { type Mute, muteSchema } from '../model/mute.ts'
import type { RecordStore, RecordType } from './records.ts'

/** The mutes of all channels. */
export type Mutes = {
  /** Those of a channel, as last heard of; those that have ended included. */
  of(channel: string): Mute[]
  /** All that are in force, as last heard of. */
  all(): Mute[]
  /** Changes those of a channel in one step, and forgets the ended ones. Resolves with what is there now. */
  change(channel: string, next: (mutes: Mute[]) => Mute[]): Promise<Mute[]>
  /** Hears of what other processes have changed. */
  refresh(): Promise<void>
}

const muteType: RecordType<Mute[]> = { name: 'mutes', shape: z.array(muteSchema) }

/** The mutes as the records have them, and in memory: a rule asks for them at each mention. */
export function createMutes(records: RecordStore, now: () => number): Mutes {
  const known = new Map<string, Mute[]>()
  return {
    of: (channel) => known.get(channel) ?? [],
    all: () => [...known.values()].flat().filter(({ until }) => until === undefined || until > now()),
    async change(channel, next) {
      const standing = (mutes: Mute[]) => mutes.filter(({ until }) => until === undefined || until > now())
      const changed = await records.change(muteType, channel, (mutes = []) => {
        const left = standing(next(standing(mutes)))
        return left.length === 0 ? undefined : left
      })
      known.set(channel, changed ?? [])
      return changed ?? []
    },
    async refresh() {
      const all = await records.all(muteType)
      known.clear()
      for (const { key, value } of all) known.set(key, value)
    },
  }
}
