import { planOutlook } from '../messages/notices/plan-forecast.ts'
import { calendarMonth, planForecast, shareToSay } from '../weather/plan-forecast.ts'
import type { TurnDeps } from './ports.ts'

/** Says once in each channel, at 80 and at 95 per cent, when the plan's monthly mentions run out. */
export async function tellPlanOutlook(deps: TurnDeps, channels: Set<string>): Promise<void> {
  const plan = deps.weather?.plan
  if (plan === undefined) return
  const now = deps.now()
  const { monthlyMentions } = plan
  const month = calendarMonth(now)
  const forecast = planForecast({ monthlyMentions, days: await plan.days(), ...month }, now)
  for (const channel of channels) {
    const share = shareToSay(forecast, await plan.told(channel, month.renewsAt))
    // No turn waits for a notice: where the channel is at its limit, the next look says it.
    if (share === undefined || (await deps.pace.take(channel, 0)) > 0) continue
    await plan.tell(channel, month.renewsAt, share)
    const content = planOutlook({
      forecast,
      monthlyMentions,
      renewsAt: month.renewsAt,
    })
    await deps.post({ channel, content })
  }
}
