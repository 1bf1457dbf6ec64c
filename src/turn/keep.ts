import type { Bookmark } from '../model/bookmark.ts'
import type { TurnDeps } from './ports.ts'
import type { Watch } from './watch.ts'

/** Another process has taken the turn over; this one must not write or post any more. */
export class TakenOverError extends Error {
  override readonly name = 'TakenOverError'
}

/** Writes the bookmark durably, and only then lets the watch have it. Throws where the store fails or the turn was taken over. */
export async function keep(deps: TurnDeps, watch: Watch, next: Bookmark): Promise<void> {
  const keeping = await deps.bookmarks.keep(watch.key, next)
  if (keeping === 'fenced') throw new TakenOverError(`the turn of alert ${watch.alert.id} runs elsewhere`)
  watch.bookmark = next
  watch.unsaved = false
  deps.answers.settled(watch.key)
  deps.record(watch.unrecorded.splice(0))
}

/** Moves the bookmark without writing it: `save` does, or the next `keep`. */
export function move(watch: Watch, next: Bookmark): void {
  watch.bookmark = next
  watch.unsaved = true
}

/** Writes what moved: what was settled last, skipped mentions, and what fell out of the look-back. */
export async function save(deps: TurnDeps, watch: Watch): Promise<void> {
  if (watch.unsaved) await keep(deps, watch, watch.bookmark)
}
