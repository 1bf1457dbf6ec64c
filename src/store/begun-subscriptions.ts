import { z } from 'zod'
import type { BookmarkKey } from '../model/bookmark.ts'
import { partOf } from './part-of.ts'
import type { Kind, Records } from './records.ts'

/** Which subscriptions have begun, as far as the store can know. Both reject where the store cannot be read or written. */
export type BegunSubscriptions = {
  /**
   * Whether a subscription surely never posted anything: its name was not declared when the store was made, and it has not begun since. A
   * store that was made anew after a wiped disk cannot tell it of those that were declared then.
   */
  isNew(key: BookmarkKey): Promise<boolean>
  /** Notes that a subscription begins, or goes on from what its channel tells. */
  note(key: BookmarkKey): Promise<void>
}

const declaredFirst: Kind<string[]> = { name: 'declared-first', shape: z.array(z.string()) }
const begun: Kind<true> = {
  name: 'begun-subscriptions',
  shape: z.literal(true),
  part: (key) => partOf('begun', key),
}

const keyOf = ({ subscription, alert }: BookmarkKey) => `${alert} ${subscription}`

/** The begun subscriptions, as the records have them; `declared`: the names in the configuration. */
export function begunSubscriptions(records: Records, declared: string[]): BegunSubscriptions {
  let known: string[] | undefined
  /** The names that were declared when the store was made; whoever asks first writes them. */
  const first = async () => {
    known ??= await records.change(declaredFirst, 'all', (current) => current ?? declared)
    return known ?? declared
  }
  return {
    async isNew(key) {
      if ((await first()).includes(key.subscription)) return false
      return (await records.find(begun, keyOf(key))) === undefined
    },
    async note(key) {
      await first()
      await records.change(begun, keyOf(key), () => true)
    },
  }
}
