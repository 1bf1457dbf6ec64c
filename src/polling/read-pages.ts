import { advanceWatermark, isUndecided, lookBackMs, markDone } from '../model/checkpoint.ts'
import type { Decision, DecisionRecord } from '../model/decision.ts'
import { beforeAll, compareIds, greatestId, type Id, idBefore, lesserId } from '../model/id.ts'
import { confirmedUpTo } from '../model/id-jump.ts'
import type { Mention } from '../model/mention.ts'
import { deliverWaiting } from './deliver.ts'
import { mergeDuplicates, queueMention } from './duplicates.ts'
import { tellJumps } from './id-jumps.ts'
import { forgetLogged, logDeferred, logWaiting } from './log-waiting.ts'
import { announcePlanLimit } from './notices.ts'
import { type PollTime, postingTimeMs, readingTimeMs } from './poll.ts'
import type { Page, PollDeps } from './poll-deps.ts'
import { flushCheckpoint, setCheckpoint } from './save-checkpoint.ts'
import { redrawSpike, updateSpike } from './spike-card.ts'
import { type Deferral, defer, type RunFailure, type SubscriptionRun } from './subscription-run.ts'
import { forgetRefused } from './unknown-errors.ts'
import { countPage } from './volume.ts'

/** As many deliverable mentions are gathered before they are posted: one page of the service, one burst at most. */
const mostWaiting = 300

/** The subscriptions that read together: how far they have read, until when they post (UTC, ms), and how those ended that left. */
type Reading = {
  runs: SubscriptionRun[]
  ended: Map<SubscriptionRun, Deferral | RunFailure>
  readTo: Id
  /** What was read beyond a jump of the ids that is not confirmed yet. */
  beyond: Id[]
  postUntil?: number
}

/**
 * Reads forward from the lowest bookmark of some subscriptions of one alert; each decides for itself and posts what it is to
 * deliver. One that must leave, or fails, does not hold back the others. Returns how each ended that did not read to the end.
 */
export async function readAndDeliver(
  deps: PollDeps,
  alert: Id,
  runs: SubscriptionRun[],
  time: PollTime,
): Promise<Map<SubscriptionRun, Deferral | RunFailure>> {
  for (const run of runs) {
    resumeHold(run)
    forgetLogged(run)
  }
  const readTo = runs.map(readFromId).sort(compareIds)[0] ?? beforeAll
  const reading: Reading = { runs, ended: new Map(), readTo, beyond: [] }
  try {
    await readPages(deps, alert, reading, time)
  } catch (error) {
    await deliverAll(deps, reading, reading.readTo)
    endAll(reading, { kind: 'failed', error })
  }
  await deliverAll(deps, reading, 'end')
  return reading.ended
}

/** Reads until nothing is left to read, the time for it is over, or everybody has left. Throws what the mention service throws. */
async function readPages(
  deps: PollDeps,
  alert: Id,
  reading: Reading,
  { start, signal }: PollTime,
): Promise<void> {
  let readUntil: number | undefined
  for await (const page of deps.service.mentionsSince(alert, reading.readTo, { priority: 'poll', signal })) {
    readUntil ??= deps.now() + readingTimeMs
    await announcePlanLimit(deps, new Set(stillReading(reading).map(({ channel }) => channel)), page.limits)
    countPage(reading.runs[0]?.volume, page, start)
    for (const run of stillReading(reading)) evaluatePage(deps, run, page)
    readOn(reading, page)
    const outOfTime = page.last !== true && isOutOfTime(deps, readUntil)
    if (outOfTime || stillReading(reading).some(({ waiting }) => waiting.length >= mostWaiting))
      await deliverAll(deps, reading, reading.readTo)
    if (outOfTime) endAll(reading, { ...defer('the time of this turn is over', deps.now()), abreast: true })
    if (stillReading(reading).length === 0) return
  }
}

/** Notes how far was read. Nobody goes on from an id that may be absurd: what comes after it would be missed. */
function readOn(reading: Reading, { mentions }: Page): void {
  const ids = [...reading.beyond, ...mentions.map(({ id }) => id)]
  reading.readTo = confirmedUpTo(reading.readTo, ids)
  reading.beyond = ids.filter((id) => compareIds(id, reading.readTo) > 0)
}

/** Those that read on. */
const stillReading = ({ runs, ended: left }: Reading) => runs.filter((run) => !left.has(run))

function endAll(reading: Reading, end: Deferral | RunFailure): void {
  for (const run of stillReading(reading)) reading.ended.set(run, end)
}

