import { z } from 'zod'
import type { CheckpointKey } from '../model/checkpoint.ts'
import type { Collections } from '../model/collection.ts'

/** The store of started subscriptions. Both functions reject if the store fails. */
export type StartedSubscriptions = {
  /**
   * True if a subscription certainly never posted anything: its name was not in the configuration when the store was created, and it has
   * not started since. A wiped disk creates the store again, so subscriptions in the configuration at that time may have posted before.
   */
  isNew(key: CheckpointKey): Promise<boolean>
  /** Records that a subscription starts, or continues from its channel's receipts. */
  note(key: CheckpointKey): Promise<void>
}

const keyOf = ({ subscription, alert }: CheckpointKey) => `${alert} ${subscription}`

/** `declared`: the subscription names in the configuration. */
export function startedSubscriptions({ collection }: Collections, declared: string[]): StartedSubscriptions {
  /** The subscription names in the configuration when the store was created, under one key. */
  const declaredFirst = collection('declared-first', z.array(z.string()))
  const started = collection('started-subscriptions', z.literal(true))
  let known: string[] | undefined
  const readDeclaredFirst = async () => {
    known ??= await declaredFirst.change('all', (current) => current ?? declared)
    return known ?? declared
  }
  return {
    async isNew(key) {
      if ((await readDeclaredFirst()).includes(key.subscription)) return false
      return (await started.find(keyOf(key))) === undefined
    },
    async note(key) {
      await readDeclaredFirst()
      await started.put(keyOf(key), true)
    },
  }
}
