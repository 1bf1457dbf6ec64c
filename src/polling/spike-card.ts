import { assessSpike, type SpikeAssessment } from '../anomalies/spike-detector.ts'
import {
  mentionsShown,
  nextSpikeState,
  noSpike,
  type SpikeStep,
  spikeEndsAfterMs,
} from '../anomalies/spike-state.ts'
import { lastHours } from '../anomalies/volume-counts.ts'
import { chooseTopMentions } from '../messages/burst.ts'
import { withNotifiedUsers } from '../messages/card-additions.ts'
import { type Claims, endedSpikeCard, type LiveSpike, spikeCard, spikeNotice } from '../messages/spike.ts'
import type { SpikeSummary } from '../model/anomaly.ts'
import type { CardRecord } from '../model/card.ts'
import {
  type CheckpointKey,
  type EndedSpike,
  isUndecided,
  markSpikeClosed,
  type RunningSpike,
  runningSpike,
  withoutSpike,
  withSpike,
} from '../model/checkpoint.ts'
import type { Mention } from '../model/mention.ts'
import type { Content } from '../model/message.ts'
import { withReceiptMark } from '../slack/receipt-mark.ts'
import type { PollDeps } from './poll-deps.ts'
import { receiptMarkOf, recentMs } from './posting.ts'
import { saveCheckpoint, setCheckpoint } from './save-checkpoint.ts'
import type { SubscriptionRun } from './subscription-run.ts'
import { mayUseThreads } from './threads.ts'

/** The live card is drawn anew at most so often, in ms. */
const redrawEveryMs = 20_000

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

/** How many hours the live card's sparkline shows. */
const shownHours = 24

/** The card of a storm as it stands. */
export function liveSpikeCard(run: SubscriptionRun, spike: RunningSpike, claims: Claims = []): Content {
  return spikeCard(liveSpike(run, spike, claims))
}

/** The line that calls people, once a storm. */
export function spikeNoticeFor(run: SubscriptionRun, spike: RunningSpike): Content {
  const content = spikeNotice(liveSpike(run, spike, []))
  const { notify } = run.subscription
  return notify === undefined ? content : withNotifiedUsers(content, notify)
}

/** Whether it storms for a subscription, by the counts of its alert. Where there are none, nothing is loud. */
function assessmentOf({ volume, subscription, state, pollStart }: SubscriptionRun): SpikeAssessment {
  const counts = volume?.stored?.counts
  if (counts === undefined) return { signs: [], aboveBaseline: false, inLastHour: 0, baseline: undefined }
  const sensitivity = subscription.spike ?? 'normal'
  return assessSpike(counts, { now: pollStart, sensitivity, bursts: state.bursts ?? [] })
}

function liveSpike(run: SubscriptionRun, { state }: RunningSpike, claims: Claims): LiveSpike {
  const { inLastHour, baseline } = assessmentOf(run)
  const counts = run.volume?.stored?.counts
  return {
    alertName: run.alert.name,
    summary: state.summary,
    signs: state.signs,
    inLastHour,
    baselinePerHour: baseline === undefined ? undefined : Math.round(baseline.perHour),
    hours: counts === undefined ? [] : lastHours(counts, run.pollStart, shownHours),
    claims,
    permalinks: run.state.permalinks ?? new Map(),
  }
}

/** A summary that could not be drawn is drawn again after this, in ms. */
const redrawFailedMs = 2 * 60_000

/**
 * When a storm wants to be looked at again, whatever the schedule says (UTC, ms); undefined where there is none. The card has
 * to become what stands in its thread, and the summary half an hour after it was loud last: the next slot may be a day away.
 */
export function nextSpikeCheckAt(
  { checkpoint, state }: Pick<SubscriptionRun, 'checkpoint' | 'state'>,
  now: number,
): number | undefined {
  if (checkpoint.spike?.ended !== undefined) return now + redrawFailedMs
  const running = runningSpike(checkpoint)
  if (running === undefined) return undefined
  const { drawn } = state
  const isStale = running.thread !== undefined && drawn !== undefined && drawn.upTo !== checkpoint.lastTs
  return isStale ? drawn.at + redrawEveryMs : running.state.aboveBaselineAt + spikeEndsAfterMs
}

/**
 * Finds where the mentions stand that the card of a storm names. Each address is asked for once; what another process posted
 * is named without one.
 */
export async function findPermalinks(
  deps: PollDeps,
  { state, channel }: SubscriptionRun,
  summary: SpikeSummary,
): Promise<void> {
  const found = new Map<string, string>()
  for (const id of new Set(mentionsShown(summary).map((mention) => mention.id))) {
    const known = state.permalinks?.get(id)
    const ts = state.recent?.find(({ mention }) => mention.id === id)?.ts
    const place = ts === undefined ? undefined : { channel, ts }
    const permalink = known ?? (place && (await deps.volume?.permalink(place)))
    if (permalink !== undefined) found.set(id, permalink)
  }
  state.permalinks = found
}
