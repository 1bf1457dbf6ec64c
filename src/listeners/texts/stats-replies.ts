import type { Ms } from '@overheard/base/time'
import { type Alert, nameAmong } from '@overheard/mention-client/alert'
import type { ActionsBlock } from '@slack/types'
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
import { sentences, sourceName } from '../../messages/kit/labels.ts'
import { list } from '../../messages/kit/say.ts'
import { cut, escapeMrkdwn, isolate } from '../../messages/kit/text.ts'
import { missingWords } from '../../messages/missing-words.ts'
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
import { say } from './say.ts'
import { chooseActionId } from './stats-answer.ts'

export const exampleCommand = '/mentions-stats last month by:week'

const sources = insightSources.join(', ')

export function statsHelp(): Content {
  const text = [
    say.statsHelp(),
    say.statsHelpAlert(),
    say.statsHelpPeriod(),
    say.statsHelpCompare(),
    say.statsHelpOptions(),
    say.statsHelpSources({ sources }),
    say.statsHelpExample({ command: exampleCommand }),
  ].join('\n')
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
  const rest = left > 0 ? [say.alertsLeft({ left })] : []
  const written = at === 0 ? question.alert : question.versus?.[at - 1]
  const purpose = question.versus === undefined ? 'numbers' : 'comparison'
  const which =
    written === undefined
      ? [say.whichAlert({ purpose })]
      : [say.severalAlerts({ written: isolate(cut(written, 100)) }), say.whichOfThese({ purpose })]
  const prompt = sentences([...which, ...rest])
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
      placeholder: plainText(say.chooseAlert()),
      options: options.map(optionOf),
    },
  ]
}

const namedAlerts = 15

export function questionProblemWords({ kind, found = '' }: QuestionProblem): string {
  const clause: (values: { found: string; sources: string; most: number }) => string =
    say[`question-${kind}` as const]
  return clause({ found: isolate(cut(found, 100)), sources, most: mostComparedAlerts })
}

export const rangeProblemText = (problem: QuestionProblem) =>
  say.rangeUnusable({ problem: questionProblemWords(problem) })

export function notUnderstood(problems: QuestionProblem[], alerts: Alert[], guesses: Guess[] = []): Content {
  const sentences = problems
    .slice(0, 5)
    .map((problem) =>
      say.notClear({ words: isolate(cut(problem.words, 100)), problem: questionProblemWords(problem) }),
    )
  return replyWithAlerts(sentences, alerts, guesses)
}

export function leadsNotCompared(name: string): Content {
  return textMessage(say.leadsNotCompared({ alert: isolate(cut(name, 60)) || say.thisAlert() }))
}

export function noSuchAlert(names: readonly string[], alerts: Alert[], guesses: Guess[] = []): Content {
  const quoted = names.map((name) => `“${isolate(cut(name, 100))}”`)
  const sentence = say.noSuchAlert({ names: quoted.reduce((first, next) => say.eitherName({ first, next })) })
  const advice = guesses.length === 0 && names.some(soundsLikeTime) ? [say.periodsKnown()] : []
  return replyWithAlerts([sentences([sentence, ...advice])], alerts, guesses)
}

export function questionGuess(question: StatsQuestion, alert: Alert, alerts: Alert[], at = 0): Guess {
  const { choice, granularity } = question
  const by = granularity === undefined ? [] : [say.byPeriod({ granularity })]
  const words = [label(alert, alerts), choiceWords(choice), ...by, ...question.sources.map(sourceName)]
  return {
    label: words.join(', '),
    value: formatQuestion(withAlertAt(question, at, alert.id)),
  }
}

function replyWithAlerts(sentences: string[], alerts: Alert[], guesses: Guess[]): Content {
  const names = alertNames(alerts)
  if (guesses.length === 0) return textMessage(...sentences, say.example({ command: exampleCommand }), names)
  const { text, blocks } = withGuesses(sentences.join('\n'), guesses, `${askActionPrefix}guess`)
  return { text: `${text}\n${escapeMrkdwn(names)}`, blocks: [...blocks, context(plainText(names))] }
}

function alertNames(alerts: Alert[]): string {
  if (alerts.length === 0) return say.noAlerts()
  const named = alerts.slice(0, namedAlerts).map(({ name }) => isolate(cut(name, 60)))
  const names = list(named, 'narrow')
  const more = alerts.length - named.length
  return more > 0 ? say.alertsAndMore({ names, more }) : say.alerts({ names })
}

export function statsFailed(reason: MissingReason, retry: 'now' | 'later' | 'useless'): Content {
  return textMessage(say.statsFailed({ reason: missingWords(reason) }), say[`retry-${retry}` as const]())
}

/** A person has asked too often. */
export const statsTooOften = (waitMs: Ms) =>
  textMessage(say.statsTooOften({ seconds: Math.ceil(waitMs / 1000) }))

const notPostedReasons = new Map([
  ['not_in_channel', say.statsNotInChannel],
  ['channel_not_found', say.statsChannelUnseen],
  ['is_archived', say.statsChannelArchived],
])

export function statsPosted(): Content {
  return textMessage(say.statsPosted())
}

export function statsNotPosted(reason: string): Content {
  return textMessage(notPostedReasons.get(reason)?.() ?? say.statsRejected({ reason }))
}

export function statsMayBePosted(): Content {
  return textMessage(say.statsMaybePosted())
}
