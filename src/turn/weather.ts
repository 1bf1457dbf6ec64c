import { fold } from '../decide/bookmark.ts'
import type { Alert } from '../model/alert.ts'
import { beforeAll, compareIds } from '../model/id.ts'
import { beginCounting } from './count-page.ts'
import { tellPlanOutlook } from './plan-outlook.ts'
import type { TurnDeps } from './ports.ts'
import { retoldBy } from './storm/retold.ts'
import type { TurnTime } from './time.ts'
import { type HeardAlert, tellSilences } from './too-quiet.ts'
import type { Watch } from './watch.ts'

/** Silences grow slowly: they are looked for at most so often, in ms. */
const silenceEvery = 10 * 60_000

/** A channel may be busy for hours: no turn is run for a notice alone sooner than after so long, in ms. */
const noticeAfter = 60_000

/** Takes up what is known of an alert. Where that cannot be read, the turn goes on without. */
export async function takeUpWeather(
  deps: TurnDeps,
  alert: Alert,
  watches: Watch[],
): Promise<HeardAlert | undefined> {
  if (deps.weather === undefined || watches.length === 0) return undefined
  try {
    const kept = await deps.weather.find(alert.id)
    const [readsFrom = beforeAll] = watches.map(({ bookmark }) => bookmark.through).sort(compareIds)
    const weather = {
      kept,
      isLimited: false,
      hasAnswered: false,
      unsaved: false,
      readsFrom,
      read: [],
      retold: retoldBy(watches),
    }
    for (const watch of watches) watch.weather = weather
    return { alert, weather, watches }
  } catch (err) {
    deps.log.warn({ alert: alert.id, err }, 'the counts of an alert cannot be read')
    return undefined
  }
}

/**
 * At the end of a turn: what was counted is written, and what it says is told. Nothing of it stops or fails a turn. Returns when to
 * try again to say what a channel had no room for (UTC, ms): no turn waits for that.
 */
export async function concludeWeather(
  deps: TurnDeps,
  heard: HeardAlert,
  time: TurnTime,
): Promise<number | undefined> {
  const { alert, weather, watches } = heard
  try {
    if (weather.kept === undefined || weather.unsaved) await keepWeather(deps, heard, time)
    if (!isTimeToLook(watches, time.start)) return undefined
    const waits = [
      await tellSilences(deps, heard),
      await tellPlanOutlook(deps, new Set(watches.map(({ channel }) => channel))),
    ]
    const wait = Math.max(...waits)
    if (wait === 0) return undefined
    for (const { memory } of watches) delete memory.silenceLookedAt
    return deps.now() + Math.max(wait, noticeAfter)
  } catch (err) {
    if (!time.signal.aborted)
      deps.log.warn({ alert: alert.id, err }, 'the weather of an alert cannot be kept or told')
    return undefined
  }
}

/** Whether the subscriptions of a turn are to look for silences again; notes that they do. */
function isTimeToLook(watches: Watch[], at: number): boolean {
  const due = watches.some(({ memory }) => at - (memory.silenceLookedAt ?? 0) >= silenceEvery)
  if (due) for (const { memory } of watches) memory.silenceLookedAt = at
  return due
}

/** Begins to count, with the days before as the service tells them, or writes what was counted. */
async function keepWeather(
  deps: TurnDeps,
  { alert, weather }: HeardAlert,
  { start: turnStart, signal }: TurnTime,
): Promise<void> {
  const days = weather.kept === undefined ? await deps.weather?.history(alert, signal) : undefined
  const kept = weather.kept ?? (days && beginCounting(weather, days, deps.now(), turnStart))
  if (kept === undefined) return
  const { through, start, settled } = fold(kept.seen, turnStart)
  weather.kept = { ...kept, seen: { through, start, settled } }
  weather.unsaved = true
  await deps.weather?.keep(alert.id, weather.kept)
  weather.unsaved = false
}
