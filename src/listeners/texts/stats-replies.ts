import type { ActionsBlock } from '@slack/types'
import type { Ms } from '../../async/time.ts'
import {
  actions,
  button,
  context,
  type Guess,
  mrkdwn,
  optionOf,
  plainText,
  section,
  textMessage,
  withGuesses,
} from '../../messages/kit/block-kit.ts'
import { sourceName } from '../../messages/kit/labels.ts'
import { plural } from '../../messages/kit/numbers.ts'
import { cut, escapeMrkdwn, isolate } from '../../messages/kit/text.ts'
import { missingWords } from '../../messages/missing-words.ts'
import { type Alert, nameAmong } from '../../model/alert.ts'
import { soundsLikeTime } from '../../model/date-range.ts'
import type { MissingReason } from '../../model/failure.ts'
import type { Content } from '../../model/message.ts'
import { mostComparedAlerts } from '../../model/subscription.ts'
import { askActionPrefix } from '../../stats/answer.ts'
import {
  choiceWords,
  formatQuestion,
  insightSources,
  type QuestionProblem,
  type StatsQuestion,
  withAlertAt,
} from '../../stats/question.ts'
import { chooseActionId } from './stats-answer.ts'

export const exampleCommand = '/mentions-stats last month by:week'

const statsHelpLines = [
  '*`/mentions-stats [alert] [period] [options]`* shows how an alert is doing. Only you see the answer.',
  '• *alert*: its name, part of it or its id, in quotes if it contains a time word such as "today" (default: the alert of this channel)',
  '• *period*: `7d`, `30d` (default), `90d`, `today`, `yesterday`, `this week`, `last week`, `this month`, `last month`, `2026-10`, `2026-10-01..2026-10-31`',
  '• *compare*: `Acme vs Rival`, up to three alerts, with a period and sources. `versus`, a comma and `and` do the same',
  '• *options*: `by:day`, `by:week` or `by:month`; `source:reddit,web`; `show:more`',
  `Sources: ${insightSources.join(', ')}. Days are UTC days, as the mention service counts them.`,
  `Example: \`${exampleCommand}\``,
]

