import type { WrittenAlert } from '@overheard/mention-client/id'
import type { Granularity } from '@overheard/mention-client/insight'
import { fullRange } from '../messages/kit/dates.ts'
import type { RangeChoice } from '../model/date-range.ts'
import { say } from './say.ts'

export type StatsQuestion = {
  /**
   * The alert's name, part of its name, or its id, as the person wrote it. Without `alert`, the question is about the channel's alerts, or
   * about all alerts if the channel has none. If there are several, the person chooses one.
   */
  alert?: WrittenAlert
  /** The alerts to compare with `alert`, as the person wrote them. */
  versus?: string[]
  choice: RangeChoice
  granularity?: Granularity
  sources: string[]
  more: boolean
}

type ProblemKind =
  | 'too-long'
  | 'second-alert'
  | 'no-alert-after-vs'
  | 'too-many-alerts'
  | 'same-alert'
  | 'granularity'
  | 'show'
  | 'sources'
  | 'one-period'
  | 'second-period'
  | 'no-period'
  | 'no-date'
  | 'no-month'
  | 'no-days'
  | 'backwards'
  | 'ten-years'

/**
 * `words` is the part of the question that cannot be read. Some kinds also have `found`, which is the alert, the period, the date or the
 * month that the problem is about.
 */
export type QuestionProblem = { words: string; kind: ProblemKind; found?: string }

/** The insights endpoints accept only these sources. Mentions can have other sources. */
export const insightSources = ['facebook', 'instagram', 'twitter', 'reddit', 'news-blogs', 'web'] as const

export const defaultRangeChoice: RangeChoice = { kind: 'days', days: 30 }

/** Replaces one of the compared alerts: number 0 is `alert`, and the others are `versus`. */
export function withAlertAt(question: StatsQuestion, at: number, alert: WrittenAlert): StatsQuestion {
  return at === 0
    ? { ...question, alert }
    : { ...question, versus: question.versus?.with(at - 1, alert) ?? [] }
}

/**
 * Returns the question as a command line. Buttons carry the command line, so a press months later gets new numbers. Removes the quotes in a
 * name, because names are compared without quotes.
 */
export function formatQuestion(question: StatsQuestion): string {
  return [
    quotedName(question.alert),
    ...(question.versus ?? []).map((alert) => `vs ${quotedName(alert)}`),
    formatRangeChoice(question.choice),
    question.granularity ? `by:${question.granularity}` : '',
    question.sources.length > 0 ? `source:${question.sources.join(',')}` : '',
    question.more ? 'show:more' : '',
  ]
    .filter((word) => word !== '')
    .join(' ')
}

function quotedName(alert = ''): string {
  const name = alert.replaceAll(/["“”„«»]/g, '').trim()
  return name === '' ? '' : `"${name}"`
}

function formatRangeChoice(choice: RangeChoice): string {
  if (choice.kind === 'days') return `${choice.days}d`
  return choice.kind === 'named' ? choice.name : `${choice.from}..${choice.to}`
}

export function choiceWords(choice: RangeChoice): string {
  if (choice.kind === 'named') return say[choice.name]()
  if (choice.kind === 'dates') return fullRange(choice)
  return choice.days === 1 ? say.today() : say.lastDays(choice)
}
