import type { AnnouncedSilence } from '../anomalies/silence-detector.ts'
import {
  countMention,
  type DailySeries,
  initialCounts,
  type VolumeCounts,
} from '../anomalies/volume-counts.ts'
import type { Alert, Limit } from '../model/alert.ts'
import { advanceWatermark, type Checkpoint, isUndecided, markDone } from '../model/checkpoint.ts'
import { beforeAll, compareIds, type Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import { announcePlanForecast, announceSilences, monthlyLimit, type PolledAlert } from './notices.ts'
import type { PollTime } from './poll.ts'
import type { PollDeps } from './poll-deps.ts'
import { arrivedAt, rebuiltBy } from './spike-recovery.ts'
import type { SubscriptionRun } from './subscription-run.ts'

/** A mention that was told, and when it came: UTC, ms. */
export type RebuiltMention = { mention: Mention; at: number }

/**
 * What is counted of an alert. `seen`: which mentions were counted, with the look-back of a bookmark; `told`: the silences that
 * were said. A process that dies before it is written counts the same again, from what the look-back still reads.
 */
export type AlertVolume = {
  counts: VolumeCounts
  seen: Pick<Checkpoint, 'watermark' | 'origin' | 'done'>
  announced: AnnouncedSilence[]
}

/** An alert's weather in the course of a turn, shared by its subscriptions. Without `kept` counting has not begun. */
export type PollVolume = {
  stored: AlertVolume | undefined
  /** The plan's limit is reached: what is heard says nothing then. */
  isLimited: boolean
  limit?: Limit
  /** The service has answered in this turn. */
  hasAnswered: boolean
  /** Counted since it was last written. */
  unsaved: boolean
  /** From where the turn reads, and what it has read while nothing is counted yet. */
  readsFrom: Id
  read: Id[]
  /** What was told again of a storm that was taken up: counting begins with it. */
  rebuilt: RebuiltMention[]
}

/** Silences grow slowly: they are looked for at most so often, in ms. */
const silenceCheckMs = 10 * 60_000

/** A channel may be busy for hours: no turn is run for a notice alone sooner than after so long, in ms. */
const noticeRetryMs = 60_000

/** Takes up what is known of an alert. Where that cannot be read, the turn goes on without. */
export async function loadVolume(
  deps: PollDeps,
  alert: Alert,
  runs: SubscriptionRun[],
): Promise<PolledAlert | undefined> {
  if (deps.volume === undefined || runs.length === 0) return undefined
  try {
    const kept = await deps.volume.find(alert.id)
    const [readsFrom = beforeAll] = runs.map(({ checkpoint }) => checkpoint.watermark).sort(compareIds)
    const volume = {
      stored: kept,
      isLimited: false,
      hasAnswered: false,
      unsaved: false,
      readsFrom,
      read: [],
      rebuilt: rebuiltBy(runs),
    }
    for (const run of runs) run.volume = volume
    return { alert, volume, runs }
  } catch (err) {
    deps.log.warn({ alert: alert.id, err }, 'the counts of an alert cannot be read')
    return undefined
  }
}

/**
 * At the end of a turn: what was counted is written, and what it says is told. Nothing of it stops or fails a turn. Returns when to
 * try again to say what a channel had no room for (UTC, ms): no turn waits for that.
 */
export async function finishVolume(
  deps: PollDeps,
  heard: PolledAlert,
  time: PollTime,
): Promise<number | undefined> {
  const { alert, volume, runs } = heard
  try {
    if (volume.stored === undefined || volume.unsaved) await saveVolume(deps, heard, time)
    if (!isSilenceCheckDue(runs, time.start)) return undefined
    const waits = [
      await announceSilences(deps, heard),
      await announcePlanForecast(deps, new Set(runs.map(({ channel }) => channel))),
    ]
    const wait = Math.max(...waits)
    if (wait === 0) return undefined
    for (const { state } of runs) delete state.silenceCheckedAt
    return deps.now() + Math.max(wait, noticeRetryMs)
  } catch (err) {
    if (!time.signal.aborted)
      deps.log.warn({ alert: alert.id, err }, 'the weather of an alert cannot be kept or told')
    return undefined
  }
}

/** Whether the subscriptions of a turn are to look for silences again; notes that they do. */
function isSilenceCheckDue(runs: SubscriptionRun[], at: number): boolean {
  const due = runs.some(({ state }) => at - (state.silenceCheckedAt ?? 0) >= silenceCheckMs)
  if (due) for (const { state: memory } of runs) memory.silenceCheckedAt = at
  return due
}

/** Begins to count, with the days before as the service tells them, or writes what was counted. */
async function saveVolume(
  deps: PollDeps,
  { alert, volume }: PolledAlert,
  { start: pollStart, signal }: PollTime,
): Promise<void> {
  const days = volume.stored === undefined ? await deps.volume?.dailySeries(alert, signal) : undefined
  const kept = volume.stored ?? (days && beginCounting(volume, days, deps.now(), pollStart))
  if (kept === undefined) return
  const { watermark, origin: start, done } = advanceWatermark(kept.seen, pollStart)
  volume.stored = { ...kept, seen: { watermark, origin: start, done } }
  volume.unsaved = true
  await deps.volume?.save(alert.id, volume.stored)
  volume.unsaved = false
}

/** Counts what is new on a page, before any filter, as found when the turn began (UTC, ms). */
export function countPage(
  volume: PollVolume | undefined,
  { mentions, limits }: { mentions: Mention[]; limits: Limit[] },
  pollStart: number,
): void {
  if (volume === undefined) return
  volume.hasAnswered = true
  const limit = limits.find(({ name }) => name === monthlyLimit)
  if (limit !== undefined) {
    volume.limit = limit
    volume.isLimited = limit.reached
  }
  if (mentions.length === 0) return
  if (volume.stored === undefined) {
    collectRead(volume, mentions, pollStart)
    return
  }
  const fresh = mentions.filter(isUncounted(volume.stored))
  if (fresh.length === 0) return
  const { counts, seen } = volume.stored
  volume.stored = {
    ...volume.stored,
    counts: fresh.reduce((sum, mention) => countMention(sum, mention, pollStart), counts),
    seen: markDone(
      seen,
      fresh.map(({ id }) => id),
      pollStart,
      pollStart,
    ),
  }
  volume.unsaved = true
}

/** While nothing is counted yet. What comes in a storm that was taken up is counted with what was told of it. */
function collectRead({ read, rebuilt }: PollVolume, mentions: Mention[], at: number): void {
  const known = new Set([...read, ...rebuilt.map(({ mention }) => mention.id)])
  for (const mention of mentions.filter(({ id }) => !known.has(id))) {
    read.push(mention.id)
    if (rebuilt.length > 0) rebuilt.push({ mention, at: arrivedAt(mention, at) })
  }
}

function isUncounted({ seen }: AlertVolume): (mention: Mention) => boolean {
  const open = isUndecided(seen)
  return ({ id }) => open(id)
}

/**
 * The counts as they begin: with the days before, and with what was told of a storm that was taken up. `now` and `turnStart`: UTC, ms.
 */
function beginCounting(
  { readsFrom, read, rebuilt }: PollVolume,
  days: DailySeries,
  now: number,
  pollStart: number,
): AlertVolume {
  const known = new Set([...read, ...rebuilt.map(({ mention }) => mention.id)])
  const above = [...known].filter((id) => compareIds(id, readsFrom) > 0)
  const seen = markDone({ watermark: readsFrom, origin: readsFrom, done: [] }, above, now, pollStart)
  const counts = rebuilt.reduce(
    (sum, { mention, at }) => countMention(sum, mention, at),
    initialCounts(pollStart, days),
  )
  return { counts, seen, announced: [] }
}
