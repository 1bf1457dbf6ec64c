import {
  asksToWait,
  type Batch,
  type Item,
  type PollChannel,
  type Recheck,
  type Removal,
  type Source,
  type Tools,
} from '../source.ts'
import type { StoredItem } from '../store/items.ts'
import type { Store } from '../store/store.ts'

const key = 'recheck'
const usualEveryMs = 30 * 60 * 1000
/** What cannot be looked at for so long is left as it is, because the oldest items come first and would keep all others waiting. */
const longestFailureMs = 24 * 60 * 60 * 1000

/** `left`: items of servers that ask to wait, which are not looked at in this poll. */
type Looked = {
  items: Item[]
  removals: Removal[]
  done: StoredItem[]
  left: StoredItem[]
  hasMore: boolean
}

/** Looks again at items of certain ages, a batch at a time. An age counts as done in the same transaction as its answers. */
export function recheckChannel(
  { name }: Source,
  { atAges, size, everyMs, hostOf, look }: Recheck,
  { store, now }: { store: Store; now: () => number },
): PollChannel {
  /** Rejects with what `look` rejected with, unless it has done so for too long. */
  async function lookedAt(ids: readonly string[], tools: Tools): ReturnType<Recheck['look']> {
    try {
      return await look(ids, tools)
    } catch (error) {
      if (tools.signal.aborted) throw error
      if (hostOf !== undefined && asksToWait(error)) return { items: [], waiting: ids }
      // The runner keeps this until the next success, which a poll without items is, too.
      const { failingSince = now() } = store.channels.read(name, key).state
      if (now() - failingSince < longestFailureMs) throw error
      tools.log.warn({ source: name, items: ids.length }, 'items that could not be looked at again are left')
      return { items: [] }
    }
  }

  const serverOf = hostOf ?? (() => '')
  const dueItems = (most: number) =>
    atAges.flatMap((age, done) => store.items.dueForRecheck(name, done, now() - age, most))

  /** The next batch. Items of other servers take the places of those whose server asks to wait. */
  async function lookAtBatch(tools: Tools): Promise<Looked> {
    const looked: Looked = { items: [], removals: [], done: [], left: [], hasMore: false }
    const waits = new Set<string>()
    for (;;) {
      const tried = new Set([...looked.done, ...looked.left].map((one) => one.key))
      const due = dueItems(size + 2 * tried.size).filter((one) => !tried.has(one.key))
      looked.hasMore = due.length > size
      if (due.length === 0) return looked
      const [others, waiting] = parted(due, ({ id }) => waits.has(serverOf(id)))
      looked.left.push(...waiting)
      const batch = others.slice(0, size - looked.done.length)
      if (batch.length === 0) continue
      const waited = await take(looked, batch, tools)
      if (waited.length === 0 || looked.done.length >= size) return looked
      for (const id of waited) waits.add(serverOf(id))
    }
  }

  /** Adds what is found. Returns the ids whose servers ask to wait. */
  async function take(looked: Looked, batch: StoredItem[], tools: Tools): Promise<readonly string[]> {
    const ids = batch.map(({ id }) => id)
    const { items, removals = [], waiting = [] } = await lookedAt(ids, tools)
    const [done, left] = parted(batch, ({ id }) => waiting.includes(id))
    looked.items.push(...items)
    looked.removals.push(...removals)
    looked.done.push(...done)
    looked.left.push(...left)
    return waiting
  }

  /** The server has asked to wait for too long. */
  const isLate = ({ published, rechecks }: StoredItem) =>
    now() - published - (atAges[rechecks] ?? 0) >= longestFailureMs

  return {
    kind: 'poll',
    key,
    everyMs: everyMs ?? usualEveryMs,
    async poll(_cursor, tools) {
      const { items, removals, done, left, hasMore } = await lookAtBatch(tools)
      const late = left.filter(isLate)
      if (late.length > 0)
        tools.log.warn(
          { source: name, items: late.length },
          'items that could not be looked at again are left',
        )
      if (done.length + late.length === 0) return { items: [] }
      const also = () => {
        for (const item of [...done, ...late]) store.items.rechecked(item.key)
      }
      const batch: Batch & { also: () => void } = { items, removals, also }
      return { ...batch, more: hasMore && everyMs === undefined }
    },
  }
}

/** Those of which something does not hold, and those of which it does. */
const parted = <One>(all: One[], holds: (one: One) => boolean): [One[], One[]] => [
  all.filter((one) => !holds(one)),
  all.filter(holds),
]