export function statsHelp(): Content {
  const text = statsHelpLines.join('\n')
  return {
    text: text.replaceAll(/[*`]/g, ''),
    blocks: [{ type: 'section', text: mrkdwn(text) }],
  }
}

/** Slack's limits for a select (Block Kit reference). The lengths are in characters. */
const mostOptions = 100
const longestOptionText = 75
const longestOptionValue = 150

const mostButtons = 5

/** `at` is the number of the alert in a comparison. */
export function chooseAlert(question: StatsQuestion, alerts: Alert[], at = 0): Content {
  const options = alerts
    .map((alert) => ({
      label: label(alert, alerts),
      value: formatQuestion(withAlertAt(question, at, alert.id)),
    }))
    .filter(({ value }) => value.length <= longestOptionValue)
    .slice(0, mostOptions)
  const left = alerts.length - options.length
  const rest = left > 0 ? ` ${left} more do not fit here: name the alert in the command.` : ''
  const written = at === 0 ? question.alert : question.versus?.[at - 1]
  const several = written === undefined ? '' : `“${isolate(cut(written, 100))}” matches several alerts. `
  const purpose = question.versus === undefined ? 'want numbers for' : 'want to compare'
  const prompt = `${several}Which one do you ${purpose}?${rest}`.replace(/^Which one/, 'Which alert')
  const names = options.slice(0, 20).map(({ label }) => label)
  return {
    text: escapeMrkdwn(`${prompt} ${names.join(', ')}`.trim()),
    blocks: [section(prompt), ...actions(controls(options))],
  }
}

function label(alert: Alert, alerts: Alert[]): string {
  return isolate(cut(nameAmong(alert, alerts), longestOptionText - 2)) || alert.id
}

function controls(options: { label: string; value: string }[]): ActionsBlock['elements'] {
  if (options.length <= mostButtons)
    return options.map(({ label, value }, at) => button(label, `${askActionPrefix}alert${at}`, value))
  return [
    {
      type: 'static_select',
      action_id: chooseActionId,
      placeholder: plainText('Choose an alert'),
      options: options.map(optionOf),
    },
  ]
}

const namedAlerts = 15

const problemWords: Record<QuestionProblem['kind'], (found: string) => string> = {
  'too-long': () => 'it is far too long',
  'second-alert': (found) => `the alert is already named “${found}”`,
  'no-alert-after-vs': () => 'write an alert after it',
  'same-alert': (found) => `it is the same alert as “${found}”`,
  'too-many-alerts': () => `compare at most ${mostComparedAlerts} alerts`,
  granularity: () => 'use by:day, by:week or by:month',
  show: () => 'use show:more',
  sources: () => `the sources are ${insightSources.join(', ')}`,
  'one-period': () => 'write one period after the alert, such as 7d, yesterday, last month or 2026-10',
  'second-period': (found) => `the period is already ${found}`,
  'no-period': () => 'it is no period',
  'no-date': (found) => `there is no date ${found}`,
  'no-month': (found) => `there is no month ${found}`,
  'no-days': () => 'it has no days',
  backwards: () => 'it ends before it begins',
  'ten-years': () => 'it is longer than ten years',
}

export const questionProblemWords = ({ kind, found = '' }: QuestionProblem) =>
  problemWords[kind](isolate(cut(found, 100)))

export const rangeProblemText = (problem: QuestionProblem) =>
  `The range cannot be used: ${questionProblemWords(problem)}.`

export function notUnderstood(problems: QuestionProblem[], alerts: Alert[], guesses: Guess[] = []): Content {
  const sentences = problems
    .slice(0, 5)
    .map((problem) => `“${isolate(cut(problem.words, 100))}” is not clear: ${questionProblemWords(problem)}.`)
  return replyWithAlerts(sentences, alerts, guesses)
}

export function leadsNotCompared(name: string): Content {
  const alert = isolate(cut(name, 60)) || 'This alert'
  return textMessage(
    `${alert} cannot be compared: it collects leads, and the mention service counts mentions only.`,
  )
}

export function noSuchAlert(name: string, alerts: Alert[], guesses: Guess[] = []): Content {
  const sentence = `No alert matches “${isolate(cut(name, 100))}”.`
  const advice = guesses.length === 0 && soundsLikeTime(name) ? ` ${periodsKnown}` : ''
  return replyWithAlerts([`${sentence}${advice}`], alerts, guesses)
}

export function questionGuess(question: StatsQuestion, alert: Alert, alerts: Alert[], at = 0): Guess {
  const by = question.granularity === undefined ? '' : `, by ${question.granularity}`
  const only = question.sources.length === 0 ? '' : `, ${question.sources.map(sourceName).join(', ')}`
  return {
    label: `${label(alert, alerts)}, ${choiceWords(question.choice)}${by}${only}`,
    value: formatQuestion(withAlertAt(question, at, alert.id)),
  }
}

const periodsKnown =
  'For a period, write 7d, yesterday, this week, last month, 2026-10 or 2026-10-01..2026-10-31.'

function replyWithAlerts(sentences: string[], alerts: Alert[], guesses: Guess[]): Content {
  const names = alertNames(alerts)
  if (guesses.length === 0) return textMessage(...sentences, `Example: ${exampleCommand}`, names)
  const { text, blocks } = withGuesses(sentences.join('\n'), guesses, `${askActionPrefix}guess`)
  return { text: `${text}\n${escapeMrkdwn(names)}`, blocks: [...blocks, context(plainText(names))] }
}

function alertNames(alerts: Alert[]): string {
  if (alerts.length === 0) return 'The mention service lists no alerts.'
  const names = alerts.slice(0, namedAlerts).map(({ name }) => isolate(cut(name, 60)))
  const rest = alerts.length - names.length
  return `Alerts: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`
}

export function statsFailed(reason: MissingReason, retry: 'now' | 'later' | 'useless'): Content {
  const advice = {
    now: 'Ask again: it may work now.',
    later: 'Try again in about a minute.',
    useless: 'This needs fixing first. Ask your Overheard admin.',
  }
  return textMessage(`No statistics right now: ${missingWords[reason]}.`, advice[retry])
}

/** A person has asked too often. */
export const statsTooOften = (waitMs: Ms) =>
  textMessage(
    `You have asked for many statistics within a minute, and each takes a dozen requests of all that Overheard may send. Ask again in ${plural(Math.ceil(waitMs / 1000), 'second')}.`,
  )

const notPostedReasons = new Map([
  [
    'not_in_channel',
    'The numbers were not posted: Overheard is not in this channel. Invite it (/invite @overheard) and press again.',
  ],
  [
    'channel_not_found',
    'The numbers were not posted: Overheard cannot see this channel. Invite it (/invite @overheard) and press again.',
  ],
  ['is_archived', 'The numbers were not posted: this channel is archived.'],
])

export function statsPosted(): Content {
  return textMessage('The numbers are posted to this channel.')
}

export function statsNotPosted(reason: string): Content {
  return textMessage(
    notPostedReasons.get(reason) ?? `Slack rejected the message (${reason}). Try again in a minute.`,
  )
}

export function statsMayBePosted(): Content {
  return textMessage('Slack did not answer. Check whether the numbers were posted before you press again.')
}
