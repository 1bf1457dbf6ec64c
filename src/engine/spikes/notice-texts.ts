import type { Time } from '@overheard/base/time'
import { chanceWords } from '../../messages/anomalies/spike.ts'
import { bold, bullets, context, plainText, richLine, richText, words } from '../../messages/kit/block-kit.ts'
import { sentenceAsRichText, sentenceAsText, utcDay } from '../../messages/kit/dates.ts'
import { languageName, sourceName } from '../../messages/kit/labels.ts'
import { percent } from '../../messages/kit/numbers.ts'
import { cut, escapeMrkdwn, isolate } from '../../messages/kit/text.ts'
import type { Block, Content } from '../../model/message.ts'
import type { PlanForecast, Silence, SilentPart } from '../anomalies/silence.ts'
import { say } from '../say.ts'

export type SilenceCheck = {
  what: 'service' | 'token' | 'plan-limit' | 'ids-moving' | 'schedule'
  found: 'sound' | 'faulty' | 'unknown'
}

type SilenceView = { alertName: string; silence: Silence; checks: SilenceCheck[] }

export function silenceNotice({ alertName, silence, checks }: SilenceView): Content {
  const headline = headlineOf(silence.what, isolate(cut(alertName, 100)))
  const quiet = say.quietSince({
    since: { at: silence.since, as: 'date' } as const,
    expected: silence.expected,
    perDay: Math.round(silence.perDay),
  })
  const advice = say.quietAdvice({ chance: chanceWords(silence.chance) })
  const checked = checks.map(({ what, found }) => `${found === 'sound' ? '✓ ' : ''}${say[what]({ found })}`)
  const blocks: Block[] = [
    richText(richLine([bold(headline), ...sentenceAsRichText(['\n', ...quiet])])),
    ...(checked.length === 0
      ? []
      : [richText(bullets(checked.map((sentence) => richLine([words(sentence)]))))]),
    context(plainText(advice)),
  ]
  const text = [`${headline}. ${sentenceAsText(quiet)}`, ...checked, advice].map(escapeMrkdwn).join('\n')
  return { text, blocks }
}

function headlineOf(what: SilentPart, alertName: string): string {
  if (what.kind === 'alert') return say.tooQuiet({ alert: alertName })
  const language = () => languageName(what.name) ?? say.unknownLanguage({ code: isolate(cut(what.name, 30)) })
  const part = what.kind === 'source' ? isolate(sourceName(what.name)) : language()
  return say.tooQuietPart({ part, alert: alertName })
}

export function quotaReachedNotice(renewsAt: Time | undefined): Content {
  const collects =
    renewsAt === undefined ? say.collectsAgain() : say.collectsAgainAt({ renewal: utcDay(renewsAt) })
  return quotaNotice(say.usedUp(), collects, say.raisePlan())
}

export function quotaRenewedNotice(): Content {
  return quotaNotice(say.renewed(), say.goesOn())
}

/** The news is first and bold, because a notification shows nothing else. */
function quotaNotice(news: string, ...more: string[]): Content {
  const blocks = [richText(richLine([bold(news), words(`\n${more.join(' ')}`)]))]
  return { text: escapeMrkdwn([news, ...more].join('\n')), blocks }
}

/** `renewsAt` comes from the calendar, because the service reports it only after the limit is reached. */
type QuotaForecastView = {
  forecast: PlanForecast
  monthlyMentions: number
  renewsAt: Time
}

export function quotaForecastNotice({ forecast, monthlyMentions, renewsAt }: QuotaForecastView): Content {
  const { used, share, perDay, runsOutAt } = forecast
  const soFar = say.used({ share: percent(Math.min(1, share)), used, all: monthlyMentions })
  const renewal = utcDay(renewsAt)
  const end =
    runsOutAt === undefined
      ? say.lasts({ perDay, renewal })
      : say.runsOut({ perDay, end: utcDay(runsOutAt), renewal })
  return quotaNotice(soFar, end, say.estimate())
}
