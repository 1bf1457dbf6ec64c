import type { Time } from '@overheard/base/time'
import type { Alert, Limit } from '@overheard/mention-client/alert'
import type { AlertVolume } from '../anomalies/alert-volume.ts'
import { calendarMonth, forecastPlanUse, shareToAnnounce } from '../anomalies/quota-forecast.ts'
import type { PlanForecast } from '../anomalies/silence.ts'
import { detectSilences, newSilences } from '../anomalies/silence-detector.ts'
import type { PlanUse, PollDeps } from '../ports.ts'
import {
  quotaForecastNotice,
  quotaReachedNotice,
  quotaRenewedNotice,
  type SilenceCheck,
  silenceNotice,
} from './notice-texts.ts'

export const monthlyLimit = 'monthly_mentions'

/**
 * Tells each channel once that the plan's limit is reached and when it renews, and once that the limit is over. As for all announcements
 * here, the notice is stored first and the announcement next, so a crash in between loses neither, and repeats neither.
 */
export async function announcePlanLimit(
  { records: { planLimits, addNotice }, places: { speakTo } }: PollDeps,
  channels: Set<string>,
  limit: Limit,
): Promise<void> {
  for (const channel of channels) {
    if ((await planLimits.isAnnounced(channel)) === limit.reached) continue
    const content = await speakTo.channel(channel, () =>
      limit.reached ? quotaReachedNotice(limit.renewsAt) : quotaRenewedNotice(),
    )
    const notice = await addNotice({ channel, content, about: { kind: 'plan-limit' } })
    await planLimits.recordAnnouncement(channel, limit.reached, notice)
  }
}

export async function currentForecast(
  { monthlyMentions, dailyTotals }: Pick<PlanUse, 'monthlyMentions' | 'dailyTotals'>,
  now: Time,
): Promise<PlanForecast> {
  return forecastPlanUse({ monthlyMentions, days: await dailyTotals(), ...calendarMonth(now) }, now)
}

/** Tells each channel, once at 80 and once at 95 per cent of the plan, on which day the plan's monthly mentions run out. */
export async function announcePlanForecast(
  { volume, now, records: { addNotice }, places: { speakTo } }: PollDeps,
  channels: Set<string>,
): Promise<void> {
  const plan = volume?.plan
  if (plan === undefined) return
  const { monthlyMentions } = plan
  const { renewsAt } = calendarMonth(now())
  const forecast = await currentForecast(plan, now())
  for (const channel of channels) {
    const share = shareToAnnounce(forecast, await plan.announcedShare(channel, renewsAt))
    if (share === undefined) continue
    const content = await speakTo.channel(channel, () =>
      quotaForecastNotice({ forecast, monthlyMentions, renewsAt }),
    )
    const notice = await addNotice({ channel, content, about: { kind: 'plan-forecast' } })
    await plan.recordAnnouncedShare(channel, { renewsAt, share, notice })
  }
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

/** Announces silences that chance does not explain, once in each channel of an alert. `save` stores the announcements. */
export async function announceSilences(
  deps: PollDeps,
  polled: PolledAlert,
  save: (volume: AlertVolume) => Promise<void>,
): Promise<void> {
  const { alert, volume, channels } = polled
  const { toPost, lasting } = newSilences(volume.announced, detectSilences(volume.counts, deps.now()))
  if (toPost.length === 0 && lasting.length === volume.announced.length) return
  const checks = toPost.length > 0 ? await checksOf(deps, polled) : []
  const announced = [...lasting]
  for (const silence of toPost) {
    const { what, since } = silence
    const about = { kind: 'silence' as const, alert: alert.id }
    const notices: string[] = []
    for (const channel of channels) {
      const content = await deps.places.speakTo.channel(channel, () =>
        silenceNotice({ alertName: alert.name, silence, checks, now: deps.now() }),
      )
      notices.push(await deps.records.addNotice({ channel, content, about }))
    }
    announced.push({ what, since, notices })
  }
  await save({ ...volume, announced })
}

async function checksOf(
  { volume, now }: PollDeps,
  { alert, hasAnswered, limit, subscriptions }: PolledAlert,
): Promise<SilenceCheck[]> {
  const newest = await volume?.newestOfOthers(alert.id)
  const lag = (await volume?.largestLagMs(subscriptions)) ?? 0
  const moving = newest !== undefined && newest > now() - recentMentionMs ? 'sound' : 'faulty'
  return [
    { what: 'service', found: hasAnswered ? 'sound' : 'faulty' },
    { what: 'plan-limit', found: limit === undefined ? 'unknown' : limit.reached ? 'faulty' : 'sound' },
    { what: 'ids-moving', found: newest === undefined ? 'unknown' : moving },
    { what: 'schedule', found: lag > behindAfterMs ? 'faulty' : 'sound' },
  ]
}
