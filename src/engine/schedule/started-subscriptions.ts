import { z } from 'zod'
import type { CheckpointKey } from '../../model/checkpoint.ts'
import { type CollectionKind, type Collections, openCollection } from '../../model/collection.ts'
import { RecordDamagedError } from '../../model/damage.ts'
import type { StartedSubscriptions } from '../ports.ts'

const keyOf = ({ subscription, alert }: CheckpointKey) => `${alert} ${subscription}`

/** Has one record: the subscription names in the configuration when the store was created. */
const declaredFirstKind: CollectionKind<string[]> = {
  name: 'declared-first',
  schema: z.array(z.string()),
  restricts: true,
}
const startedKind: CollectionKind<true> = {
  name: 'started-subscriptions',
  schema: z.literal(true),
  restricts: true,
}
export const startedKinds = [declaredFirstKind, startedKind]

export function startedSubscriptions(store: Collections, declared: string[]): StartedSubscriptions {
  const declaredFirst = openCollection(store, declaredFirstKind)
  const started = openCollection(store, startedKind)
  let known: ReadonlySet<string> | undefined
  const readDeclaredFirst = async () => {
    known ??= new Set(await declaredFirst.change('all', (current) => current ?? declared))
    return known
  }
  return {
    isNew: (key) =>
      unlessDamaged(false, async () => {
        if ((await readDeclaredFirst()).has(key.subscription)) return false
        return (await started.find(keyOf(key))) === undefined
      }),
    recordStart: (key) =>
      unlessDamaged(undefined, async () => {
        await readDeclaredFirst()
        await started.put(keyOf(key), true)
      }),
  }
}

/** While the records are damaged, no subscription counts as new, so nothing has to be recorded. */
async function unlessDamaged<T>(otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RecordDamagedError) return otherwise
    throw error
  }
}
