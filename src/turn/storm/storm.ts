import { isUndecided } from '../../decide/bookmark.ts'
import {
  markSpikeClosed,
  type RunningSpike,
  runningSpike,
  withoutSpike,
  withSpike,
} from '../../decide/storm.ts'
import { chooseTopMentions } from '../../messages/burst/loudest.ts'
import { withReceiptMark } from '../../messages/receipt-mark.ts'
import type { Claims } from '../../messages/storm/storm.ts'
import { endedSpikeCard } from '../../messages/storm/summary.ts'
import type { CheckpointKey, EndedSpike } from '../../model/bookmark.ts'
import type { CardRecord } from '../../model/card-record.ts'
import type { Mention } from '../../model/mention.ts'
import type { Content } from '../../model/message.ts'
import { nextSpikeState, noSpike, type SpikeStep } from '../../weather/storm-state.ts'
import { recentMs } from '../conclude.ts'
import { saveCheckpoint, setCheckpoint } from '../keep.ts'
import type { PollDeps } from '../ports.ts'
import { receiptMarkOf } from '../receipt.ts'
import { mayUseThreads } from '../threads.ts'
import type { SubscriptionRun } from '../watch.ts'
import { assessmentOf, liveSpikeCard } from './messages.ts'
import { findPermalinks } from './places.ts'

/** The live card is drawn anew at most so often, in ms. */
export const redrawEveryMs = 20_000

/**
 * Looks whether a storm begins, goes on or ends, with what is waiting. What changes is durable before anything is posted, so each
 * mention is told once. A storm begins only with something to tell, and ends only when nothing waits any more.
 */
export async function updateSpike(deps: PollDeps, run: SubscriptionRun): Promise<void> {
  const running = runningSpike(run.checkpoint)
  const isCounted = run.volume?.stored !== undefined && !run.volume.isLimited
  const mayStart = isCounted && run.waiting.length > 0 && mayUseThreads(run)
  if (running === undefined && !mayStart) return
  const found = newlyFound(run, running)
  const decision = assessmentOf(run)
  const step = nextSpikeState(run.checkpoint.spike?.state ?? noSpike, {
    now: run.pollStart,
    assessment: decision,
    found,
    recent: running === undefined ? recentOf(run) : [],
    choose: chooseTopMentions,
  })
  await applySpikeStep(deps, run, step, { running, found, loud: decision.aboveBaseline })
}

type SpikeObservation = { running: RunningSpike | undefined; found: Mention[]; loud: boolean }

async function applySpikeStep(
  deps: PollDeps,
  run: SubscriptionRun,
  step: SpikeStep,
  { running, found, loud }: SpikeObservation,
): Promise<void> {
  if (step.change === 'calm') return
  const ids = found.map(({ id }) => id)
  if (step.change !== 'ended') {
    const next = withSpike(run.checkpoint, step.state, ids)
    if (step.change === 'started' || ids.length > 0) await saveCheckpoint(deps, run, next)
    else if (loud) setCheckpoint(run, next)
    if (step.change === 'started') deps.log.info({ ...run.key, signs: step.state.signs }, 'a storm begins')
    return
  }
  if (running === undefined) return
  if (run.waiting.length > 0) {
    await saveCheckpoint(
      deps,
      run,
      withSpike(run.checkpoint, { ...running.state, summary: step.summary }, ids),
    )
    return
  }
  const { thread } = running
  const over = thread === undefined ? undefined : { thread, summary: step.summary, endedAt: step.endedAt }
  await saveCheckpoint(deps, run, withoutSpike(run.checkpoint, step.state, over))
  deps.log.info({ ...run.key, total: step.summary.total }, 'a storm is over')
}

function newlyFound({ checkpoint, waiting }: SubscriptionRun, running: RunningSpike | undefined): Mention[] {
  const told = new Set(running?.ids)
  const open = isUndecided(checkpoint)
  return waiting.filter(({ id }) => open(id) && !told.has(id))
}

function recentOf({ state, pollStart }: SubscriptionRun): Mention[] {
  return (state.recent ?? []).filter(({ at }) => at > pollStart - recentMs).map(({ mention }) => mention)
}

/** Draws the live card as it stands now, or for good where the storm is over. A drawing that fails is made at a later turn. */
export async function redrawSpike(deps: PollDeps, run: SubscriptionRun): Promise<void> {
  const { spike } = run.checkpoint
  if (deps.volume === undefined || spike === undefined) return
  if (spike.ended !== undefined) await drawSpikeEnd(deps, run, spike.ended)
  const running = runningSpike(run.checkpoint)
  const now = deps.now()
  const isDue = now - (run.state.drawn?.at ?? 0) >= redrawEveryMs
  if (running?.thread === undefined || !isDue) return
  const { lastTs: upTo } = run.checkpoint
  run.state.drawn = { at: now, ...(upTo === undefined ? {} : { upTo }) }
  const claims = claimsOf(await actedOn(deps, run.key, run.channel, running.state.summary.startedAt))
  await findPermalinks(deps, run, running.state.summary)
  const { channel } = run
  await drawSpikeCard(
    deps,
    run,
    { channel, ts: running.thread, spike: 'card' },
    liveSpikeCard(run, running, claims),
  )
}

async function drawSpikeEnd(deps: PollDeps, run: SubscriptionRun, over: EndedSpike): Promise<void> {
  const { thread, summary, endedAt, channel = run.channel } = over
  const records = await actedOn(deps, run.key, channel, summary.startedAt)
  const cared = records.filter(({ state }) => state !== 'not-relevant').length
  // Somebody may have taken an older mention meanwhile: no more were handled than there were.
  const handled = Math.min(cared, summary.total)
  const alertName = run.alert.name
  await findPermalinks(deps, run, summary)
  const permalinks = run.state.permalinks ?? new Map()
  const content = endedSpikeCard({ alertName, summary, endedAt, handled, permalinks })
  if ((await drawSpikeCard(deps, run, { channel, ts: thread, spike: 'over' }, content)) === 'failed') return
  setCheckpoint(run, markSpikeClosed(run.checkpoint))
}

/** The mark says whether the storm is over: where the store is wiped, it is read from there. */
async function drawSpikeCard(
  deps: PollDeps,
  run: SubscriptionRun,
  { channel, ts, spike }: { channel: string; ts: string; spike: 'card' | 'over' },
  content: Content,
) {
  const mark = receiptMarkOf(run.key, { ids: [], spike })
  const drawn = await deps.volume?.draw({ channel, ts }, withReceiptMark(content, mark))
  if (drawn?.kind === 'failed')
    deps.log.warn({ ...run.key, reason: drawn.reason }, 'the card of a storm cannot be changed')
  return drawn?.kind
}

/** Our clock and Slack's may differ by this much, in ms: what was posted so much before a storm counts as posted in it. */
const spikeSkewMs = 10 * 60_000

/** What people made of the mentions of this subscription that were posted since a moment (UTC, ms). */
async function actedOn(
  deps: PollDeps,
  key: CheckpointKey,
  channel: string,
  since: number,
): Promise<CardRecord[]> {
  const records = (await deps.volume?.cards(channel, since - spikeSkewMs)) ?? []
  return records.filter(
    ({ subscription, alert, firstAt }) =>
      subscription === key.subscription && alert === key.alert && firstAt >= since,
  )
}

function claimsOf(records: CardRecord[]): Claims {
  const counts = new Map<string, number>()
  for (const { state, by } of records) if (state === 'claimed') counts.set(by, (counts.get(by) ?? 0) + 1)
  return [...counts].map(([by, count]) => ({ by, count }))
}
