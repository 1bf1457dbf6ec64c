/** Said when the plan's monthly mentions are nearly used up. */
import type { SectionBlock } from '@slack/types'
import type { Content } from '../../model/message.ts'
import type { PlanForecast } from '../../model/plan.ts'
import { context, plainText } from '../block-kit.ts'
import { grouped, percent } from '../numbers.ts'
import { utcDay } from '../slack-date.ts'
import { escapeMrkdwn } from '../text.ts'

/** `renewsAt`: when the plan's month ends by the calendar (UTC, ms): the service tells it only once the limit is reached. */
type QuotaForecastView = {
  forecast: PlanForecast
  monthlyMentions: number
  renewsAt: number
}

/** How much is used, and when it runs out at this pace. */
export function quotaForecastNotice({ forecast, monthlyMentions, renewsAt }: QuotaForecastView): Content {
  const { used, share, perDay, runsOutAt } = forecast
  const usedWords = `${percent(Math.min(1, share))} of the plan's monthly mentions are used: ${grouped(used)} of ${grouped(monthlyMentions)}.`
  const forecastText =
    runsOutAt === undefined
      ? `At ${grouped(perDay)} a day they last until the renewal on ${utcDay(renewsAt)}.`
      : `At ${grouped(perDay)} a day they run out on ${utcDay(runsOutAt)}; from then until ${utcDay(renewsAt)} silence means limit, not calm.`
  const basis =
    'By our own counts of the last 7 days, UTC days. The renewal is taken as the first of the month.'
  const section = { type: 'section', text: plainText(`${usedWords} ${forecastText}`) } satisfies SectionBlock
  return {
    text: escapeMrkdwn(`${usedWords} ${forecastText} ${basis}`),
    blocks: [section, context(plainText(basis))],
  }
}
