import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { Mention } from '@overheard/mention-client/mention'
import { spikeCardOf } from '../../messages/anomalies/spike.ts'
import { chooseTopMentions } from '../../messages/mention/burst.ts'
import type { SpikeSummary } from '../../model/anomaly.ts'
import { type Handling, isClosed, isOnlyByRule } from '../../model/card.ts'
import { isUndecided } from '../../model/checkpoint.ts'
import type { Content } from '../../model/message.ts'
import type { LiveSpike, SpikeCardRecord } from '../../model/spike-card.ts'
import { calledSpikes } from '../anomalies/called-spikes.ts'
import { assessSpike, type SpikeAssessment } from '../anomalies/spike-detector.ts'
import {
  mentionsShown,
  nextSpikeState,
  noSpike,
  type SpikeStep,
  spikeEndsAfterMs,
  withCorrections,
} from '../anomalies/spike-state.ts'
import { lastHours } from '../anomalies/volume-counts.ts'
import type { PollDeps } from '../ports.ts'
import { receiptMarkOf } from '../post/post-receipt.ts'
import { mayUseThreads } from '../post/threads.ts'
import { correctedMention } from '../progress/corrections.ts'
import {
  type EndedSpike,
  markSpikeClosed,
  type RunningSpike,
  runningSpike,
  withoutSpike,
  withSpike,
} from '../progress/spike-progress.ts'
import {
  flushCheckpoint,
  recentMs,
  type SubscriptionRun,
  saveCheckpoint,
  withCheckpoint,
  withState,
} from '../subscription-run.ts'

const redrawEveryMs = 20_000

/**
 * False with `spike: off`: then no step of a run is about spikes. A spike that began with an earlier configuration still ends, and its card shows
 * the end.
 */
export function wantsSpikes({
  input,
  checkpoint: { spike },
}: Pick<SubscriptionRun, 'input' | 'checkpoint'>): boolean {
  return input.subscription.spike !== 'off' || spike?.state.kind === 'spike' || spike?.ended !== undefined
}

/**
 * Starts, continues or ends a spike with the waiting mentions. The change is stored before anything is posted, so each mention counts once.
 * A spike starts only if a mention waits, and ends only if no mention waits.
 */
export async function updateSpike(deps: PollDeps, start: SubscriptionRun): Promise<SubscriptionRun> {
  const run = withCorrectedSpike(start)
  const running = runningSpike(run.checkpoint)
  const isCounted = run.volume?.counts() !== undefined && !run.volume.isLimited()
  const isOutside = (mention: Mention) => !run.input.isOwn(mention)
  const mayStart = isCounted && run.waiting.some(isOutside) && mayUseThreads(run)
  if (running === undefined && !mayStart) return run
  const found = newlyFound(run, running)
  const assessment = await assessmentOfStart(deps, run, running)
  const step = nextSpikeState(run.checkpoint.spike?.state ?? noSpike, {
    now: run.input.pollStart,
    assessment,
    found: found.filter(isOutside),
    recent: running === undefined ? recentOf(run).filter(isOutside) : [],
    choose: chooseTopMentions,
    ...defined({ corrections: run.corrections }),
  })
  return applySpikeStep(deps, run, step, { running, found, isAboveBaseline: assessment.aboveBaseline })
}

/** Counts what was posted, stores the spike, and draws its card. */
export async function followSpike(deps: PollDeps, run: SubscriptionRun): Promise<SubscriptionRun> {
  const updated = await updateSpike(deps, run)
  return redrawSpike(deps, await flushCheckpoint(deps, updated))
}

type SpikeObservation = { running: RunningSpike | undefined; found: Mention[]; isAboveBaseline: boolean }

async function applySpikeStep(
  deps: PollDeps,
  run: SubscriptionRun,
  step: SpikeStep,
  { running, found, isAboveBaseline }: SpikeObservation,
): Promise<SubscriptionRun> {
  const { key } = run.input
  const ids = found.map(({ id }) => id)
  switch (step.change) {
    case 'calm':
      return run
    case 'started':
      deps.log.info(
        { ...key, signs: step.state.signs },
        'a spike of mentions started; the channel gets one card for it',
      )
      return saveCheckpoint(deps, run, withSpike(run.checkpoint, step.state, ids))
    case 'goes-on': {
      const next = withSpike(run.checkpoint, step.state, ids)
      if (ids.length > 0) return saveCheckpoint(deps, run, next)
      return isAboveBaseline ? withCheckpoint(run, next) : run
    }
    case 'ended': {
      if (running === undefined) return run
      const { summary, state, endedAt } = step
      if (run.waiting.length > 0)
        return saveCheckpoint(deps, run, withSpike(run.checkpoint, { ...running.state, summary }, ids))
      const { thread } = running
      const ended = thread === undefined ? undefined : { thread, summary, endedAt }
      deps.log.info(
        { ...key, total: summary.total },
        'a spike of mentions ended; new mentions get their own cards again',
      )
      return saveCheckpoint(deps, run, withoutSpike(run.checkpoint, state, ended))
    }
  }
}

