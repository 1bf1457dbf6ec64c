import { isUndecided, markDone } from '../decide/bookmark.ts'
import type { Limit } from '../model/alert.ts'
import { compareIds } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import { countMention, type DailySeries, initialCounts } from '../weather/hourly.ts'
import type { AlertVolume, PollVolume } from './alert-weather.ts'
import { monthlyLimit } from './plan-limit.ts'
import { arrivedAt } from './storm/retold.ts'

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
export function beginCounting(
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
