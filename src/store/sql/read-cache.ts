import type { Time } from '@overheard/base/time'
import type { Announcements } from '../../model/announcements.ts'

/**
 * Keeps what was read until it changes, because the processes read the same records every few seconds. Without a session, or while its
 * connection is broken, everything is read again. Topics are the announcements of the triggers, see migrations.ts.
 */
export type ReadCache = {
  read<T>(topic: string, key: string, load: () => Promise<T>): Promise<T>
  /** Records that this process changed what belongs to a topic. */
  changed(topic: string): void
  /** Hears of the changes of this process, and of those of others as far as they are known. */
  on: Announcements['on']
  /** Returns a value that stays the same while nothing changes. Returns undefined if nobody knows. */
  version(topic: string): string | undefined
}

/** Tells what other processes have changed. `isCurrent` is false if something may have been missed. */
export type ChangesOfOthers = {
  isCurrent(): boolean
  onAnnouncement(heard: (announcement: { topic: string } | undefined) => void): void
}

/** An announcement could be lost in spite of everything, so nothing is kept for longer than this, in ms. */
const keptMs = 60_000

type Kept = { at: Time; value: unknown }

export function createReadCache(session: ChangesOfOthers | undefined, now: () => Time): ReadCache {
  const kept = new Map<string, Map<string, Kept>>()
  const changes = new Map<string, number>()
  const listeners: Parameters<Announcements['on']>[0][] = []
  let resets = 0

  function forget(topic: string): void {
    changes.set(topic, (changes.get(topic) ?? 0) + 1)
    kept.delete(topic)
  }
  function tell(...news: Parameters<(typeof listeners)[number]>): void {
    for (const heard of listeners) heard(...news)
  }
  session?.onAnnouncement((announcement) => {
    if (announcement === undefined) {
      resets += 1
      kept.clear()
    } else forget(announcement.topic)
    tell(announcement?.topic, false)
  })
  const version = (topic: string) =>
    session?.isCurrent() ? `${resets} ${changes.get(topic) ?? 0} ${Math.floor(now() / keptMs)}` : undefined

  return {
    changed(topic) {
      forget(topic)
      tell(topic, true)
    },
    on: (heard) => void listeners.push(heard),
    version,
    async read<T>(topic: string, key: string, load: () => Promise<T>): Promise<T> {
      const before = version(topic)
      const known = kept.get(topic)?.get(key)
      // Each key is read by one function, so its value has one type.
      if (before !== undefined && known !== undefined && Math.abs(now() - known.at) < keptMs)
        return known.value as T
      const value = await load()
      if (before !== undefined && version(topic) === before)
        kept.set(topic, (kept.get(topic) ?? new Map()).set(key, { at: now(), value }))
      return value
    },
  }
}