function newlyFound({ checkpoint, waiting }: SubscriptionRun, running: RunningSpike | undefined): Mention[] {
  const known = new Set(running?.ids)
  const isOpen = isUndecided(checkpoint)
  return waiting.filter(({ id }) => isOpen(id) && !known.has(id))
}

function recentOf({ state, input, corrections = new Map() }: SubscriptionRun): Mention[] {
  return (state.recentPosts ?? [])
    .filter(({ at }) => at > input.pollStart - recentMs)
    .map(({ mention }) => correctedMention(mention, corrections))
}

/** Nothing is stored here: the next poll corrects the same again until the checkpoint is stored for another reason. */
function withCorrectedSpike(run: SubscriptionRun): SubscriptionRun {
  const running = runningSpike(run.checkpoint)
  if (running === undefined || run.corrections === undefined) return run
  const { state } = running
  const { name } = run.input.subscription
  // A spike counts the mentions of the hour before it, too.
  const from = state.announcedAt - recentMs
  const summary = withCorrections(state.summary, {
    corrections: run.corrections,
    isCounted: ({ isOwn, posts }) =>
      isOwn === undefined && posts.some(({ subscription, at }) => subscription === name && at > from),
  })
  return summary === state.summary
    ? run
    : withCheckpoint(run, withSpike(run.checkpoint, { ...state, summary }, []))
}

export async function redrawSpike(deps: PollDeps, start: SubscriptionRun): Promise<SubscriptionRun> {
  const { spike } = start.checkpoint
  if (deps.volume === undefined || spike === undefined) return start
  const run = spike.ended === undefined ? start : await drawSpikeEnd(deps, start, spike.ended)
  const running = runningSpike(run.checkpoint)
  const now = deps.now()
  const isDue = now - (run.state.lastSpikeUpdate?.at ?? 0) >= redrawEveryMs
  if (running?.thread === undefined || !isDue) return run
  const { lastTs } = run.checkpoint
  const { summary } = running.state
  const lastSpikeUpdate = { at: now, ...defined({ upTo: lastTs }) }
  const permalinks = await findPermalinks(deps, run, summary)
  const next = withState(run, { lastSpikeUpdate, permalinks })
  const { channel } = run.input
  const claims = claimsOf(await actedOn(deps, run, channel, summary.startedAt))
  await drawSpikeCard(
    deps,
    run,
    { channel, ts: running.thread, spike: 'card' },
    { kind: 'live', spike: liveSpike(next, running, claims) },
  )
  return next
}

async function drawSpikeEnd(
  deps: PollDeps,
  run: SubscriptionRun,
  { thread, summary, endedAt, channel = run.input.channel }: EndedSpike,
): Promise<SubscriptionRun> {
  const place = { channel, ts: thread, spike: 'over' as const }
  const alertName = run.input.alert.name
  const permalinks = summary === undefined ? undefined : await findPermalinks(deps, run, summary)
  const shown: SpikeCardRecord['shown'] =
    summary === undefined
      ? { kind: 'interrupted', spike: { alertName, endedAt } }
      : await endedSpike(deps, run, { channel, summary, endedAt, permalinks: permalinks ?? new Map() })
  const next = permalinks === undefined ? run : withState(run, { permalinks })
  const drawn = await drawSpikeCard(deps, run, place, shown)
  if (drawn === 'failed') return next
  if (summary !== undefined)
    await deps.told({
      kind: 'spikeEnded',
      spike: { ...run.input.key, channel, ts: thread, endedAt, summary },
    })
  return withCheckpoint(next, markSpikeClosed(next.checkpoint))
}

type SpikeEnd = {
  channel: string
  summary: SpikeSummary
  endedAt: Time
  permalinks: ReadonlyMap<string, string>
}

async function endedSpike(
  deps: PollDeps,
  run: SubscriptionRun,
  { channel, summary, endedAt, permalinks }: SpikeEnd,
): Promise<SpikeCardRecord['shown']> {
  const records = await actedOn(deps, run, channel, summary.startedAt)
  // Somebody may have handled older mentions during the spike, so neither number may exceed the total of the spike.
  const closed = Math.min(records.filter(({ state }) => isClosed(state)).length, summary.total)
  const claimed = Math.min(records.length, summary.total) - closed
  const alertName = run.input.alert.name
  return {
    kind: 'over',
    spike: { alertName, summary, endedAt, closed, claimed, permalinks: Object.fromEntries(permalinks) },
  }
}

/**
 * Updates the card of a spike in Slack. The mark of the card shows if the spike has ended, because after the store is lost only the mark is
 * known.
 */
async function drawSpikeCard(
  deps: PollDeps,
  run: SubscriptionRun,
  { channel, ts, spike }: { channel: string; ts: string; spike: 'card' | 'over' },
  shown: SpikeCardRecord['shown'],
) {
  const mark = receiptMarkOf(run.input.key, { ids: [], spike })
  const card = { ...run.input.key, mark, shown, ...notifiedBy(run), ...offersOf(run) }
  const drawn = await deps.volume?.updateSpikeCard({ channel, ts }, card)
  if (drawn?.kind === 'failed')
    deps.log.warn(
      { ...run.input.key, reason: drawn.reason },
      'could not update the card of a spike in Slack; a later poll retries',
    )
  return drawn?.kind
}

