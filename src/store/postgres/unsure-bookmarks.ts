import type { CheckpointStore } from '../bookmark-files.ts'

/**
 * Lets bookmarks say that they are unsure where connections broke since this process read them last: the server may have come back
 * from a backup, or a standby that lacks the last writes may have taken its place. `breaks`: how many breaks there were so far.
 */
export function unsureAfterBreaks(breaks: () => number): (checkpoints: CheckpointStore) => CheckpointStore {
  const readAt = new Map<string, number>()
  return (bookmarks) => ({
    ...bookmarks,
    async load(key) {
      const name = `${key.subscription}\n${key.alert}`
      const present = breaks()
      const found = await bookmarks.load(key)
      const isUnsure = (readAt.get(name) ?? present) !== present
      readAt.set(name, present)
      return found.kind === 'kept' && isUnsure ? { ...found, unsure: true } : found
    },
  })
}
