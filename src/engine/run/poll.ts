import { systemTimer } from '@overheard/base/clock'
import { defined } from '@overheard/base/defined'
import type { Ms } from '@overheard/base/time'
import { withTimeout } from '@overheard/base/timeout'
import type { Alert } from '@overheard/mention-client/alert'
import { beforeAll, compareIds, type Id } from '@overheard/mention-client/id'
import { lookBackTime, type PollTime, postingTimeMs, readingTimeMs } from '../poll-time.ts'
import type { Page, PollDeps } from '../ports.ts'
import { maxWaiting } from '../post/burst-window.ts'
import type { Corrections } from '../progress/corrections.ts'
import { largestPlausibleId } from '../progress/id-order.ts'
import { announcePlanLimit, monthlyLimit } from '../spikes/notices.ts'
import { followSpike, redrawSpike, wantsSpikes } from '../spikes/spike-card.ts'
import { createPollVolume, type PollVolume } from '../spikes/volume.ts'
import {
  type Deferral,
  defer,
  flushCheckpoint,
  type RunFailure,
  type Step,
  type SubscriptionRun,
  withState,
} from '../subscription-run.ts'
import { decidePage } from './decide-page.ts'
import { delaysOf } from './delays.ts'
import { deliverAndMerge } from './duplicates.ts'
import { finishPage, noteStillWaiting } from './finish-page.ts'
import { isHoldOver, readFromId, rememberHold, resumeHold } from './hold.ts'
import { forgetLogged, logQueued } from './log-waiting.ts'
import { type DueSubscription, prepareRun } from './prepare-run.ts'
import { type Look, lookForNew, readOn } from './rest.ts'
import { mustReadAlone, type RunResult, resultOf } from './result.ts'

/**
 * Polls one alert for its due subscriptions. This is the page to read first:
 *
 * 0. If the last poll has left nothing open, this one first only looks if there is a new mention (rest.ts). Usually there is none.
 * 1. Each run passes the gates before it reads (gates/gates.ts): its channel takes messages, its checkpoint is loaded, its pending post is
 *    resolved.
 * 2. The runs read the new mentions page by page. Runs that are behind read alone, the others together.
 * 3. Each run decides on the mentions of a page (decide-page.ts), passes the gates before it posts, and posts what is to be delivered
 *    (deliver.ts). A post is stored as pending, sent, told to features and committed (post/posting.ts). Then the watermark advances.
 *
 * A run that defers or fails does not hold back the others.
 */
export function pollAlert(deps: PollDeps, alert: Alert, due: DueSubscription[]): Promise<RunResult[]> {
  const start = { start: deps.now(), steadyStart: deps.steady(), lookBackStart: lookBackTime(deps) }
  return withTimeout(
    systemTimer,
    maxPollMs,
    (signal) => pollWithin(deps, alert, due, { ...start, signal }),
    deps.stopping,
  )
}

async function pollWithin(
  deps: PollDeps,
  alert: Alert,
  due: DueSubscription[],
  time: PollTime,
): Promise<RunResult[]> {
  const look = await lookForNew(deps, alert, due, time)
  if (look?.isEmpty) {
    deps.seen({ kind: 'page', alert: alert.id })
    return due.map(({ subscription: { name }, state }) => ({
      subscription: name,
      state: { ...state, readAt: time.start },
    }))
  }
  const { speakTo } = deps.places
  const prepared = await Promise.all(
    due.map((one) => speakTo.subscription(one.subscription.name, () => prepareRun(deps, alert, one, time))),
  )
  const corrections = await correctionsOf(deps, alert)
  const ready = prepared.flatMap(({ run, end }) =>
    run === undefined || end !== undefined ? [] : [{ ...run, corrections }],
  )
  const volume = await createPollVolume(deps, alert, ready, corrections)
  const groups = readingGroups(ready).map((group) =>
    readAndDeliver(deps, alert, group, { volume, time, look }),
  )
  const read = (await Promise.all(groups)).flat()
  const silenceCheckedAt = await volume.finish(
    read.map(({ run }) => run),
    time,
  )
  await checkIds(deps, alert, read, time)
  return due.map(({ subscription: { name }, state }, index) => {
    const reader = read.find(({ run }) => run.input.subscription.name === name)
    if (reader === undefined) return resultOf(deps, name, prepared[index] ?? {})
    const run = withState(reader.run, { behind: mustReadAlone(reader), ...defined({ silenceCheckedAt }) })
    const result = resultOf(deps, name, { ...reader, run })
    const delays = run.state.recentPosts === undefined ? [] : delaysOf(state, run)
    return delays.length === 0 ? result : { ...result, delays }
  })
}