/** The clocks of the bot and of Slack may differ by this, in ms, so records of cards are read from this long before a spike. */
const spikeSkewMs = 10 * 60_000

async function actedOn(
  { volume }: PollDeps,
  { input: { key } }: SubscriptionRun,
  channel: string,
  since: Time,
): Promise<Handling[]> {
  const records = (await volume?.handlingSince(channel, since - spikeSkewMs)) ?? []
  return records.filter(
    (record) =>
      record.subscription === key.subscription &&
      record.alert === key.alert &&
      record.firstAt >= since &&
      !isOnlyByRule(record),
  )
}

function claimsOf(records: Handling[]): LiveSpike['claims'] {
  const counts = new Map<string, number>()
  for (const { state, by } of records) if (state !== 'not-relevant') counts.set(by, (counts.get(by) ?? 0) + 1)
  return [...counts].map(([by, count]) => ({ by, count }))
}

const shownHours = 24

export function liveSpikeCard(run: SubscriptionRun, spike: RunningSpike): Content {
  const shown = { kind: 'live' as const, spike: liveSpike(run, spike, []) }
  const notified = spike.notified ? {} : notifiedBy(run)
  return spikeCardOf({ ...run.input.key, shown, note: {}, ...notified, ...offersOf(run) })
}

const notifiedBy = ({ input: { subscription } }: SubscriptionRun) =>
  subscription.notify === undefined ? {} : { notified: subscription.notify }

const offersOf = ({ input: { subscription } }: SubscriptionRun) =>
  subscription.actions === undefined ? {} : { offers: subscription.actions }

/** The false alarms are read only when a spike may start, because reading them may need a request to the database. */
async function assessmentOfStart(
  { volume }: PollDeps,
  run: SubscriptionRun,
  running: RunningSpike | undefined,
): Promise<SpikeAssessment> {
  const assessment = assessmentOf(run)
  if (running !== undefined || assessment.signs.length === 0) return assessment
  return assessmentOf(run, await volume?.falseAlarmsOf(run.input.key))
}

function assessmentOf({ volume, input, state }: SubscriptionRun, falseAlarms = 0): SpikeAssessment {
  const counts = volume?.counts()
  if (counts === undefined) return { signs: [], aboveBaseline: false, inLastHour: 0, baseline: undefined }
  const sensitivity = input.subscription.spike ?? 'normal'
  const bursts = [...(state.recentBursts ?? [])]
  return assessSpike(counts, { now: input.pollStart, sensitivity, bursts, falseAlarms })
}

function liveSpike(run: SubscriptionRun, { state }: RunningSpike, claims: LiveSpike['claims']): LiveSpike {
  const { inLastHour, baseline } = assessmentOf(run)
  const counts = run.volume?.counts()
  const { pollStart, subscription } = run.input
  const called = counts && calledSpikes(counts, pollStart, subscription.spike ?? 'normal')
  return {
    alertName: run.input.alert.name,
    summary: state.summary,
    signs: state.signs,
    inLastHour,
    baselinePerHour: baseline === undefined ? undefined : Math.round(baseline),
    hours: counts === undefined ? [] : lastHours(counts, pollStart, shownHours),
    claims,
    permalinks: Object.fromEntries(run.state.permalinks ?? []),
    ...(called && { called }),
  }
}

const redrawFailedMs = 2 * 60_000

/**
 * Returns when a spike needs the next poll (ms since the epoch), because the next scheduled poll may be a day away. The card must keep up
 * with its thread, and the spike ends half an hour after the mentions were last clearly above the baseline.
 */
export function nextSpikeCheckAt(
  { checkpoint, state: { lastSpikeUpdate } }: Pick<SubscriptionRun, 'checkpoint' | 'state'>,
  now: Time,
): number | undefined {
  if (checkpoint.spike?.ended !== undefined) return now + redrawFailedMs
  const running = runningSpike(checkpoint)
  if (running === undefined) return undefined
  const isStale =
    running.thread !== undefined &&
    lastSpikeUpdate !== undefined &&
    lastSpikeUpdate.upTo !== checkpoint.lastTs
  return isStale ? lastSpikeUpdate.at + redrawEveryMs : running.state.aboveBaselineAt + spikeEndsAfterMs
}

async function findPermalinks(
  { volume }: PollDeps,
  { state, input: { channel } }: SubscriptionRun,
  summary: SpikeSummary,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const id of new Set(mentionsShown(summary).map((mention) => mention.id))) {
    const ts = state.recentPosts?.find(({ mention }) => mention.id === id)?.ts
    const place = ts === undefined ? undefined : { channel, ts }
    const permalink = state.permalinks?.get(id) ?? (place && (await volume?.permalink(place)))
    if (permalink !== undefined) found.set(id, permalink)
  }
  return found
}
