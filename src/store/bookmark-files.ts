import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Low } from 'lowdb'
import { z } from 'zod'
import type { Bookmark, BookmarkKey, Keeping, KeptBookmark } from '../model/bookmark.ts'
import { isId } from '../model/id.ts'
import { bookmarkShape } from './bookmark-shape.ts'
import { type SafeFile, safeFile } from './safe-file.ts'

/** The shape of a bookmark's file. */
export const bookmarkFileShape = z.object({
  subscription: z.string(),
  alert: z.string().refine(isId),
  bookmark: bookmarkShape,
})
type BookmarkFile = z.output<typeof bookmarkFileShape>

/** A bookmark's file, and what was last written to it. */
type Shelf = { file: SafeFile<BookmarkFile>; kept: Bookmark | undefined }

/** The bookmarks of all subscriptions. */
export type Bookmarks = {
  bookmark(key: BookmarkKey): Promise<KeptBookmark>
  keep(key: BookmarkKey, bookmark: Bookmark): Promise<Keeping>
}

/**
 * One small lowdb file a subscription, so that settling costs the same with ten subscriptions and with ten thousand (lowdb
 * rewrites a whole file at every change), and damage to one file is the trouble of one subscription. `holds`: whether the folder is
 * still this process's.
 */
export function bookmarkFiles(folder: string, holds: () => boolean = () => true): Bookmarks {
  const shelves = new Map<string, Shelf>()
  const shelfOf = (key: BookmarkKey): Shelf => {
    const name = `${key.alert} ${key.subscription}`
    const shelf = shelves.get(name) ?? {
      file: safeFile(join(folder, fileName(key)), bookmarkFileShape),
      kept: undefined,
    }
    shelves.set(name, shelf)
    return shelf
  }
  return {
    async bookmark(key) {
      const { file, kept } = shelfOf(key)
      if (kept !== undefined) return { kind: 'kept', bookmark: kept, restored: false }
      const found = await file.open()
      if (found.kind === 'fresh') return { kind: 'none' }
      if (found.kind === 'damaged') return found
      return { kind: 'kept', bookmark: found.data.bookmark, restored: found.restored }
    },
    async keep(key, next) {
      // Before the write, because another process's files must stay as they are.
      if (!holds()) return 'fenced'
      const shelf = shelfOf(key)
      await new Low<BookmarkFile>(shelf.file, { ...key, bookmark: next }).write()
      shelf.kept = next
      // And after it, because a post may follow: whoever took the folder over before this look may have read the file before the
      // write, and whoever does so after it will find what was written.
      return holds() ? 'kept' : 'fenced'
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
