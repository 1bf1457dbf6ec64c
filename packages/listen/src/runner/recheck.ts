import type { Batch, PollChannel, Recheck, Source, Tools } from '../source.ts'
import type { Store } from '../store/store.ts'

const key = 'recheck'
const usualEveryMs = 30 * 60 * 1000
/** What cannot be looked at for so long is left as it is, because the oldest items come first and would keep all others waiting. */
const longestFailureMs = 24 * 60 * 60 * 1000

/** Looks again at items of certain ages, a batch at a time. An age counts as done in the same transaction as its answers. */
export function recheckChannel(
  { name }: Source,
  { atAges, size, everyMs, look }: Recheck,
  { store, now }: { store: Store; now: () => number },
): PollChannel {
  /** Rejects with what `look` rejected with, unless it has done so for too long. */
  async function looked(ids: readonly string[], tools: Tools): ReturnType<Recheck['look']> {
    try {
      return await look(ids, tools)
    } catch (error) {
      if (tools.signal.aborted) throw error
      // The runner keeps this until the next success, which a poll without items is, too.
      const { failingSince = now() } = store.channels.read(name, key).state
      if (now() - failingSince < longestFailureMs) throw error
      tools.log.warn({ source: name, items: ids.length }, 'items that could not be looked at again are left')
      return { items: [] }
    }
  }

  return {
    kind: 'poll',
    key,
    everyMs: everyMs ?? usualEveryMs,
    async poll(_cursor, tools) {
      const due = atAges.flatMap((age, done) => store.items.dueForRecheck(name, done, now() - age, size))
      const items = due.slice(0, size)
      if (items.length === 0) return { items: [] }
      const found = await looked(
        items.map(({ id }) => id),
        tools,
      )
      const also = () => {
        for (const { key } of items) store.items.rechecked(key)
      }
      const batch: Batch & { also: () => void } = { ...found, also }
      return { ...batch, more: due.length > size && everyMs === undefined }
    },
  }
}
