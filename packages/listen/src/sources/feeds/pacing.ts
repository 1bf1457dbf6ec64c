import type { Entry, Hints } from './feed.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** No feed is asked more often, whatever it publishes. */
const least = 15 * minute
/** Once an hour is what publishers accept of readers that ask conditionally, so feeds that speak every week get that. */
const usual = hour
const most = day
/** A silent feed is asked when its silence has become longer by this share: after a week once an hour, after half a year once a day. */
const shareOfSilence = 1 / (7 * 24)
const maxTimes = 20

/** What is kept of the last document for the pace. */
export type Pace = {
  hints: Hints
  /** When its newest entry was published, in UTC ms. */
  newest?: number | undefined
  /** Between its newest entries, in ms. */
  medianGap?: number | undefined
}

export function paceOf(entries: readonly Entry[], hints: Hints, now: number): Pace {
  const times = entries
    .flatMap(({ publishedAt }) => (publishedAt === undefined || publishedAt > now ? [] : publishedAt))
    .sort((a, b) => b - a)
    .slice(0, maxTimes)
  const gaps = times.slice(1).map((time, index) => (times[index] ?? time) - time)
  gaps.sort((a, b) => a - b)
  return { hints, newest: times[0], medianGap: gaps[Math.floor(gaps.length / 2)] }
}

/** When to ask next, in UTC ms: half the usual gap between entries, but not before the hints of the feed allow it. */
export function nextTime({ hints, newest, medianGap }: Pace, now: number): number {
  const lively = Math.min(usual, Math.max(least, (medianGap ?? 2 * usual) / 2))
  const silent = newest === undefined ? 0 : (now - newest) * shareOfSilence
  const own = Math.min(most, Math.max(lively, silent))
  return afterSkipped(now + Math.max(own, Math.min(hints.everyMs ?? 0, most)), hints)
}

/** The first time from `time` on that is in no hour and on no day that the feed says to skip. */
function afterSkipped(time: number, { skipHours = [], skipDays = [] }: Hints): number {
  let allowed = time
  for (let hours = 0; hours < 7 * 24; hours += 1) {
    const date = new Date(allowed)
    if (!skipHours.includes(date.getUTCHours()) && !skipDays.includes(date.getUTCDay())) return allowed
    allowed = (Math.floor(allowed / hour) + 1) * hour
  }
  return time
}
