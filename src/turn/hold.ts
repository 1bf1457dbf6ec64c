import { lookBack } from '../decide/bookmark.ts'
import { greatestId, type Id } from '../model/id.ts'
import type { Watch } from './watch.ts'

/** Readings closer together than this are remembered as one, in ms: a schedule of seconds must not fill the memory. */
const readsApart = 60_000

/** Whether what was held has become free: then it is read again from the bookmark on, by itself, because that may lie far back. */
export function isFreed({ memory, holdsUntil }: Watch): boolean {
  return memory.held !== undefined && holdsUntil === undefined
}

/** Carries into this turn what the last one held back, or forgets it when it has become free. */
export function takeUpHold(watch: Watch): void {
  const { memory } = watch
  if (isFreed(watch)) {
    delete memory.held
    delete memory.unfinished
  }
  if (memory.held !== undefined) watch.heldFrom = memory.held.from
}

/**
 * From where a subscription reads. While it holds, not from the bookmark, which may lie a night back, but from where it had read
 * to a look-back ago: everything before that is held or settled, and what turns up still later is found when the hold ends.
 */
export function readsFrom({ memory, bookmark, turnStart }: Watch): Id {
  if (memory.unfinished !== undefined) return memory.unfinished.readTo
  const known = memory.held?.reads.findLast(({ at }) => at <= turnStart - lookBack)
  return greatestId(known === undefined ? [] : [known.upTo], bookmark.through)
}

/** Remembers, after everything up to `upTo` was read and posted or held, what is held. */
export function rememberHold({ memory, heldFrom, turnStart }: Watch, upTo: Id): void {
  if (heldFrom === undefined) return
  const reads = memory.held?.reads ?? []
  const last = reads.at(-1)
  const isNew = last === undefined || turnStart - last.at >= readsApart
  const all = isNew ? [...reads, { at: turnStart, upTo }] : reads
  const oldest = all.findLastIndex(({ at }) => at <= turnStart - lookBack)
  memory.held = { from: heldFrom, reads: all.slice(Math.max(0, oldest)) }
}
