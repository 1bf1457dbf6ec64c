import type { Time } from '@overheard/base/time'
import { chanceWords } from '../../messages/anomalies/spike.ts'
import { bold, richLine, richText, words } from '../../messages/kit/block-kit.ts'
import { sentenceAsRichText, sentenceAsText, utcDay } from '../../messages/kit/dates.ts'
import { languageName, sourceName } from '../../messages/kit/labels.ts'
import { duration, percent } from '../../messages/kit/numbers.ts'
import { cut, escapeMrkdwn, isolate } from '../../messages/kit/text.ts'
import type { Content } from '../../model/message.ts'
import type { PlanForecast, Silence, SilentPart } from '../anomalies/silence.ts'
import { say } from '../say.ts'

export type SilenceCheck = {
  what: 'service' | 'plan-limit' | 'ids-moving' | 'schedule'
  found: 'sound' | 'faulty' | 'unknown'
}

type SilenceView = { alertName: string; silence: Silence; checks: SilenceCheck[]; now: Time }

/** Says what is faulty, or else that the connection works. */
export function silenceNotice({ alertName, silence, checks, now }: SilenceView): Content {
  const { what, since } = silence
  const headline = headlineOf(what, isolate(cut(alertName, 100)), duration(now - since, 'long'))
  const quiet = say.quietSince({
    since: { at: since, as: 'date' } as const,
    expected: silence.expected,
    chance: chanceWords(silence.chance),
  })
  const faults = checks.filter(({ found }) => found === 'faulty').map((check) => say[check.what]())
  const advice = faults.length === 0 ? [say.quietAdvice()] : faults
  const lines = ['\n', ...quiet, ...advice.flatMap((sentence) => ['\n', sentence])]
  return {
    text: [headline, sentenceAsText(quiet), ...advice].map(escapeMrkdwn).join('\n'),
    blocks: [richText(richLine([bold(headline), ...sentenceAsRichText(lines)]))],
  }
}

function headlineOf(what: SilentPart, alert: string, time: string): string {
  if (what.kind === 'alert') return say.tooQuiet({ alert, time })
  const language = () => languageName(what.name) ?? say.unknownLanguage({ code: isolate(cut(what.name, 30)) })
  const part = what.kind === 'source' ? isolate(sourceName(what.name)) : language()
  return say.tooQuietPart({ part, alert, time })
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
  const { used, share: usedShare, perDay, runsOutAt } = forecast
  const share = percent(Math.min(1, usedShare))
  const about = { used, all: monthlyMentions, share, perDay, renewal: utcDay(renewsAt) }
  return runsOutAt === undefined
    ? quotaNotice(say.used(about), say.lasts(about), say.estimate())
    : quotaNotice(say.runsOut({ end: utcDay(runsOutAt) }), say.untilRenewal(about), say.estimate())
}
