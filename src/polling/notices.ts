import { calendarMonth, forecastPlan, shareToAnnounce } from '../anomalies/quota-forecast.ts'
import { detectSilences, newSilences } from '../anomalies/silence-detector.ts'
import {
  quotaForecastNotice,
  quotaReachedNotice,
  quotaRenewedNotice,
  type SilenceCheck,
  silenceNotice,
} from '../messages/anomaly-notices.ts'
import type { Alert, Limit } from '../model/alert.ts'
import type { PostOutcome } from '../model/message.ts'
import type { PollDeps } from './poll-deps.ts'
import type { SubscriptionRun } from './subscription-run.ts'
import type { PollVolume } from './volume.ts'

/** The limit of the plan that stops new mentions. */
export const monthlyLimit = 'monthly_mentions'

/** Says once in each channel that the plan's limit is reached, with the day it ends, and once that it is over. */
export async function announcePlanLimit(
  deps: PollDeps,
  channels: Set<string>,
  limits: Limit[],
): Promise<void> {
  const limit = limits.find(({ name }) => name === monthlyLimit)
  if (limit === undefined) return
  for (const channel of channels) {
    if ((await deps.planLimits.told(channel)) === limit.reached) continue
    const content = limit.reached ? quotaReachedNotice(limit.renewsAt) : quotaRenewedNotice()
    // No turn waits for a notice: where the channel is at its limit, the next page or turn says it.
    if ((await deps.channelRate.take(channel, 0)) > 0) continue
    // Durable before it is said: a process that dies in between leaves a notice out rather than saying it twice.
    await deps.planLimits.tell(channel, limit.reached)
    const outcome = await deps.post({ channel, content })
    if (outcome.kind === 'deferred') await deps.channelRate.pause(channel, outcome.afterMs)
    if (mayBePostedLater(outcome)) await deps.planLimits.tell(channel, !limit.reached)
  }
}

/** Only what surely was not posted, and may be later, is said again: a notice twice is worse than one that is missing. */
function mayBePostedLater(outcome: PostOutcome): boolean {
  return outcome.kind === 'deferred' || (outcome.kind === 'rejected' && outcome.extent !== 'message')
}

/**
 * Says once in each channel, at 80 and at 95 per cent, when the plan's monthly mentions run out. Returns in how many ms there is room
 * in the last of the channels that have none for it now.
 */
export async function announcePlanForecast(deps: PollDeps, channels: Set<string>): Promise<number> {
  const plan = deps.volume?.plan
  if (plan === undefined) return 0
  const now = deps.now()
  const { monthlyMentions } = plan
  const month = calendarMonth(now)
  const forecast = forecastPlan({ monthlyMentions, days: await plan.days(), ...month }, now)
  let longest = 0
  for (const channel of channels) {
    const share = shareToAnnounce(forecast, await plan.told(channel, month.renewsAt))
    if (share === undefined) continue
    const wait = await deps.channelRate.take(channel, 0)
    longest = Math.max(longest, wait)
    if (wait > 0) continue
    await plan.tell(channel, month.renewsAt, share)
    const content = quotaForecastNotice({
      forecast,
      monthlyMentions,
      renewsAt: month.renewsAt,
    })
    await deps.post({ channel, content })
  }
  return longest
}

/** While another alert has brought something within this time, the service collects. In ms. */
const movingWithinMs = 24 * 60 * 60_000

/** A subscription that has been due for longer without having read to the end is behind its schedule. In ms. */
const behindAfterMs = 10 * 60_000

/** An alert in the course of a turn: what is counted of it, and its subscriptions. */
export type PolledAlert = { alert: Alert; volume: PollVolume; runs: SubscriptionRun[] }

/**
 * Says once in the channels of an alert what is quieter than chance explains. That it was said is durable before it is said: a
 * message that is missing after a crash is better than one that comes twice. Returns in how many ms a channel has room for it that
 * has none now; then nothing is said yet.
 */
export async function announceSilences(deps: PollDeps, heard: PolledAlert): Promise<number> {
  const { alert, volume, runs } = heard
  const { stored: kept } = volume
  if (kept === undefined || deps.volume === undefined) return 0
  const { toSay, told } = newSilences(kept.announced, detectSilences(kept.counts, deps.now()))
  if (JSON.stringify(told) === JSON.stringify(kept.announced)) return 0
  const channels = new Set(runs.map(({ channel }) => channel))
  for (const channel of toSay.length > 0 ? channels : []) {
    const wait = await deps.channelRate.take(channel, 0)
    if (wait > 0) return wait
  }
  volume.stored = { ...kept, announced: told }
  await deps.volume.save(alert.id, volume.stored)
  const checks = toSay.length > 0 ? await checksOf(deps, heard) : []
  for (const silence of toSay) {
    const content = silenceNotice({ alertName: alert.name, silence, checks })
    for (const channel of channels) await deps.post({ channel, content })
  }
  return 0
}

async function checksOf(
  { volume, now }: PollDeps,
  { alert, volume: { hasAnswered, limit, isLimited }, runs }: PolledAlert,
): Promise<SilenceCheck[]> {
  const newest = await volume?.newestOfOthers(alert.id)
  const lag = (await volume?.lagOf(runs.map(({ subscription }) => subscription.name))) ?? 0
  const moving = newest !== undefined && newest > now() - movingWithinMs ? 'sound' : 'faulty'
  return [
    { what: 'service', found: hasAnswered ? 'sound' : 'faulty' },
    { what: 'token', found: hasAnswered ? 'sound' : 'unknown' },
    { what: 'plan-limit', found: limit === undefined ? 'unknown' : isLimited ? 'faulty' : 'sound' },
    { what: 'ids-moving', found: newest === undefined ? 'unknown' : moving },
    { what: 'schedule', found: lag > behindAfterMs ? 'faulty' : 'sound' },
  ]
}
