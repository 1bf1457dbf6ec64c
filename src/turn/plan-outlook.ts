import { quotaForecastNotice } from '../messages/notices/plan-forecast.ts'
import { calendarMonth, forecastPlan, shareToAnnounce } from '../weather/plan-forecast.ts'
import type { PollDeps } from './ports.ts'

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
