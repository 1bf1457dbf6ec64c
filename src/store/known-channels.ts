import { z } from 'zod'
import type { RecordStore, RecordType } from './records.ts'

/** Which channel (its id) a name written as `#name` meant when it was found last. Both reject where the store cannot be used. */
export type KnownChannels = {
  find(name: string): Promise<string | undefined>
  keep(name: string, id: string): Promise<void>
}

const knownChannelType: RecordType<string> = { name: 'known-channels', shape: z.string() }

/** The channels that were found by name: one small fact for each name that a subscription or digest is written with. */
export function knownChannels(records: RecordStore): KnownChannels {
  return {
    find: (name) => records.find(knownChannelType, name),
    async keep(name, id) {
      await records.change(knownChannelType, name, () => id)
    },
  }
}
