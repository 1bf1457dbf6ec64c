import { z } from 'zod'
import type { CheckpointKey } from '../model/checkpoint.ts'
import type { Collections } from '../model/collection.ts'
import type { StartedSubscriptions } from './ports.ts'

const keyOf = ({ subscription, alert }: CheckpointKey) => `${alert} ${subscription}`

export function startedSubscriptions({ collection }: Collections, declared: string[]): StartedSubscriptions {
  /** Stores, under one key, the subscription names in the configuration when the store was created. */
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
    async recordStart(key) {
      await readDeclaredFirst()
      await started.put(keyOf(key), true)
    },
  }
}
