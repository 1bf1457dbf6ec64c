import { type Id, idBefore } from '@overheard/mention-client/id'
import { lookBackMs } from '../progress/checkpoint-changes.ts'
import { largestId, lesserId } from '../progress/id-order.ts'
import { type SubscriptionRun, withState } from '../subscription-run.ts'

/** During a hold, reads closer together than this, in ms, are remembered as one read, because a schedule of seconds must not fill the memory. */
const readsApartMs = 60_000

export function isHoldOver({ state, input }: SubscriptionRun): boolean {
  return state.held !== undefined && input.holdsUntil === undefined
}

export function resumeHold(run: SubscriptionRun): SubscriptionRun {
  if (isHoldOver(run)) return withState(run, { held: undefined, unfinished: undefined })
  return run.state.held === undefined ? run : { ...run, heldFrom: run.state.held.from }
}

/**
 * Returns the id to read from. During a hold the watermark may be a night back, so the run reads from the id that was read one look-back
 * ago. Every known mention below that id is held, done or collected for a burst. A mention that becomes visible below it later is found when the hold ends.
 */
export function readFromId({ state, checkpoint, input }: SubscriptionRun): Id {
  const known = state.held?.reads.findLast(({ at }) => at <= input.steadyStart - lookBackMs)
  const from =
    state.unfinished?.readTo ?? largestId(known === undefined ? [] : [known.upTo], checkpoint.watermark)
  return lesserId(state.collectedFrom && idBefore(state.collectedFrom), from)
}

export function rememberHold(run: SubscriptionRun, heldFrom: Id, upTo: Id): SubscriptionRun {
  const { state, input } = run
  const at = input.steadyStart
  const reads = state.held?.reads ?? []
  const last = reads.at(-1)
  const isNew = last === undefined || at - last.at >= readsApartMs
  const all = isNew ? [...reads, { at, upTo }] : reads
  const oldest = all.findLastIndex((read) => read.at <= at - lookBackMs)
  return withState(run, { held: { from: heldFrom, reads: all.slice(Math.max(0, oldest)) } })
}
