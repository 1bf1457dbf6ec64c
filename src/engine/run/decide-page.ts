import type { Time } from '@overheard/base/time'
import { compareIds } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import { isUndecided } from '../../model/checkpoint.ts'
import type { DecisionRecord } from '../../model/decision.ts'
import { withIdGaps } from '../gates/id-gaps.ts'
import { doneTime } from '../poll-time.ts'
import type { Page, PollDeps } from '../ports.ts'
import { defaultWindowMs, isInWindow } from '../post/burst-window.ts'
import { windowStateOf } from '../post/next-message.ts'
import { markDone } from '../progress/checkpoint-changes.ts'
import { correctedMention } from '../progress/corrections.ts'
import { lesserId } from '../progress/id-order.ts'
import type { Decision } from '../rules/rules.ts'
import { type SubscriptionRun, withCheckpoint } from '../subscription-run.ts'
import { queueMention } from './duplicates.ts'
import { logOnce, logWaiting } from './log-waiting.ts'

/**
 * Decides on the undecided mentions of a page. Skipped mentions are done at once, in memory; delivered and held mentions wait. A mention
 * that is skipped above a held one is not marked as done, because the watermark cannot pass the held one and the done ids would fill the
 * checkpoint. The rules decide on it again when the hold ends.
 */
export function decidePage(deps: PollDeps, before: SubscriptionRun, page: Page): SubscriptionRun {
  const start = page.idGaps === undefined ? before : withIdGaps(before, page.idGaps)
  const isOpen = isUndecided(start.checkpoint)
  const queued = new Set([...start.waiting, ...start.duplicates].map(({ id }) => id))
  const undecided = page.mentions.filter(({ id }) => isOpen(id) && !queued.has(id))
  return undecided.length === 0 ? start : decideAll(deps, start, undecided)
}

function decideAll(deps: PollDeps, start: SubscriptionRun, undecided: Mention[]): SubscriptionRun {
  const now = deps.now()
  const { key } = start.input
  const { corrections = new Map() } = start
  let run = start
  const skipped: DecisionRecord[] = []
  const skippedInHold: DecisionRecord[] = []
  const held: [Mention, Decision][] = []
  let { heldFrom } = start
  for (const found of undecided) {
    const mention = correctedMention(found, corrections)
    const decision = decideNow(start, mention, now)
    if (decision.kind === 'deliver') run = queueMention(deps, run, mention)
    if (decision.kind === 'hold') {
      heldFrom = lesserId(heldFrom, mention.id)
      held.push([mention, decision])
    }
    if (decision.kind !== 'skip') continue
    const isAboveHeld = heldFrom !== undefined && compareIds(mention.id, heldFrom) > 0
    const records = isAboveHeld ? skippedInHold : skipped
    records.push(skippedRecord(key, mention, now, decision))
  }
  run = { ...run, heldFrom }
  if (held.length + skippedInHold.length > 0) run = logOnce(deps, logWaiting(deps, run, held), skippedInHold)
  return skipped.length === 0 ? run : withSkipped(deps, run, skipped)
}

function withSkipped(deps: PollDeps, run: SubscriptionRun, skipped: DecisionRecord[]): SubscriptionRun {
  const ids = skipped.map(({ id }) => id)
  const decided = { ...run, decisions: [...run.decisions, ...skipped] }
  return withCheckpoint(decided, markDone(run.checkpoint, ids, doneTime(deps), run.input.lookBackStart))
}

/** The channel, for its mutes, is bound by gates/channel.ts. A mention that was young enough when it began to wait for others does not become too old while it waits. */
function decideNow(run: SubscriptionRun, mention: Mention, now: Time): Decision {
  const { decide } = run.input
  const decision = decide(mention, now)
  const since = decision.reason === 'maxAge' ? waitsSince(run, mention, now) : undefined
  return since === undefined ? decision : decide(mention, since)
}

function waitsSince({ checkpoint, state, input }: SubscriptionRun, { id }: Mention, now: Time) {
  const window = windowStateOf({ checkpoint, input })
  if (isInWindow(window)) return checkpoint.window?.since
  const isCollected = state.collectedFrom !== undefined && state.loggedWaiting?.has(id) === true
  return isCollected ? now - (window.windowMs ?? defaultWindowMs) : undefined
}

function skippedRecord(
  key: SubscriptionRun['input']['key'],
  { id, url }: Mention,
  at: Time,
  { reason, detail }: Decision,
): DecisionRecord {
  const why = detail === undefined ? { reason } : { reason, detail }
  return { at, ...key, id, url, outcome: 'skipped', ...why }
}
