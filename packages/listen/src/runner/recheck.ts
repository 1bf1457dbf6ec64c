import type { Batch, PollChannel, Recheck, Source } from '../source.ts'
import type { Store } from '../store/store.ts'

const usualEveryMs = 30 * 60 * 1000

/** Looks again at items of certain ages, a batch at a time. An age counts as done in the same transaction as its answers. */
export function recheckChannel(
  { name }: Source,
  { atAges, size, everyMs, look }: Recheck,
  { store, now }: { store: Store; now: () => number },
): PollChannel {
  return {
    kind: 'poll',
    key: 'recheck',
    everyMs: everyMs ?? usualEveryMs,
    async poll(_cursor, tools) {
      const due = atAges.flatMap((age, done) => store.items.dueForRecheck(name, done, now() - age, size))
      const items = due.slice(0, size)
      if (items.length === 0) return { items: [] }
      const looked = await look(
        items.map(({ id }) => id),
        tools,
      )
      const also = () => {
        for (const { key } of items) store.items.rechecked(key)
      }
      const batch: Batch & { also: () => void } = { ...looked, also }
      return { ...batch, more: due.length > size && everyMs === undefined }
    },
  }
}
