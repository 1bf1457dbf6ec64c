import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Low } from 'lowdb'
import { z } from 'zod'
import type { Bookmark, BookmarkKey, Keeping, KeptBookmark } from '../model/bookmark.ts'
import { isId } from '../model/id.ts'
import { bookmarkShape } from './bookmark-shape.ts'
import { safeFile } from './safe-file.ts'

const fileShape = z.object({
  subscription: z.string(),
  alert: z.string().refine(isId),
  bookmark: bookmarkShape,
})
type BookmarkFile = z.output<typeof fileShape>

/** The bookmarks of all subscriptions. */
export type Bookmarks = {
  bookmark(key: BookmarkKey): Promise<KeptBookmark>
  keep(key: BookmarkKey, bookmark: Bookmark): Promise<Keeping>
}

/**
 * One small lowdb file a subscription, so that settling costs the same with ten subscriptions and with ten thousand (lowdb
 * rewrites a whole file at every change), and damage to one file is the trouble of one subscription.
 */
export function bookmarkFiles(folder: string): Bookmarks {
  const kept = new Map<string, Bookmark>()
  return {
    async bookmark(key) {
      const path = join(folder, fileName(key))
      const known = kept.get(path)
      if (known !== undefined) return { kind: 'kept', bookmark: known, restored: false }
      const found = await safeFile(path, fileShape).open()
      if (found.kind === 'fresh') return { kind: 'none' }
      if (found.kind === 'damaged') return found
      return { kind: 'kept', bookmark: found.data.bookmark, restored: found.restored }
    },
    async keep(key, next) {
      const path = join(folder, fileName(key))
      const low = new Low<BookmarkFile>(safeFile(path, fileShape), { ...key, bookmark: next })
      await low.write()
      kept.set(path, next)
      return 'kept'
    },
  }
}

/** A file name that people can find their subscription by, and that differs where names differ only in odd characters. */
function fileName({ subscription, alert }: BookmarkKey): string {
  const readable = subscription
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
  const exact = createHash('sha256').update(`${subscription}\n${alert}`).digest('hex').slice(0, 12)
  return `${readable}-${exact}.json`
}
