import type { Store } from '../../src/store/store.ts'
import { fillStore } from '../tools/stored-samples.ts'

/** Adds the samples of everything that is stored, for subscriptions and channels that no longer exist, and with times that are far away. */
export async function addSamples(store: Store, later: number): Promise<void> {
  const names: Record<string, string> = {
    ...{ acme: 'removed-1', other: 'removed-2', 'project-x': 'removed-3', '7': '1097', '8': '1098' },
    ...{ C1: 'C0000REMOVD', C2: 'C0000REMOV2', C3: 'C0000REMOV3', C9: 'C0000REMOV9', '#brand': '#removed' },
    ...{ '#crisis': '#removed-too', weekly: 'removed-weekly', daily: 'removed-daily', store: 'removed-store' },
    ...{ U1: 'U00000GONE1', U2: 'U00000GONE2', all: 'removed-all' },
  }
  function renamed(value: unknown, key = ''): unknown {
    if (key === 'due') return later
    if (key === 'schedule') return value
    if (typeof value === 'string')
      return names[value] ?? value.split(' ').map((word) => names[word] ?? word).join(' ')
    if (Array.isArray(value)) return value.map((one) => renamed(one))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [renamed(name), renamed(one, name)]),
    )
  }
  await fillStore(
    {
      ...store,
      collection: ((name: string, schema: never, options: never) => {
        const collection = store.collection(name, schema, options)
        return {
          ...collection,
          put: (key: string, value: unknown) =>
            collection.put(String(renamed(key)), (Array.isArray(value) || typeof value !== 'object' ? renamed(value) : { ...(renamed(value) as object), ...(name === 'subscriptions' && { ended: { by: 'U00000GONE1', at: later - 500 * 86_400_000 } }) }) as never),
        }
      }) as never,
      messages: ((name: string, schema: never) => {
        const messages = store.messages(name, schema)
        return { ...messages, add: (_key: unknown, value: unknown) => messages.add(renamed(value) as never, renamed(value) as never) }
      }) as never,
      decisions: { ...store.decisions, record: (list: never) => store.decisions.record(renamed(list) as never) },
    },
    ({ subscription, alert }, checkpoint) =>
      store.leading
        .checkpoints()
        .save(renamed({ subscription, alert }) as never, renamed(checkpoint) as never),
  )
}
