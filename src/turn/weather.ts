import { fold } from '../decide/bookmark.ts'
import type { Alert, Limit } from '../model/alert.ts'
import type { Bookmark } from '../model/bookmark.ts'
import { beforeAll, compareIds, type Id } from '../model/id.ts'
import type { HourlyCounts } from '../weather/hourly.ts'
import type { ToldSilence } from '../weather/quiet-state.ts'
import { beginCounting } from './count-page.ts'
import { tellPlanOutlook } from './plan-outlook.ts'
import type { TurnDeps } from './ports.ts'
import { type Retold, retoldBy } from './storm/retold.ts'
import type { TurnTime } from './time.ts'
import { tellSilences } from './too-quiet.ts'
import type { Watch } from './watch.ts'

/** Silences grow slowly: they are looked for at most so often, in ms. */
const silenceEvery = 10 * 60_000

/**
 * What is counted of an alert. `seen`: which mentions were counted, with the look-back of a bookmark; `told`: the silences that
 * were said. A process that dies before it is written counts the same again, from what the look-back still reads.
 */
export type Weather = {
  counts: HourlyCounts
  seen: Pick<Bookmark, 'through' | 'start' | 'settled'>
  told: ToldSilence[]
}

/** An alert's weather in the course of a turn, shared by its subscriptions. Without `kept` counting has not begun. */
export type AlertWeather = {
  kept: Weather | undefined
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
  retold: Retold[]
}

/** Takes up what is known of an alert. Where that cannot be read, the turn goes on without. */
export async function takeUpWeather(
  deps: TurnDeps,
  { id }: Alert,
  watches: Watch[],
): Promise<AlertWeather | undefined> {
  if (deps.weather === undefined || watches.length === 0) return undefined
  try {
    const kept = await deps.weather.find(id)
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
    return weather
  } catch (err) {
    deps.log.warn({ alert: id, err }, 'the counts of an alert cannot be read')
    return undefined
  }
}

/** At the end of a turn: what was counted is written, and what it says is told. Nothing of it stops or fails a turn. */
export async function concludeWeather(
  deps: TurnDeps,
  alert: Alert,
  weather: AlertWeather,
  watches: Watch[],
  time: TurnTime,
): Promise<void> {
  try {
    if (weather.kept === undefined || weather.unsaved) await keepWeather(deps, alert, weather, time)
    if (!isTimeToLook(watches, time.start)) return
    await tellSilences(deps, alert, weather, watches)
    await tellPlanOutlook(deps, new Set(watches.map(({ channel }) => channel)))
  } catch (err) {
    if (!time.signal.aborted)
      deps.log.warn({ alert: alert.id, err }, 'the weather of an alert cannot be kept or told')
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
  alert: Alert,
  weather: AlertWeather,
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
