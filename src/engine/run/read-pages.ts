import type { Ms, Time } from '../../async/time.ts'
import { problemTexts } from '../../messages/problem-texts.ts'
import { isUndecided } from '../../model/checkpoint.ts'
import type { DecisionRecord } from '../../model/decision.ts'
import { beforeAll, compareIds, type Id, idBefore } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import { withIdGaps } from '../gates/id-gaps.ts'
import { doneTime, lookBackTime, type PollTime, postingTimeMs, readingTimeMs } from '../poll-time.ts'
import type { Page, PollDeps } from '../ports.ts'
import { isInWindow, maxWaiting } from '../post/burst-window.ts'
import { collectedMentions, windowStateOf } from '../post/next-message.ts'
import { forgetTries } from '../post/unclear-refusals.ts'
import {
  advanceWatermark,
  implausibleDoneIds,
  largestPlausibleDoneId,
  markDone,
} from '../progress/checkpoint-changes.ts'
import { correctedMention } from '../progress/corrections.ts'
import { largestPlausibleId, leastId, lesserId } from '../progress/id-order.ts'
import type { Decision } from '../rules/rules.ts'
import { announcePlanLimit } from '../spikes/notices.ts'
import { redrawSpike, updateSpike, wantsSpikes } from '../spikes/spike-card.ts'
import type { PollVolume } from '../spikes/volume.ts'
import {
  type Deferral,
  defer,
  flushCheckpoint,
  type RunFailure,
  type Step,
  type SubscriptionRun,
  takeSteps,
  withCheckpoint,
  withState,
} from '../subscription-run.ts'
import { deliverWaiting } from './deliver.ts'
import { mergeDuplicates, queueMention } from './duplicates.ts'
import { readFromId, rememberHold, resumeHold } from './hold.ts'
import { forgetLogged, logOnce, logQueued, logWaiting } from './log-waiting.ts'

type Reader = Step<Deferral | RunFailure>

type Reading = { readers: Reader[]; readTo: Id; beyond: Id[]; postUntil?: Ms }

/**
 * Reads the pages of one alert for several runs, from the lowest id that one of the runs needs. Each run decides on the mentions and posts
 * them. A run that defers or fails does not delay the others. Never rejects.
 */
export async function readAndDeliver(
  deps: PollDeps,
  runs: SubscriptionRun[],
  volume: PollVolume,
  time: PollTime,
): Promise<Reader[]> {
  const started = runs.map((run) => forgetLogged(resumeHold({ ...run, volume })))
  const readTo = started.map(readFromId).sort(compareIds)[0] ?? beforeAll
  const start: Reading = { readers: started.map((run) => ({ run })), readTo, beyond: [] }
  const { reading, error } = await readPages(deps, start, volume, time)
  if (error === undefined) return (await deliverAll(deps, reading, 'end')).readers
  const delivered = await deliverAll(deps, reading, reading.readTo)
  return endAll(delivered, { kind: 'failed', error }).readers
}

async function readPages(
  deps: PollDeps,
  start: Reading,
  volume: PollVolume,
  { start: pollStart, signal }: PollTime,
): Promise<{ reading: Reading; error?: unknown }> {
  let reading = start
  let readUntil: Ms | undefined
  const alert = start.readers[0]?.run.input.alert.id
  if (alert === undefined) return { reading }
  try {
    const ask = { priority: 'poll', signal } as const
    for await (const page of deps.service.mentionsSince(alert, reading.readTo, ask)) {
      readUntil ??= deps.steady() + readingTimeMs
      const channels = stillReading(reading).map(({ run }) => run.input.channel)
      await announcePlanLimit(deps, new Set(channels), page.limits)
      volume.countPage(page, pollStart)
      reading = withPage(deps, reading, page)
      const isOutOfTime = page.last !== true && (deps.steady() >= readUntil || deps.stopping.aborted)
      // Reading stops until these mentions are posted.
      const isFull = stillReading(reading).some(({ run }) => run.waiting.length >= maxWaiting)
      if (isOutOfTime || isFull) reading = await deliverAll(deps, reading, reading.readTo)
      if (isOutOfTime)
        reading = endAll(reading, { ...defer('the time of this poll is over', deps.now()), atSamePage: true })
      if (stillReading(reading).length === 0) return { reading }
    }
    return { reading }
  } catch (error) {
    return { reading, error: error ?? new Error('the mention service failed') }
  }
}

const stillReading = ({ readers }: Reading) => readers.filter(({ end }) => end === undefined)

function endAll(reading: Reading, end: Deferral | RunFailure): Reading {
  return { ...reading, readers: reading.readers.map((reader) => ({ end, ...reader })) }
}

/**
 * Lets every run decide on the mentions of a page. Reading does not continue from an absurdly large id, because it would miss the mentions
 * below that id.
 */
function withPage(deps: PollDeps, reading: Reading, page: Page): Reading {
  const ids = [...reading.beyond, ...page.mentions.map(({ id }) => id)]
  const readTo = largestPlausibleId(reading.readTo, ids)
  const readers = reading.readers.map((reader) =>
    reader.end === undefined ? { run: evaluatePage(deps, reader.run, page) } : reader,
  )
  return { ...reading, readers, readTo, beyond: ids.filter((id) => compareIds(id, readTo) > 0) }
}

/**
 * Decides on the undecided mentions of a page. Skipped mentions are done at once, in memory; delivered and held mentions wait. A mention
 * that is skipped above a held one is not marked as done, because the watermark cannot pass the held one and the done ids would fill the
 * checkpoint. The rules decide on it again when the hold ends.
 */
