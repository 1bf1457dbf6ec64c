import { advanceWatermark } from '../decide/bookmark.ts'
import type { Alert } from '../model/alert.ts'
import { beforeAll, compareIds } from '../model/id.ts'
import { beginCounting } from './count-page.ts'
import { announcePlanForecast } from './plan-outlook.ts'
import type { PollDeps } from './ports.ts'
import { rebuiltBy } from './storm/retold.ts'
import type { PollTime } from './time.ts'
import { announceSilences, type PolledAlert } from './too-quiet.ts'
import type { SubscriptionRun } from './watch.ts'

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