/** A run that reads. With an `end`, it reads no more. */
type Reader = Step

type Reading = { readers: Reader[]; readTo: Id; aboveReadTo: Id[]; postUntil?: Ms }

/** `look` is a read that has begun. */
type Poll = { volume: PollVolume; time: PollTime; look: Look | undefined }

/**
 * Reads the pages of an alert for several runs, from the lowest id that one of the runs needs. Each run decides on the mentions and posts
 * them. Never rejects.
 */
async function readAndDeliver(
  deps: PollDeps,
  { id: alert }: Alert,
  runs: SubscriptionRun[],
  { volume, time: { start, signal }, look }: Poll,
): Promise<Reader[]> {
  const readers = runs.map((run) => ({ run: resumed({ ...run, volume }) }))
  const readFrom = readers.map(({ run }) => readFromId(run)).sort(compareIds)[0] ?? beforeAll
  let reading: Reading = { readers, readTo: readFrom, aboveReadTo: [] }
  let readUntil: Ms | undefined
  try {
    for await (const page of readOn(deps, alert, readFrom, look, signal)) {
      deps.seen({ kind: 'page', alert })
      readUntil ??= deps.steady() + readingTimeMs
      const limit = page.limits.find(({ name }) => name === monthlyLimit)
      if (limit !== undefined) await announcePlanLimit(deps, channelsOf(reading), limit)
      volume.countPage(page.mentions, limit, start)
      reading = decide(deps, reading, page)
      const isOutOfTime = page.last !== true && (deps.steady() >= readUntil || deps.stopping.aborted)
      // Reading stops until these mentions are posted.
      const isFull = reading.readers.some(
        ({ run, end }) => end === undefined && run.waiting.length >= maxWaiting,
      )
      if (isOutOfTime || isFull) reading = await deliver(deps, reading, reading.readTo)
      if (isOutOfTime) reading = endAll(reading, { ...defer('poll-over', deps.now()), atSamePage: true })
      if (reading.readers.every(({ end }) => end !== undefined)) return reading.readers
    }
  } catch (error) {
    const failure = error ?? new Error('the mention service failed')
    return endAll(await deliver(deps, reading, reading.readTo), { kind: 'failed', error: failure }).readers
  }
  return (await deliver(deps, reading, 'end')).readers
}

/** Goes on with what waited after the last poll. */
function resumed(start: SubscriptionRun): SubscriptionRun {
  const run = start.state.held === undefined ? start : resumeHold(start)
  const { loggedWaiting } = run.state
  return loggedWaiting === undefined ? run : forgetLogged(run, loggedWaiting)
}

/** Returns the channels of the runs that still read. */
const channelsOf = ({ readers }: Reading) =>
  new Set(readers.flatMap(({ run, end }) => (end === undefined ? [run.input.channel] : [])))

function endAll(reading: Reading, end: Deferral | RunFailure): Reading {
  return { ...reading, readers: reading.readers.map((reader) => ({ end, ...reader })) }
}

/**
 * Lets every run decide on the mentions of a page. Reading does not continue from an absurdly large id, because it would miss the mentions
 * below that id.
 */
