import { isOpen, settle } from '../decide/bookmark.ts'
import type { Limit } from '../model/alert.ts'
import { compareIds } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import { addMention, type DailySeries, warmedUp } from '../weather/hourly.ts'
import type { AlertWeather, Weather } from './alert-weather.ts'
import { monthly } from './plan-limit.ts'
import { cameAt } from './storm/retold.ts'

/** Counts what is new on a page, before any filter, as found when the turn began (UTC, ms). */
export function countPage(
  weather: AlertWeather | undefined,
  { mentions, limits }: { mentions: Mention[]; limits: Limit[] },
  turnStart: number,
): void {
  if (weather === undefined) return
  weather.hasAnswered = true
  const limit = limits.find(({ name }) => name === monthly)
  if (limit !== undefined) {
    weather.limit = limit
    weather.isLimited = limit.reached
  }
  if (mentions.length === 0) return
  if (weather.kept === undefined) {
    noteRead(weather, mentions, turnStart)
    return
  }
  const fresh = mentions.filter(openIn(weather.kept))
  if (fresh.length === 0) return
  const { counts, seen } = weather.kept
  weather.kept = {
    ...weather.kept,
    counts: fresh.reduce((sum, mention) => addMention(sum, mention, turnStart), counts),
    seen: settle(
      seen,
      fresh.map(({ id }) => id),
      turnStart,
      turnStart,
    ),
  }
  weather.unsaved = true
}

/** While nothing is counted yet. What comes in a storm that was taken up is counted with what was told of it. */
function noteRead({ read, retold }: AlertWeather, mentions: Mention[], at: number): void {
  const known = new Set([...read, ...retold.map(({ mention }) => mention.id)])
  for (const mention of mentions.filter(({ id }) => !known.has(id))) {
    read.push(mention.id)
    if (retold.length > 0) retold.push({ mention, at: cameAt(mention, at) })
  }
}

function openIn({ seen }: Weather): (mention: Mention) => boolean {
  const open = isOpen(seen)
  return ({ id }) => open(id)
}

/**
 * The counts as they begin: with the days before, and with what was told of a storm that was taken up. `now` and `turnStart`: UTC, ms.
 */
export function beginCounting(
  { readsFrom, read, retold }: AlertWeather,
  days: DailySeries,
  now: number,
  turnStart: number,
): Weather {
  const known = new Set([...read, ...retold.map(({ mention }) => mention.id)])
  const above = [...known].filter((id) => compareIds(id, readsFrom) > 0)
  const seen = settle({ through: readsFrom, start: readsFrom, settled: [] }, above, now, turnStart)
  const counts = retold.reduce(
    (sum, { mention, at }) => addMention(sum, mention, at),
    warmedUp(turnStart, days),
  )
  return { counts, seen, told: [] }
}
