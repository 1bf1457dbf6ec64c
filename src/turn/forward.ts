import { confirmedUpTo } from '../decide/jumps.ts'
import { beforeAll, compareIds, type Id } from '../model/id.ts'
import { countPage } from './count-page.ts'
import { deliverWaiting } from './deliver.ts'
import { advanceAfterReading, evaluatePage } from './gather.ts'
import { readFromId, rememberHold, resumeHold } from './hold.ts'
import { mergeDuplicates } from './joining.ts'
import { flushCheckpoint } from './keep.ts'
import { forgetLogged, logDeferred } from './note-waiting.ts'
import { announcePlanLimit } from './plan-limit.ts'
import type { Page, PollDeps } from './ports.ts'
import { redrawSpike, updateSpike } from './storm/storm.ts'
import { tellJumps } from './tell-jumps.ts'
import { type PollTime, postingTimeMs, readingTimeMs } from './time.ts'
import { forgetRefused } from './unclear.ts'
import { type Deferral, defer, type RunFailure, type SubscriptionRun } from './watch.ts'

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
