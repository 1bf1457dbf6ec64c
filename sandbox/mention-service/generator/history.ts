import type { MentionStore } from '../store.ts'
import { type GeneratedAlert, generatedAlerts } from './alerts.ts'
import { composeMention, pickPost } from './compose-mention.ts'
import { createRandom, type Random } from './random.ts'

/** All that the generated past depends on. `now` is in UTC ms. `besides`: additional alerts. */
type HistoryOptions = { seed: number; now: number; days?: number; besides?: GeneratedAlert[] }

const dayMs = 24 * 60 * 60 * 1000
const minuteMs = 60 * 1000

/** Enough to compare 30 days with the 30 days before. */
const defaultDays = 65

/** Ids grow with the time of collection and leave room for this many mentions a second. */
const idsPerSecond = 100_000

/** The smallest id of a mention collected at this time (UTC ms). */
export function idAt(collectedAt: number): bigint {
  return BigInt(Math.floor(collectedAt / 1000)) * BigInt(idsPerSecond)
}

/** Mentions on a day: fewer at weekends, and now and then a day with many. */
function mentionsOnDay(day: number, aDay: number, random: Random): number {
  const weekday = new Date(day * dayMs).getUTCDay()
  const weekend = weekday === 0 || weekday === 6 ? 0.55 : 1
  const stir = random.chance(0.06) ? 2.6 : 1
  return Math.round(aDay * weekend * stir * (0.75 + random.next() * 0.5))
}

/** A time of day in ms. It is the mean of two random times, so that afternoons are busy and nights are quiet. */
function timeOfDay(random: Random): number {
  return Math.floor((((random.next() + random.next()) / 2 + 0.1) % 1) * dayMs)
}

/** The publication time for a time of collection: mostly minutes earlier, sometimes weeks. */
function publishedBefore(collectedAt: number, random: Random): number {
  const old = random.chance(0.03)
  return collectedAt - (old ? random.whole(1, 20) * dayMs : random.whole(1, 40) * minuteMs)
}

/** Adds the mentions of one alert on one day (days since 1970) that are collected by `now`. */
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
    // The id includes the alert, because a page that two alerts found at once is two mentions.
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
 * Adds the alerts and their past to an empty store. Each day depends only on the seed and its date, so a past
 * generated an hour later is the same with one more hour.
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