async function deliverAll(deps: PollDeps, reading: Reading, upTo: Id | 'end'): Promise<void> {
  const deadline = reading.postUntil ?? deps.now() + postingTimeMs
  reading.postUntil = deadline
  await Promise.all(
    stillReading(reading).map(async (run) => {
      const end = await deliverOne(deps, run, deadline, upTo)
      if (end === undefined) return rememberHold(run, reading.readTo)
      reading.ended.set(run, end)
      logDeferred(deps, run, end)
    }),
  )
}

const isOutOfTime = ({ now, stopping }: PollDeps, readUntil: number) => now() >= readUntil || stopping.aborted

/**
 * Delivers what is gathered; `upTo`: how far was read. Only then is the reading itself remembered as done so far. Returns why the
 * subscription must leave the turn, if it must. Never rejects.
 */
async function deliverOne(
  deps: PollDeps,
  run: SubscriptionRun,
  deadline: number,
  upTo: Id | 'end',
): Promise<Deferral | RunFailure | undefined> {
  try {
    return await deliverAndAdvance(deps, run, deadline, upTo)
  } catch (error) {
    // What was posted before the failure is settled; where even that fails, it is in doubt, and the failure is told already.
    await flushCheckpoint(deps, run).catch(() => undefined)
    return { kind: 'failed', error }
  }
}

async function deliverAndAdvance(
  deps: PollDeps,
  run: SubscriptionRun,
  deadline: number,
  upTo: Id | 'end',
): Promise<Deferral | undefined> {
  if (hasNothingToPost(run)) {
    if (upTo === 'end') forgetRefused(deps, run)
    advanceAfterReading(run, upTo)
    tellJumps(deps, run)
    await flushCheckpoint(deps, run)
    return undefined
  }
  const end = await deliverAndJoin(deps, run, deadline)
  if (end === undefined) {
    if (upTo === 'end') forgetRefused(deps, run)
    advanceAfterReading(run, upTo)
    tellJumps(deps, run)
    await updateSpike(deps, run)
  }
  await flushCheckpoint(deps, run)
  await redrawSpike(deps, run)
  await flushCheckpoint(deps, run)
  return end
}

async function deliverAndJoin(
  deps: PollDeps,
  run: SubscriptionRun,
  deadline: number,
): Promise<Deferral | undefined> {
  const left = await deliverWaiting(deps, run, deadline)
  if (left !== undefined && left.needsPost !== true) return left
  return (await mergeDuplicates(deps, run, deadline)) ?? left
}

/** Nothing to post, and no storm that could go on or end. */
const hasNothingToPost = ({ waiting, duplicates, checkpoint }: SubscriptionRun) =>
  waiting.length + duplicates.length === 0 && checkpoint.spike === undefined

/** Sorts a page's open mentions: what is skipped is settled at once (in memory), what is to be delivered waits for it. */
function evaluatePage(deps: PollDeps, run: SubscriptionRun, { mentions }: Page): void {
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
function advanceAfterReading(run: SubscriptionRun, upTo: Id | 'end'): void {
  const { state, heldFrom } = run
  const startedAt = state.unfinished?.startedAt ?? run.pollStart
  const held = heldFrom === undefined ? undefined : idBefore(heldFrom)
  const story = advanceWatermark(run.checkpoint, startedAt, lesserId(held, upTo === 'end' ? undefined : upTo))
  if (story !== run.checkpoint) setCheckpoint(run, story)
  if (upTo === 'end') delete state.unfinished
  else state.unfinished = { readTo: upTo, startedAt }
}

/** Readings closer together than this are remembered as one, in ms: a schedule of seconds must not fill the memory. */
const readsApartMs = 60_000

/** Whether what was held has become free: then it is read again from the bookmark on, by itself, because that may lie far back. */
export function isHoldOver({ state, holdsUntil }: SubscriptionRun): boolean {
  return state.held !== undefined && holdsUntil === undefined
}

/** Carries into this turn what the last one held back, or forgets it when it has become free. */
function resumeHold(run: SubscriptionRun): void {
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
function rememberHold({ state, heldFrom, pollStart }: SubscriptionRun, upTo: Id): void {
  if (heldFrom === undefined) return
  const reads = state.held?.reads ?? []
  const last = reads.at(-1)
  const isNew = last === undefined || pollStart - last.at >= readsApartMs
  const all = isNew ? [...reads, { at: pollStart, upTo }] : reads
  const oldest = all.findLastIndex(({ at }) => at <= pollStart - lookBackMs)
  state.held = { from: heldFrom, reads: all.slice(Math.max(0, oldest)) }
}
