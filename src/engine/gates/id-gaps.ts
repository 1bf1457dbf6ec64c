import { defined } from '@overheard/base/defined'
import { compareIds, type Id, type IdGap } from '@overheard/mention-client/id'
import { knownIds } from '../progress/checkpoint-changes.ts'
import { idAfter, largestId, lesserId } from '../progress/id-order.ts'
import { type SubscriptionRun, withCheckpoint } from '../subscription-run.ts'

/*
 * Our own mention service keeps its mentions in a file. If the file is lost, or an old copy of it comes back, the service finds the same
 * mentions again and gives them new ids. Then neither the checkpoint nor the ids in receipts show what is posted. But each start of the
 * service leaves a gap in the ids, and tells it: if this subscription knows an id in a gap, the file does not know all that was posted. From
 * then on, a mention above the gap is compared with the identities in the receipts before it is posted.
 */

export function withIdGaps(run: SubscriptionRun, idGaps: IdGap[]): SubscriptionRun {
  return noteKnownIds({ ...run, idGaps }, knownIds(run.checkpoint))
}

/** Notes in the checkpoint if the subscription knows one of `ids`, and the mention service has never given it. */
export function noteKnownIds(run: SubscriptionRun, ids: readonly Id[]): SubscriptionRun {
  const { checkpoint, idGaps = [] } = run
  const known = checkpoint.givenAgain
  const isNew = ({ last }: IdGap) => known === undefined || compareIds(last, known.gap) > 0
  // An id right before the first one that was given may stand for "nothing before it".
  const isIn = (id: Id, { first, last }: IdGap) => compareIds(id, first) >= 0 && compareIds(id, last) < 0
  const gaps = idGaps.filter((gap) => isNew(gap) && ids.some((id) => isIn(id, gap)))
  const [lowest] = gaps
  if (lowest === undefined) return run
  const from = lesserId(known?.from, idAfter(lowest.last))
  const gap = largestId(gaps.map(({ last }) => last))
  const { lastTs } = checkpoint
  return withCheckpoint(run, { ...checkpoint, givenAgain: { from, gap, ...defined({ lastTs }) } })
}
