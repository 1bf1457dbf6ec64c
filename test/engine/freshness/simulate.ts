import type { VolumeCounts } from '../../../src/engine/anomalies/alert-volume.ts'
import { expectedPerHour } from '../../../src/engine/anomalies/expected-rate.ts'
import { countMention, dayMs, initialCounts } from '../../../src/engine/anomalies/volume-counts.ts'
import { type AutoPolls, createAutoPolls } from '../../../src/engine/schedule/auto-polls.ts'
import { requestsPerMinute } from '../../../src/engine/schedule/poll-planner.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { type Stream, type StreamPlan, streamsOf } from './streams.ts'

/** Polls generated alerts on a moved clock, and measures how long mentions wait from visible to found. */

/** `equal`: each alert at the same interval. `planner`: the product's planner. */
type Policy = 'equal' | 'planner'

/** Waits are in seconds. `quietHalf`: the mean wait of the half of the alerts with the fewest mentions. `worst`: the longest interval. */
type Freshness = {
  mean: number
  p95: number
  quietHalf: number
  worst: number
  equalPeriod: number
  requestsPerMinute: number
}

export type Simulation = StreamPlan & { policy: Policy; warmUpDays: number; days: number }

const polling = { mostPerMinute: 250, share: 0.5, fastestMs: 5000, slowestMs: 5 * 60_000 }
const tickMs = 1000
const pageSize = 300

export async function simulate({ policy, warmUpDays, days, ...plan }: Simulation): Promise<Freshness> {
  const start = Date.UTC(2026, 0, 5)
  const measuredFrom = start + warmUpDays * dayMs
  const end = measuredFrom + days * dayMs
  const streams = streamsOf(plan, start, end)
  const perMinute = requestsPerMinute(plan.alerts, polling)
  const equalMs = (plan.alerts / perMinute) * 60_000
  const alerts = streams.map((stream, index) => alertOf(stream, start, -index * (equalMs / plan.alerts)))
  const measured = createMeasurement(measuredFrom, alerts)
  if (policy === 'equal') pollEqually(measured.poll, { start, end, equalMs, alerts: plan.alerts })
  else await pollAutomatically(measured.poll, alerts, { start, end })
  return summary(measured, { streams, equalMs, minutes: (end - measuredFrom) / 60_000 })
}

/** Polls an alert and returns the requests that this cost. `now`: UTC, ms. */
type Poll = (index: number, now: number) => number

function pollEqually(
  poll: Poll,
  { start, end, equalMs, alerts }: { start: number; end: number; equalMs: number; alerts: number },
): void {
  for (let slot = 0, now = start; now < end; slot++, now = start + slot * (equalMs / alerts))
    poll(slot % alerts, now)
}

/** Polls as the product does, with its planner and its budget. A poll ends at once. */
async function pollAutomatically(
  poll: Poll,
  alerts: PolledAlert[],
  { start, end }: { start: number; end: number },
): Promise<void> {
  let now = start
  const auto: AutoPolls = createAutoPolls({
    steady: () => now,
    limits: polling,
    expectation: async (alert) => ({ perHour: alerts[Number(alert)]?.expected(now) ?? 1, weight: 1 }),
    pausedForMs: async () => 0,
  })
  for (const index of alerts.keys()) auto.put(String(index), String(index))
  for (; now < end; now += tickMs)
    for (const { alert, subscriptions } of await auto.due()) {
      const begun = auto.begin(alert, subscriptions)
      const requests = poll(Number(alert), now)
      await begun?.end({ requests, hasFailed: false, inSpike: false })
    }
}

function createMeasurement(measuredFrom: number, alerts: PolledAlert[]) {
  const waits: { wait: number; alert: number }[] = []
  const requestsIn = new Map<number, number>()
  let worst = 0
  return {
    waits,
    requestsIn,
    worst: () => worst,
    poll(index: number, now: number): number {
      const alert = alerts[index]
      if (alert === undefined) throw new Error('no such alert')
      const found = alert.readUntil(now)
      const cost = 1 + Math.floor(found.length / pageSize)
      if (now >= measuredFrom) {
        for (const at of found) if (at >= measuredFrom) waits.push({ wait: now - at, alert: index })
        worst = Math.max(worst, now - alert.polledAt)
        const minute = Math.floor(now / 60_000)
        requestsIn.set(minute, (requestsIn.get(minute) ?? 0) + cost)
      }
      alert.polledAt = now
      return cost
    },
  }
}

function summary(
  { waits, requestsIn, worst }: ReturnType<typeof createMeasurement>,
  { streams, equalMs, minutes }: { streams: Stream[]; equalMs: number; minutes: number },
): Freshness {
  const ordered = waits.map(({ wait }) => wait).sort((a, b) => a - b)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const mean = (values: number[]) => sum(values) / values.length / 1000
  const byVolume = streams.map(({ perDay }, index) => ({ perDay, index })).sort((a, b) => a.perDay - b.perDay)
  const quiet = new Set(byVolume.slice(0, Math.ceil(streams.length / 2)).map(({ index }) => index))
  return {
    mean: mean(ordered),
    p95: (ordered[Math.floor(ordered.length * 0.95)] ?? 0) / 1000,
    quietHalf: mean(waits.filter(({ alert }) => quiet.has(alert)).map(({ wait }) => wait)),
    worst: worst() / 1000,
    equalPeriod: equalMs / 1000,
    requestsPerMinute: sum([...requestsIn.values()]) / minutes,
  }
}

type PolledAlert = ReturnType<typeof alertOf>

/** The rate is learned from counts as in the product: `expected` knows only what was read. */
function alertOf({ times, perDay }: Stream, start: number, offset: number) {
  let next = 0
  let counts: VolumeCounts = initialCounts(start, dailySeries(perDay, start))
  let known = { at: Number.NEGATIVE_INFINITY, perHour: 0, next: -1 }
  return {
    polledAt: start + offset,
    readUntil(now: number): number[] {
      const found: number[] = []
      for (let at = times[next]; at !== undefined && at <= now; at = times[next]) {
        found.push(at)
        counts = countMention(counts, sampleMention({ date: at }), now)
        next += 1
      }
      return found
    },
    /** Computed again after a find or a minute: nothing else changes it noticeably. */
    expected(now: number): number {
      if (known.next !== next || now - known.at >= 60_000)
        known = { at: now, perHour: expectedPerHour(counts, now), next }
      return known.perHour
    },
  }
}

/** What the service knows of the days before: daily totals only. */
function dailySeries(perDay: number, start: number) {
  const mentions = Array.from({ length: 14 }, (_, index) => ({
    from: new Date(start - (index + 1) * dayMs).toISOString(),
    value: { total: Math.round(perDay), parts: [] },
  }))
  return { mentions: mentions as never, sentiment: [] }
}
