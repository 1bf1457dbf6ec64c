// @ts-nocheck: it runs on the code of commit 5728a9f9 only.
import type { Store } from '../../src/store/store.ts'
import { fillStore, sampleCheckpoints, sampleRecords } from '../tools/stored-samples.ts'

/** Adds the samples of everything that is stored, for subscriptions and channels that no longer exist, and with times that are far away. */
export async function addSamples(store: Store, later: number): Promise<void> {
  const names: Record<string, string> = {
    ...{ acme: 'removed-1', other: 'removed-2', 'project-x': 'removed-3', '7': '1097', '8': '1098' },
    ...{ C1: 'C0000REMOVD', C2: 'C0000REMOV2', C3: 'C0000REMOV3', C9: 'C0000REMOV9', '#brand': '#removed' },
    ...{
      '#crisis': '#removed-too',
      weekly: 'removed-weekly',
      daily: 'removed-daily',
      store: 'removed-store',
    },
    ...{ U1: 'U00000GONE1', U2: 'U00000GONE2', all: 'removed-all' },
  }
  function renamed(value: unknown, key = ''): unknown {
    if (key === 'due') return later
    if (key === 'schedule') return value
    if (typeof value === 'string')
      return (
        names[value] ??
        value
          .split(' ')
          .map((word) => names[word] ?? word)
          .join(' ')
      )
    if (Array.isArray(value)) return value.map((one) => renamed(one))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [renamed(name), renamed(one, name)]))
  }
  const hashed = { id: '2', date: later - 500 * 86_400_000, urlHash: 'q1w2e3r4t5y6u7i8' }
  const slackAt = later - 400 * 86_400_000
  sampleRecords['id-checks'] = {
    '7': { at: slackAt, known: [hashed] },
    '8': { at: slackAt, known: [], restarted: { id: '3', lost: [hashed], subscriptions: ['acme'] } },
  }
  Object.assign(sampleRecords.reminders?.s as object, {
    pending: { by: 'gone', at: slackAt, slackAt, channel: 'C1' },
  })
  Object.assign(sampleRecords.digests?.daily as object, {
    pending: { part: 0, by: 'gone', at: slackAt, slackAt },
  })
  Object.assign(sampleRecords.problems ?? {}, {
    b: { what: 'x', whatToDo: 'y', key: 'b', since: slackAt, at: slackAt, misses: true },
    c: { what: 'x', whatToDo: 'y', key: 'c', since: slackAt, at: slackAt, waits: true, until: later },
    d: { what: 'x', whatToDo: 'y', key: 'd', since: slackAt, at: slackAt, repeats: true },
  })
  for (const { checkpoint } of sampleCheckpoints) {
    Object.assign(checkpoint, {
      restartedAfter: '1795780000.000100',
      givenAgain: { from: '3', gap: '5', lastTs: '1795780000.000100' },
    })
    if (checkpoint.pending) Object.assign(checkpoint.pending, { slackAt })
  }
  await fillStore(
    {
      ...store,
      collection: ((name: string, schema: never, options: never) => {
        const collection = store.collection(name, schema, options)
        return {
          ...collection,
          put: (key: string, value: unknown) =>
            collection.put(
              String(renamed(key)),
              (Array.isArray(value) || typeof value !== 'object'
                ? renamed(value)
                : {
                    ...(renamed(value) as object),
                    ...(name === 'subscriptions' && {
                      ended: { by: 'U00000GONE1', at: later - 500 * 86_400_000 },
                    }),
                  }) as never,
            ),
        }
      }) as never,
      messages: ((name: string, schema: never) => {
        const messages = store.messages(name, schema)
        return {
          ...messages,
          add: (_key: unknown, value: unknown) =>
            messages.add(renamed(value) as never, renamed(value) as never),
        }
      }) as never,
      decisions: {
        ...store.decisions,
        record: (list: never) => store.decisions.record(renamed(list) as never),
      },
    },
    ({ subscription, alert }, checkpoint) =>
      store.leading
        .checkpoints()
        .save(renamed({ subscription, alert }) as never, renamed(checkpoint) as never),
  )
}
