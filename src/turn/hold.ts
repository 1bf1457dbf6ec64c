import { lookBackMs } from '../decide/bookmark.ts'
import { greatestId, type Id } from '../model/id.ts'
import type { SubscriptionRun } from './watch.ts'

/** Readings closer together than this are remembered as one, in ms: a schedule of seconds must not fill the memory. */
const readsApartMs = 60_000

/** Whether what was held has become free: then it is read again from the bookmark on, by itself, because that may lie far back. */
export function isHoldOver({ state, holdsUntil }: SubscriptionRun): boolean {
  return state.held !== undefined && holdsUntil === undefined
}

/** Carries into this turn what the last one held back, or forgets it when it has become free. */
export function resumeHold(run: SubscriptionRun): void {
  const { state } = run
  if (isHoldOver(run)) {
    delete state.held
    delete state.unfinished
  }
  if (state.held !== undefined) run.heldFrom = state.held.from
}

/**
 * From where a subscription reads. While it holds, not from the bookmark, which may lie a night back, but from where it had read
 * to a look-back ago: everything before that is held or settled, and what turns up still later is found when the hold ends.
 */
export function readFromId({ state, checkpoint, pollStart }: SubscriptionRun): Id {
  if (state.unfinished !== undefined) return state.unfinished.readTo
  const known = state.held?.reads.findLast(({ at }) => at <= pollStart - lookBackMs)
  return greatestId(known === undefined ? [] : [known.upTo], checkpoint.watermark)
}

/** Remembers, after everything up to `upTo` was read and posted or held, what is held. */
export function rememberHold({ state, heldFrom, pollStart }: SubscriptionRun, upTo: Id): void {
  if (heldFrom === undefined) return
  const reads = state.held?.reads ?? []
  const last = reads.at(-1)
  const isNew = last === undefined || pollStart - last.at >= readsApartMs
  const all = isNew ? [...reads, { at: pollStart, upTo }] : reads
  const oldest = all.findLastIndex(({ at }) => at <= pollStart - lookBackMs)
  state.held = { from: heldFrom, reads: all.slice(Math.max(0, oldest)) }
}
