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
import type { AlertVolume } from '../model/alert-volume.ts'
import type { PlanForecast } from '../model/anomaly.ts'
import type { PostOutcome } from '../model/message.ts'
import type { PlanUse, PollDeps } from './ports.ts'

export const monthlyLimit = 'monthly_mentions'

/** Tells each channel once that the plan's limit is reached and when it renews, and once that the limit is over. */
export async function announcePlanLimit(
  deps: PollDeps,
  channels: Set<string>,
  limits: Limit[],
): Promise<void> {
  const limit = limits.find(({ name }) => name === monthlyLimit)
  if (limit === undefined) return
  for (const channel of channels) {
    if ((await deps.planLimits.isAnnounced(channel)) === limit.reached) continue
    const content = limit.reached ? quotaReachedNotice(limit.renewsAt) : quotaRenewedNotice()
    // A poll does not wait to post a notice. If the channel is at Slack's rate limit, the next page or poll posts the notice.
    if ((await deps.channelRate.take(channel, 0)) > 0) continue
    // The announcement is stored first, because after a crash a missing notice is better than a repeated one.
    if (!(await deps.planLimits.recordAnnouncement(channel, limit.reached))) continue
    const outcome = await deps.post({ channel, content })
    if (outcome.kind === 'deferred') await deps.channelRate.pause(channel, outcome.afterMs)
    if (mayBePostedLater(outcome)) await deps.planLimits.recordAnnouncement(channel, !limit.reached)
  }
}

function mayBePostedLater(outcome: PostOutcome): boolean {
  return outcome.kind === 'deferred' || (outcome.kind === 'rejected' && outcome.extent !== 'message')
}

export async function currentForecast(
  { monthlyMentions, dailyTotals }: Pick<PlanUse, 'monthlyMentions' | 'dailyTotals'>,
  now: number,
): Promise<PlanForecast> {
  return forecastPlan({ monthlyMentions, days: await dailyTotals(), ...calendarMonth(now) }, now)
}

/**
 * Tells each channel, once at 80 and once at 95 per cent of the plan, on which day the plan's monthly mentions run out. Returns the ms
 * until every channel has room, or 0 if no channel is at its rate limit.
 */
export async function announcePlanForecast(deps: PollDeps, channels: Set<string>): Promise<number> {
  const plan = deps.volume?.plan
  if (plan === undefined) return 0
  const { monthlyMentions } = plan
  const month = calendarMonth(deps.now())
  const forecast = await currentForecast(plan, deps.now())
  let longestWait = 0
  for (const channel of channels) {
    const share = shareToAnnounce(forecast, await plan.announcedShare(channel, month.renewsAt))
    if (share === undefined) continue
    const wait = await deps.channelRate.take(channel, 0)
    longestWait = Math.max(longestWait, wait)
    if (wait > 0) continue
    await plan.recordAnnouncedShare(channel, month.renewsAt, share)
    const content = quotaForecastNotice({
      forecast,
      monthlyMentions,
      renewsAt: month.renewsAt,
    })
    await deps.post({ channel, content })
  }
  return longestWait
}

/** If another alert had a mention within this time, in ms, the service seems to collect mentions. */
const recentMentionMs = 24 * 60 * 60_000

const behindAfterMs = 10 * 60_000

export type PolledAlert = {
  alert: Alert
  volume: AlertVolume
  channels: Set<string>
  subscriptions: string[]
  hasAnswered: boolean
  limit: Limit | undefined
}

/**
 * Announces silences that chance does not explain, once in each channel of an alert. `save` stores an announcement before it is posted,
 * because after a crash a missing notice is better than a repeated one. If a channel is at its rate limit, nothing is announced, and the
 * function returns the ms until that channel has room.
 */
export async function announceSilences(
  deps: PollDeps,
  polled: PolledAlert,
  save: (volume: AlertVolume) => Promise<void>,
): Promise<number> {
  const { alert, volume, channels } = polled
  const { toPost, announced } = newSilences(volume.announced, detectSilences(volume.counts, deps.now()))
  if (JSON.stringify(announced) === JSON.stringify(volume.announced)) return 0
  for (const channel of toPost.length > 0 ? channels : []) {
    const wait = await deps.channelRate.take(channel, 0)
    if (wait > 0) return wait
  }
  await save({ ...volume, announced })
  const checks = toPost.length > 0 ? await checksOf(deps, polled) : []
  for (const silence of toPost) {
    const content = silenceNotice({ alertName: alert.name, silence, checks })
    for (const channel of channels) await deps.post({ channel, content })
  }
  return 0
}

async function checksOf(
  { volume, now }: PollDeps,
  { alert, hasAnswered, limit, subscriptions }: PolledAlert,
): Promise<SilenceCheck[]> {
  const newest = await volume?.newestOfOthers(alert.id)
  const lag = (await volume?.greatestLagMs(subscriptions)) ?? 0
  const moving = newest !== undefined && newest > now() - recentMentionMs ? 'sound' : 'faulty'
  return [
    { what: 'service', found: hasAnswered ? 'sound' : 'faulty' },
    { what: 'token', found: hasAnswered ? 'sound' : 'unknown' },
    { what: 'plan-limit', found: limit === undefined ? 'unknown' : limit.reached ? 'faulty' : 'sound' },
    { what: 'ids-moving', found: newest === undefined ? 'unknown' : moving },
    { what: 'schedule', found: lag > behindAfterMs ? 'faulty' : 'sound' },
  ]
}
