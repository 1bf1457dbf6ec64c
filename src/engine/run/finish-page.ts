import { type Id, idBefore } from '@overheard/mention-client/id'
import { problemTexts } from '../../messages/problems/problem-texts.ts'
import { lookBackTime } from '../poll-time.ts'
import type { PollDeps } from '../ports.ts'
import { collectedMentions } from '../post/next-message.ts'
import { forgetTries } from '../post/unclear-refusals.ts'
import {
  advanceWatermark,
  implausibleDoneIds,
  largestPlausibleDoneId,
} from '../progress/checkpoint-changes.ts'
import { leastId, lesserId } from '../progress/id-order.ts'
import { type SubscriptionRun, withCheckpoint, withState } from '../subscription-run.ts'
import { logWaiting } from './log-waiting.ts'

/** Records that everything up to `upTo` is read and delivered. Comes after the posts, so that a page counts as read only then. */
export function finishPage(deps: PollDeps, run: SubscriptionRun, upTo: Id | 'end'): SubscriptionRun {
  const finished = upTo === 'end' && run.refusals.tries !== undefined ? forgetTries(deps, run) : run
  return reportJumps(deps, withReadTo(deps, finished, upTo))
}

/** Logs the mentions that wait for the end of their burst window, or for more places of their story. They stay undecided, so the next poll reads them again. */
export function noteStillWaiting(deps: PollDeps, run: SubscriptionRun): SubscriptionRun {
  const burst = run.waiting.length === 0 ? undefined : collectedMentions(run)
  const waits = [
    ...(burst?.mentions ?? []).map((mention) => ({ mention, until: burst?.until ?? 0 })),
    ...run.duplicates.flatMap((mention) => {
      const until = run.placesWait.get(mention.id)
      return until === undefined ? [] : [{ mention, until }]
    }),
  ]
  const from = leastId(waits.map(({ mention }) => mention.id))
  if (from === undefined) return { ...run, collected: undefined }
  const logged = logWaiting(
    deps,
    run,
    waits.map(({ mention, until }) => [mention, { reason: 'burst', detail: new Date(until).toISOString() }]),
  )
  return { ...logged, collected: { from, until: Math.min(...waits.map(({ until }) => until)) } }
}

/**
 * Records that everything up to `upTo` is read, and done or held. The watermark advances over ids that are older than the look-back, but
 * stays below held and collected mentions.
 */
function withReadTo(deps: PollDeps, run: SubscriptionRun, upTo: Id | 'end'): SubscriptionRun {
  const { state, checkpoint, collected, input } = run
  const heldFrom = lesserId(run.heldFrom, collected?.from)
  const startedAt = state.unfinished?.startedAt ?? lookBackTime(deps, deps.steady() - input.steadyStart)
  const belowHeld = heldFrom === undefined ? undefined : idBefore(heldFrom)
  const limit = lesserId(belowHeld, upTo === 'end' ? undefined : upTo)
  const advanced = withCheckpoint(run, advanceWatermark(checkpoint, startedAt, limit))
  const unfinished = upTo === 'end' ? undefined : { readTo: upTo, startedAt }
  return withState(advanced, { unfinished, collectedFrom: collected?.from })
}

/** The problem of an absurdly large id is shown for this time, in ms, because such an id may stay in the service for ever. */
const jumpShownMs = 86_400_000

const jumpKey = (id: Id) => `absurd id ${id}`

function reportJumps({ problems, now }: PollDeps, run: SubscriptionRun): SubscriptionRun {
  const { state, checkpoint, input } = run
  const ids = implausibleDoneIds(checkpoint)
  const reported = state.jumps ?? []
  if (ids.length + reported.length === 0) return run
  for (const id of reported.filter((one) => !ids.includes(one))) problems.clear(jumpKey(id))
  for (const id of ids.filter((one) => !reported.includes(one)))
    problems.raise(jumpKey(id), {
      subscription: input.subscription.name,
      channel: input.subscription.channel,
      code: 'absurd_id',
      ...problemTexts.absurdId(input.alert.name, id, String(largestPlausibleDoneId(checkpoint))),
      until: now() + jumpShownMs,
    })
  return withState(run, { jumps: ids })
}
