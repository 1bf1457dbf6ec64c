import type { Time } from '../../async/time.ts'
import { chanceWords } from '../../messages/anomalies/spike.ts'
import { bold, bullets, context, plainText, richLine, richText, words } from '../../messages/kit/block-kit.ts'
import { type Sentence, sentenceAsRichText, sentenceAsText, utcDay } from '../../messages/kit/dates.ts'
import { languageName, sourceName } from '../../messages/kit/labels.ts'
import { grouped, percent } from '../../messages/kit/numbers.ts'
import { cut, escapeMrkdwn, isolate } from '../../messages/kit/text.ts'
import type { Block, Content } from '../../model/message.ts'
import type { PlanForecast, Silence, SilentPart } from '../anomalies/silence.ts'

export type SilenceCheck = {
  what: 'service' | 'token' | 'plan-limit' | 'ids-moving' | 'schedule'
  found: 'sound' | 'faulty' | 'unknown'
}

type SilenceView = { alertName: string; silence: Silence; checks: SilenceCheck[] }

const checkWords: Record<SilenceCheck['what'], Record<SilenceCheck['found'], string>> = {
  service: {
    sound: 'The mention service answers.',
    faulty: 'The mention service does not answer.',
    unknown: 'Unknown: whether the mention service answers.',
  },
  token: {
    sound: 'It accepts our access token.',
    faulty: 'It refuses our access token: check MENTIONS_API_TOKEN.',
    unknown: 'Unknown: whether it accepts our access token.',
  },
  'plan-limit': {
    sound: "The plan's limit is not reached.",
    faulty: "The plan's monthly mentions are used up: that is why it is quiet.",
    unknown: "Unknown: whether the plan's limit is reached.",
  },
  'ids-moving': {
    sound: 'Other alerts get new mentions, so the service collects.',
    faulty: 'No alert gets new mentions: the service may have stopped collecting.',
    unknown: 'Unknown: whether other alerts get new mentions.',
  },
  schedule: {
    sound: 'Overheard is checking on time.',
    faulty: 'Overheard is behind with its checks: see /status.',
    unknown: 'Unknown: whether Overheard is checking on time.',
  },
}

export function silenceNotice({ alertName, silence, checks }: SilenceView): Content {
  const headline = `Too quiet: ${whatWords(silence.what, isolate(cut(alertName, 100)))}`
  const quiet: Sentence = [
    '\nNo new mention since ',
    { at: silence.since, as: 'date' },
    `. ${baselineWords(silence)}`,
  ]
  const advice = `This may be a quiet time or a fault: check the alert in the mention service. Odds of such a silence by chance: ${chanceWords(silence.chance)}.`
  const checked = checks.map(
    ({ what, found }) => `${found === 'sound' ? '✓ ' : ''}${checkWords[what][found]}`,
  )
  const blocks: Block[] = [
    richText(richLine([bold(headline), ...sentenceAsRichText(quiet)])),
    ...(checked.length === 0
      ? []
      : [richText(bullets(checked.map((sentence) => richLine([words(sentence)]))))]),
    context(plainText(advice)),
  ]
  const text = [`${headline}. ${sentenceAsText(quiet).trim()}`, ...checked, advice]
    .map(escapeMrkdwn)
    .join('\n')
  return { text, blocks }
}

function whatWords(what: SilentPart, alertName: string): string {
  if (what.kind === 'alert') return alertName
  const language = () => languageName(what.name) ?? `language ${isolate(cut(what.name, 30))}`
  const part = what.kind === 'source' ? isolate(sourceName(what.name)) : language()
  return `${part}, ${alertName}`
}

function baselineWords({ perDay, expected }: Silence): string {
  return `Usually about ${grouped(expected)} arrive in this time (${grouped(Math.round(perDay))} a day).`
}

export function quotaReachedNotice(renewsAt: Time | undefined): Content {
  const until =
    renewsAt === undefined
      ? 'until the plan is renewed'
      : `until ${utcDay(renewsAt)}, when the plan is renewed`
  return quotaNotice(
    `The plan's monthly mentions are used up.`,
    `The mention service collects nothing new ${until}. Mentions published until then may be missing for good.`,
    'Then Overheard continues by itself. To get mentions sooner, ask the person who manages your plan at the mention service to raise it.',
  )
}

export function quotaRenewedNotice(): Content {
  return quotaNotice(
    `The plan's monthly mentions are available again.`,
    'New mentions are collected and posted as before.',
  )
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
  const usedWords = `${percent(Math.min(1, share))} of the plan's monthly mentions are used: ${grouped(used)} of ${grouped(monthlyMentions)}.`
  const forecastText =
    runsOutAt === undefined
      ? `At ${grouped(perDay)} a day they last until the renewal on ${utcDay(renewsAt)}.`
      : `At ${grouped(perDay)} a day they run out on ${utcDay(runsOutAt)}. From then until ${utcDay(renewsAt)}, when the plan is renewed, mentions may be missing for good. To prevent that, ask the person who manages your plan at the mention service to raise it.`
  const basis = 'Estimate from the last 7 days; assumes the plan renews on the 1st.'
  return quotaNotice(usedWords, forecastText, basis)
}
