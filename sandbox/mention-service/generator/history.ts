import type { MentionStore } from '../store.ts'
import { type GeneratedAlert, generatedAlerts } from './alerts.ts'
import { composeMention, pickPost } from './compose-mention.ts'
import { createRandom, type Random } from './random.ts'

/** What the past of the world depends on: nothing else. `now` in UTC ms; `besides`: alerts beside those of the world. */
type HistoryOptions = { seed: number; now: number; days?: number; besides?: GeneratedAlert[] }

const dayMs = 24 * 60 * 60 * 1000
const minuteMs = 60 * 1000

/** Enough for a comparison of 30 days with the 30 days before. */
const defaultDays = 65

/** Ids leave room for so many mentions in one second, and grow with the time of collection. */
const idsPerSecond = 100_000

/** The least id of a mention that is collected at this time (UTC ms). */
export function idAt(collectedAt: number): bigint {
  return BigInt(Math.floor(collectedAt / 1000)) * BigInt(idsPerSecond)
}

/** How many mentions a day brings: fewer at weekends, and now and then a day on which everybody talks. */
function mentionsOnDay(day: number, aDay: number, random: Random): number {
  const weekday = new Date(day * dayMs).getUTCDay()
  const weekend = weekday === 0 || weekday === 6 ? 0.55 : 1
  const stir = random.chance(0.06) ? 2.6 : 1
  return Math.round(aDay * weekend * stir * (0.75 + random.next() * 0.5))
}

/** A time of day in ms: the mean of two choices, so that afternoons are busy and nights are quiet. */
function timeOfDay(random: Random): number {
  return Math.floor((((random.next() + random.next()) / 2 + 0.1) % 1) * dayMs)
}

/** When it was published, given when it was collected: mostly minutes before, sometimes weeks. */
function publishedBefore(collectedAt: number, random: Random): number {
  const old = random.chance(0.03)
  return collectedAt - (old ? random.whole(1, 20) * dayMs : random.whole(1, 40) * minuteMs)
}

/** The mentions of one alert and one day (days since the epoch) as far as they are collected by `now`. */
function addDay(
  mentionStore: MentionStore,
  about: GeneratedAlert,
  { day, now }: { day: number; now: number },
  random: Random,
): void {
  const times = Array.from(
    { length: mentionsOnDay(day, about.aDay, random) },
    () => day * dayMs + timeOfDay(random),
  )
  times.sort((a, b) => a - b)
  for (const [index, collectedAt] of times.entries()) {
    if (collectedAt > now) return
    // The alert is part of the id: one that two alerts found at once is two mentions.
    const id = idAt(collectedAt) + BigInt(Number(about.alert.alert_id) % 10) * 10_000n + BigInt(index)
    const occasion = {
      id: id.toString(),
      date: publishedBefore(collectedAt, random),
      post: pickPost(about, random),
    }
    const { mention, profile } = composeMention(about, occasion, random)
    mentionStore.add(about.alert.alert_id, mention, { profile })
  }
}

/**
 * Fills an empty archive with the alerts of the world and their past. Each day is made from the seed and its own date,
 * so a world that is made again an hour later has the same past, and an hour more of it.
 */
export function addHistory(
  mentionStore: MentionStore,
  { seed, now, days = defaultDays, besides = [] }: HistoryOptions,
): void {
  const today = Math.floor(now / dayMs)
  for (const about of [...generatedAlerts, ...besides]) {
    mentionStore.addAlert(about.alert)
    for (let day = today - days; day <= today; day += 1) {
      addDay(mentionStore, about, { day, now }, createRandom(seed, Number(about.alert.alert_id), day))
    }
  }
}
