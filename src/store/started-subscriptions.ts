import { z } from 'zod'
import type { CheckpointKey } from '../model/checkpoint.ts'
import { shardOf } from './file/record-files.ts'
import type { RecordStore, RecordType } from './records.ts'

/** Which subscriptions have begun, as far as the store can know. Both reject where the store cannot be read or written. */
export type StartedSubscriptions = {
  /**
   * Whether a subscription surely never posted anything: its name was not declared when the store was made, and it has not begun since. A
   * store that was made anew after a wiped disk cannot tell it of those that were declared then.
   */
  isNew(key: CheckpointKey): Promise<boolean>
  /** Notes that a subscription begins, or goes on from what its channel tells. */
  note(key: CheckpointKey): Promise<void>
}

const declaredFirstType: RecordType<string[]> = { name: 'declared-first', shape: z.array(z.string()) }
const startedType: RecordType<true> = {
  name: 'begun-subscriptions',
  shape: z.literal(true),
  part: (key) => shardOf('begun', key),
}

const startedKeyOf = ({ subscription, alert }: CheckpointKey) => `${alert} ${subscription}`

/** The begun subscriptions, as the records have them; `declared`: the names in the configuration. */
export function startedSubscriptions(records: RecordStore, declared: string[]): StartedSubscriptions {
  let known: string[] | undefined
  /** The names that were declared when the store was made; whoever asks first writes them. */
  const first = async () => {
    known ??= await records.change(declaredFirstType, 'all', (current) => current ?? declared)
    return known ?? declared
  }
  return {
    async isNew(key) {
      if ((await first()).includes(key.subscription)) return false
      return (await records.find(startedType, startedKeyOf(key))) === undefined
    },
    async note(key) {
      await first()
      await records.change(startedType, startedKeyOf(key), () => true)
    },
  }
}
