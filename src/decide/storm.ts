import type { Bookmark, EndedStorm, Intent, Storm } from '../model/bookmark.ts'
import type { Id } from '../model/id.ts'
import type { StormState } from '../model/storm.ts'

/** A storm that lasts. */
export type RunningStorm = Storm & { state: Extract<StormState, { kind: 'storm' }> }

/** The storm of a bookmark while it lasts. */
export function runningStorm({ storm }: Bookmark): RunningStorm | undefined {
  return storm?.state.kind === 'storm' ? { ...storm, state: storm.state } : undefined
}

/** After a look while it storms: `found` are the mentions that are new since the look before, and go into the thread. */
export function withStorm(
  bookmark: Bookmark,
  state: Extract<StormState, { kind: 'storm' }>,
  found: Id[],
): Bookmark {
  const known = runningStorm(bookmark) ?? { ...bookmark.storm, total: 0, ids: [] }
  const storm = { ...known, state, total: known.total + found.length, ids: [...known.ids, ...found] }
  return { ...bookmark, storm }
}

/** After the end of a storm: what stays is when the last one was, and that its card has still to say so. */
export function withoutStorm(bookmark: Bookmark, state: StormState, over?: EndedStorm): Bookmark {
  return { ...bookmark, storm: { state, total: 0, ids: [], ...(over === undefined ? {} : { over }) } }
}

/** With the card of a storm in a channel that the subscription has left: there it is over, at `now` (UTC, ms). */
export function stormLeftBehind(bookmark: Bookmark, channel: string, now: number): Bookmark {
  if (bookmark.storm === undefined) return bookmark
  const { thread, called: _there, over, ...storm } = bookmark.storm
  if (storm.state.kind === 'storm' && thread !== undefined) {
    const end = { thread, tale: storm.state.tale, endedAt: now, channel }
    return { ...bookmark, storm: { ...storm, total: storm.ids.length, over: end } }
  }
  return over === undefined
    ? bookmark
    : { ...bookmark, storm: { ...bookmark.storm, over: { channel, ...over } } }
}

/** With the live card of the ended storm drawn for good. */
export function stormClosed(bookmark: Bookmark): Bookmark {
  if (bookmark.storm === undefined) return bookmark
  const { over: _drawn, ...storm } = bookmark.storm
  return { ...bookmark, storm }
}

/** With the live card, or the line that calls people, behind it. */
export function stormTold(bookmark: Bookmark, said: NonNullable<Intent['storm']>, ts: string): Bookmark {
  if (said === 'call') return stormCalled(bookmark)
  return bookmark.storm === undefined ? bookmark : { ...bookmark, storm: { ...bookmark.storm, thread: ts } }
}

/** With the line that calls people behind it. */
export function stormCalled(bookmark: Bookmark): Bookmark {
  return bookmark.storm === undefined ? bookmark : { ...bookmark, storm: { ...bookmark.storm, called: true } }
}

/** Without the mentions that have arrived among those that are still to come. */
export function stormArrived(bookmark: Bookmark, arrived: Id[]): Bookmark {
  if (bookmark.storm === undefined || bookmark.storm.ids.length === 0) return bookmark
  const done = new Set(arrived)
  return { ...bookmark, storm: { ...bookmark.storm, ids: bookmark.storm.ids.filter((id) => !done.has(id)) } }
}

/** Without a live card that is gone: the storm gets a new one. */
export function stormWithoutCard(bookmark: Bookmark): Bookmark {
  if (bookmark.storm === undefined) return bookmark
  const { thread: _gone, ...storm } = bookmark.storm
  return { ...bookmark, storm }
}
