import type { RichTextList, SectionBlock } from '@slack/types'
import type { PlanForecast, Silence, SilentPart } from '../model/anomaly.ts'
import type { Block, Content } from '../model/message.ts'
import { bold, context, mrkdwn, plainText, richLine, richText, words } from './block-kit.ts'
import { slackDate, utc, utcDay } from './dates.ts'
import { languageName, sourceName } from './labels.ts'
import { grouped, percent, plural } from './numbers.ts'
import { chanceWords } from './spike.ts'
import { cut, escapeMrkdwn, isolate } from './text.ts'

/** Said once when an alert, a source or a language is quieter than chance explains. */

/** What was looked at to tell a fault from calm. `unknown`: it could not be looked at. */
export type SilenceCheck = {
  what: 'service' | 'token' | 'plan-limit' | 'ids-moving' | 'schedule'
  found: 'sound' | 'faulty' | 'unknown'
}

/** `checks` in the order in which they are told. */
type SilenceView = { alertName: string; silence: Silence; checks: SilenceCheck[] }

/** What each check says in each case. */
const checkWords: Record<SilenceCheck['what'], Record<SilenceCheck['found'], string>> = {
  service: {
    sound: 'The mention service answers.',
    faulty: 'The mention service does not answer.',
    unknown: 'Whether the mention service answers is not known.',
  },
  token: {
    sound: 'It takes our token.',
    faulty: 'It refuses our token: check MENTIONS_API_TOKEN.',
    unknown: 'Whether it takes our token is not known.',
  },
  'plan-limit': {
    sound: "The plan's limit is not reached.",
    faulty: "The plan's monthly mentions are used up: this silence means limit, not calm.",
    unknown: "Whether the plan's limit is reached is not known.",
  },
  'ids-moving': {
    sound: 'Other alerts get new mentions, so the service collects.',
    faulty: 'No alert gets new mentions: the service may have stopped collecting.',
    unknown: 'Whether other alerts get new mentions is not known.',
  },
  schedule: {
    sound: 'Our own schedule runs.',
    faulty: 'Our own schedule is behind: see /status.',
    unknown: 'Whether our own schedule runs is not known.',
  },
}

/** The message. It names what fell silent, what would have been usual, and what was checked. */
export function silenceNotice({ alertName, silence, checks }: SilenceView): Content {
  const headline = `Too quiet: ${whatWords(silence.what, isolate(cut(alertName, 100)))}`
  const baseline = baselineWords(silence)
  const rule = ruleWords(silence)
  const checked = checks.map(
    ({ what, found }) => `${found === 'sound' ? '✓ ' : ''}${checkWords[what][found]}`,
  )
  const date = slackDate(silence.since)
  const list: RichTextList = {
    type: 'rich_text_list',
    style: 'bullet',
    elements: checked.map((sentence) => richLine([words(sentence)])),
  }
  const blocks: Block[] = [
    richText(richLine([bold(headline)])),
    context(...(date === undefined ? [] : [mrkdwn(`Nothing since ${date}`)]), plainText(baseline)),
    ...(checked.length === 0 ? [] : [richText(list)]),
    context(plainText(rule)),
  ]
  const since = date === undefined ? '' : ` Nothing since ${utc(silence.since)}.`
  const text = [`${headline}.${since} ${baseline}`, ...checked, rule].map(escapeMrkdwn).join('\n')
  return { text, blocks }
}

function whatWords(what: SilentPart, alertName: string): string {
  if (what.kind === 'alert') return alertName
  const language = () => languageName(what.name) ?? `language ${isolate(cut(what.name, 30))}`
  const part = what.kind === 'source' ? isolate(sourceName(what.name)) : language()
  return `${part}, ${alertName}`
}

function baselineWords({ perDay, expected }: Silence): string {
  return `Usually ${grouped(perDay)} a day; this long brings about ${grouped(expected)}.`
}

/** The numbers that decided, and below them the formula. */
function ruleWords({ chance, leastChance, usualGap: usuallyMissed, times }: Silence): string {
  return [
    `Why: by chance nothing comes for so long ${chanceWords(chance)} times. Said once.`,
    `Rule: rarer than ${chanceWords(leastChance)} by the hours and weekdays of up to two weeks, and ${times} × what other silences missed (at most ${plural(Math.round(usuallyMissed), 'mention')})`,
  ].join('\n')
}

/** Said once when the plan's monthly mentions are used up. `renewsAt`: ms since the epoch, where the service says. */
export function quotaReachedNotice(renewsAt: number | undefined): Content {
  const until =
    renewsAt === undefined ? 'until the plan is renewed' : `until ${utcDay(renewsAt)}, when it is renewed`
  return quotaNotice(
    `The plan's monthly mentions are used up: the mention service collects nothing new ${until}. Until then silence means limit, not calm. Overheard keeps looking and goes on by itself.`,
  )
}

/** Said once when the limit is over. */
export function quotaRenewedNotice(): Content {
  return quotaNotice(
    `The plan's monthly mentions are available again: new mentions are collected and posted as before.`,
  )
}

function quotaNotice(sentence: string): Content {
  const section = { type: 'section', text: plainText(sentence) } satisfies SectionBlock
  return { text: escapeMrkdwn(sentence), blocks: [section] }
}

/** Said when the plan's monthly mentions are nearly used up. */

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