function decide(deps: PollDeps, reading: Reading, page: Page): Reading {
  const ids = [...reading.aboveReadTo, ...page.mentions.map(({ id }) => id)]
  const readTo = largestPlausibleId(reading.readTo, ids)
  const readers = reading.readers.map((reader) =>
    reader.end === undefined ? { run: decidePage(deps, reader.run, page) } : reader,
  )
  return { ...reading, readers, readTo, aboveReadTo: ids.filter((id) => compareIds(id, readTo) > 0) }
}

async function deliver(deps: PollDeps, reading: Reading, upTo: Id | 'end'): Promise<Reading> {
  const postUntil = reading.postUntil ?? deps.steady() + postingTimeMs
  const readers = await Promise.all(
    reading.readers.map(async (reader) => {
      if (reader.end !== undefined) return reader
      const { run, end } = await deps.places.speakTo.subscription(reader.run.input.subscription.name, () =>
        deliverPage(deps, reader.run, upTo, postUntil),
      )
      if (end === undefined)
        return { run: run.heldFrom === undefined ? run : rememberHold(run, run.heldFrom, reading.readTo) }
      return { run: logQueued(deps, run, end.kind === 'defer' ? end.why : 'poll-failed'), end }
    }),
  )
  return { ...reading, readers, postUntil }
}

/**
 * Posts what need not wait longer, and then records that the run has read up to `upTo`. If a step throws, returns the run as it was before that step, with a
 * failure as its `end`.
 */
async function deliverPage(
  deps: PollDeps,
  start: SubscriptionRun,
  upTo: Id | 'end',
  deadline: Ms,
): Promise<Reader> {
  const isIdle = start.waiting.length + start.duplicates.length === 0 && start.checkpoint.spike === undefined
  let run = start
  try {
    if (!isIdle) {
      const { run: delivered, end } = await deliverAndMerge(deps, run, deadline)
      run = delivered
      if (end !== undefined) return { run: end.kind === 'failed' ? run : await storeEnded(deps, run), end }
      run = noteStillWaiting(deps, run)
    }
    run = finishPage(deps, run, upTo)
    if (!isIdle && wantsSpikes(run)) run = await followSpike(deps, run)
    return { run: await flushCheckpoint(deps, run) }
  } catch (error) {
    return { run, end: { kind: 'failed', error } }
  }
}

/** The run ends before the page is done. Its progress is stored, and the card of its spike shows the posts. */
async function storeEnded(deps: PollDeps, run: SubscriptionRun): Promise<SubscriptionRun> {
  return flushCheckpoint(deps, await redrawSpike(deps, await flushCheckpoint(deps, run)))
}

/** Checks only after all pages were read, so that no new mention is missed by chance. The next poll repeats a check that failed. */
async function checkIds(
  { records: { idChecks }, log }: PollDeps,
  alert: Alert,
  read: Reader[],
  { signal }: PollTime,
): Promise<void> {
  if (idChecks?.isDue(alert.id) !== true) return
  const runs = read.flatMap(({ run, end }) => (end === undefined ? [run] : []))
  await idChecks.check(alert, runs, { priority: 'poll', signal }).catch((err: unknown) => {
    log.warn({ alert: alert.id, err }, 'could not check if the ids of the mention service start again')
  })
}

/** If the corrections cannot be read, this poll takes the sentiments of the service. The next one repeats what it counts. */
async function correctionsOf(
  { people: { corrections }, log }: PollDeps,
  { id }: Alert,
): Promise<Corrections> {
  try {
    return new Map((await corrections(id)).map((correction) => [correction.mention, correction]))
  } catch (err) {
    log.warn({ alert: id, err }, 'could not read which sentiments people corrected')
    return new Map()
  }
}

function readingGroups(runs: SubscriptionRun[]): SubscriptionRun[][] {
  const together: SubscriptionRun[] = []
  const alone: SubscriptionRun[][] = []
  for (const run of runs)
    if (run.state.behind || isHoldOver(run)) alone.push([run])
    else together.push(run)
  return together.length > 0 ? [together, ...alone] : alone
}

/** After this time, in ms, the requests of a poll to the mention service are aborted. */
const maxPollMs = 120_000