function evaluatePage(deps: PollDeps, before: SubscriptionRun, page: Page): SubscriptionRun {
  const start = withIdGaps(before, page)
  if (page.mentions.length === 0) return start
  const { corrections = new Map() } = start
  const mentions = page.mentions.map((mention) => correctedMention(mention, corrections))
  const now = deps.now()
  const { key, lookBackStart } = start.input
  const isOpen = isUndecided(start.checkpoint)
  const queued = new Set([...start.waiting, ...start.duplicates].map(({ id }) => id))
  let run = start
  const skipped: DecisionRecord[] = []
  const skippedInHold: DecisionRecord[] = []
  const held: [Mention, Decision][] = []
  let { heldFrom } = start
  for (const mention of mentions) {
    if (!isOpen(mention.id) || queued.has(mention.id)) continue
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
  const logged = logOnce(deps, logWaiting(deps, { ...run, heldFrom }, held), skippedInHold)
  const ids = skipped.map(({ id }) => id)
  const decided = { ...logged, decisions: [...logged.decisions, ...skipped] }
  return withCheckpoint(decided, markDone(logged.checkpoint, ids, doneTime(deps), lookBackStart))
}

/** A mention that was young enough at the start of its burst window does not become too old while it waits. */
function decideNow(run: SubscriptionRun, mention: Mention, now: Time): Decision {
  const { decide } = run.input
  const decision = decide(mention, now)
  const { window } = run.checkpoint
  if (decision.reason !== 'maxAge' || window === undefined || !isInWindow(windowStateOf(run))) return decision
  return decide(mention, window.since)
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

async function deliverAll(deps: PollDeps, reading: Reading, upTo: Id | 'end'): Promise<Reading> {
  const postUntil = reading.postUntil ?? deps.steady() + postingTimeMs
  const readers = await Promise.all(
    reading.readers.map(async (reader) => {
      if (reader.end !== undefined) return reader
      const { run, end } = await takeSteps(reader.run, deliverySteps(deps, reader.run, postUntil, upTo))
      if (end === undefined) return { run: rememberHold(run, reading.readTo) }
      const why = end.kind === 'defer' ? end.why : 'the poll failed'
      return { run: logQueued(deps, run, why), end }
    }),
  )
  return { ...reading, readers, postUntil }
}

type DeliveryStep = (run: SubscriptionRun) => Promise<Step>

/** Lists the steps that deliver the waiting mentions of a run, in order. The page counts as read only after everything was delivered. */
function deliverySteps(
  deps: PollDeps,
  start: SubscriptionRun,
  deadline: Ms,
  upTo: Id | 'end',
): DeliveryStep[] {
  const flush: DeliveryStep = async (run) => ({ run: await flushCheckpoint(deps, run) })
  const finishReading: DeliveryStep = async (run) => {
    const finished = upTo === 'end' ? forgetTries(deps, run) : run
    return { run: reportJumps(deps, withReadTo(deps, finished, upTo)) }
  }
  const isIdle = start.waiting.length + start.duplicates.length === 0 && start.checkpoint.spike === undefined
  if (isIdle) return [finishReading, flush]
  const ofSpikes: DeliveryStep[] = [
    async (run) => ({ run: await updateSpike(deps, run) }),
    flush,
    async (run) => ({ run: await redrawSpike(deps, run) }),
  ]
  return [
    async (run) => {
      const delivered = await deliverAndMerge(deps, run, deadline)
      if (delivered.end === undefined) return delivered
      // The run ends here, but the card of the spike must show the posts.
      const stored = await flushCheckpoint(deps, delivered.run)
      const drawn = await redrawSpike(deps, stored)
      return { run: await flushCheckpoint(deps, drawn), end: delivered.end }
    },
    async (run) => ({ run: collect(deps, run) }),
    finishReading,
    ...(wantsSpikes(start) ? ofSpikes : []),
    flush,
  ]
}

async function deliverAndMerge(deps: PollDeps, run: SubscriptionRun, deadline: Ms): Promise<Step> {
  const delivered = await deliverWaiting(deps, run, deadline)
  const isOver = delivered.end !== undefined && delivered.end.needsPost !== true
  if (isOver || delivered.run.duplicates.length === 0) return delivered
  const merged = await mergeDuplicates(deps, delivered.run, deadline)
  return { run: merged.run, end: merged.end ?? delivered.end }
}

/** Logs the mentions that wait for the end of their burst window. They stay undecided, so the next poll reads them again. */
function collect(deps: PollDeps, run: SubscriptionRun): SubscriptionRun {
  const collected = collectedMentions(run)
  if (collected === undefined) return { ...run, collected: undefined }
  const { mentions, until } = collected
  const why = { reason: 'burst', detail: new Date(until).toISOString() }
  const logged = logWaiting(
    deps,
    run,
    mentions.map((mention) => [mention, why]),
  )
  const from = leastId(mentions.map(({ id }) => id)) ?? beforeAll
  return { ...logged, collected: { from, until } }
}

/**
 * Records that everything up to `upTo` is read, and done or held. The watermark advances over ids that are older than the look-back, but
 * stays below held and collected mentions.
 */
function withReadTo(deps: PollDeps, run: SubscriptionRun, upTo: Id | 'end'): SubscriptionRun {
  const { state, checkpoint, collected, input } = run
  const heldFrom = lesserId(run.heldFrom, collected?.from)
  const startedAt = state.unfinished?.startedAt ?? lookBackTime(deps) - (deps.steady() - input.steadyStart)
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
