import type { Batch, PollChannel, Recheck, Source, Tools } from '../source.ts'
import type { Store } from '../store/store.ts'

const usualEveryMs = 30 * 60 * 1000
/** What cannot be looked at for so long is left as it is, because the oldest items come first and would keep all others waiting. */
const longestFailureMs = 24 * 60 * 60 * 1000

/** Looks again at items of certain ages, a batch at a time. An age counts as done in the same transaction as its answers. */
export function recheckChannel(
  { name }: Source,
  { atAges, size, everyMs, look }: Recheck,
  { store, now }: { store: Store; now: () => number },
): PollChannel {
  /** Not stored: a restart makes the wait for the other items longer, and loses nothing. */
  let failingSince: number | undefined

  /** Rejects with what `look` rejected with, unless it has done so for too long. */
  async function looked(ids: readonly string[], tools: Tools): ReturnType<Recheck['look']> {
    try {
      const found = await look(ids, tools)
      failingSince = undefined
      return found
    } catch (error) {
      if (tools.signal.aborted) throw error
      failingSince ??= now()
      if (now() - failingSince < longestFailureMs) throw error
      failingSince = undefined
      tools.log.warn({ source: name, items: ids.length }, 'items that could not be looked at again are left')
      return { items: [] }
    }
  }

  return {
    kind: 'poll',
    key: 'recheck',
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
