import { planOutlook } from '../messages/notices/plan-forecast.ts'
import { calendarMonth, planForecast, shareToSay } from '../weather/plan-forecast.ts'
import type { TurnDeps } from './ports.ts'

/**
 * Says once in each channel, at 80 and at 95 per cent, when the plan's monthly mentions run out. Returns in how many ms there is room
 * in the last of the channels that have none for it now.
 */
export async function tellPlanOutlook(deps: TurnDeps, channels: Set<string>): Promise<number> {
  const plan = deps.weather?.plan
  if (plan === undefined) return 0
  const now = deps.now()
  const { monthlyMentions } = plan
  const month = calendarMonth(now)
  const forecast = planForecast({ monthlyMentions, days: await plan.days(), ...month }, now)
  let longest = 0
  for (const channel of channels) {
    const share = shareToSay(forecast, await plan.told(channel, month.renewsAt))
    if (share === undefined) continue
    const wait = await deps.pace.take(channel, 0)
    longest = Math.max(longest, wait)
    if (wait > 0) continue
    await plan.tell(channel, month.renewsAt, share)
    const content = planOutlook({
      forecast,
      monthlyMentions,
      renewsAt: month.renewsAt,
    })
    await deps.post({ channel, content })
  }
  return longest
}
