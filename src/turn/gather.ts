import { advanceWatermark, isUndecided, markDone } from '../decide/bookmark.ts'
import { type Id, idBefore, lesserId } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Decision, DecisionRecord } from '../model/verdict.ts'
import { queueMention } from './joining.ts'
import { setCheckpoint } from './keep.ts'
import { logWaiting } from './note-waiting.ts'
import type { Page, PollDeps } from './ports.ts'
import type { SubscriptionRun } from './watch.ts'

/** Sorts a page's open mentions: what is skipped is settled at once (in memory), what is to be delivered waits for it. */
export function evaluatePage(deps: PollDeps, run: SubscriptionRun, { mentions }: Page): void {
  if (mentions.length === 0) return
  const now = deps.now()
  const open = isUndecided(run.checkpoint)
  const queued = new Set([...run.waiting, ...run.duplicates].map(({ id }) => id))
  const skipped: Id[] = []
  const held: Parameters<typeof logWaiting>[2] = []
  for (const mention of mentions) {
    if (!open(mention.id) || queued.has(mention.id)) continue
    const decision = run.decide(mention, now)
    if (decision.kind === 'deliver') queueMention(deps, run, mention)
    if (decision.kind === 'hold') {
      run.heldFrom = lesserId(run.heldFrom, mention.id)
      held.push([mention, decision])
    }
    if (decision.kind !== 'skip') continue
    skipped.push(mention.id)
    run.decisions.push(skippedRecord(run, mention, now, decision))
  }
  logWaiting(deps, run, held)
  if (skipped.length === 0) return
  setCheckpoint(run, markDone(run.checkpoint, skipped, now, run.pollStart))
}

function skippedRecord(
  { key }: SubscriptionRun,
  { id, url }: Mention,
  at: number,
  { reason, detail }: Decision,
): DecisionRecord {
  const why = detail === undefined ? { reason } : { reason, detail }
  return { at, ...key, id, url, outcome: 'skipped', ...why }
}

/** Remembers a reading as done so far (`upTo`): only what stands below everything that is held back, and was read in full, moves below `through`. */
export function advanceAfterReading(run: SubscriptionRun, upTo: Id | 'end'): void {
  const { state, heldFrom } = run
  const startedAt = state.unfinished?.startedAt ?? run.pollStart
  const held = heldFrom === undefined ? undefined : idBefore(heldFrom)
  const story = advanceWatermark(run.checkpoint, startedAt, lesserId(held, upTo === 'end' ? undefined : upTo))
  if (story !== run.checkpoint) setCheckpoint(run, story)
  if (upTo === 'end') delete state.unfinished
  else state.unfinished = { readTo: upTo, startedAt }
}
