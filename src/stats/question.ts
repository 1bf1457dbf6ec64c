import type { Granularity } from '../model/insight.ts'
import type { RangeChoice } from './date-range.ts'

export type StatsQuestion = {
  /** The name, part of the name, or id as the person wrote it. Missing: the channel's own alert. */
  alert?: string
  choice: RangeChoice
  /** Default: chosen by the length of the range. */
  granularity?: Granularity
  /** Count only these sources; all sources if empty. */
  sources: string[]
  /** Asks for the longer answer, with more places and with buttons for each source. */
  more: boolean
}

type ProblemKind =
  | 'too-long'
  | 'second-alert'
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

/** `words`: the part of the question that cannot be read. `found`: the alert, the period, the date or the month of some kinds. */
export type QuestionProblem = { words: string; kind: ProblemKind; found?: string }

/** The sources that the insights endpoints accept. Mentions can have other sources. */
export const insightSources = ['facebook', 'instagram', 'twitter', 'reddit', 'news-blogs', 'web'] as const

export const defaultRangeChoice: RangeChoice = { kind: 'days', days: 30 }

/**
 * The question as a command line. Buttons carry it, so a press months later is answered with new figures. Quotes in a name are removed,
 * because names are compared without them.
 */
export function formatQuestion(question: StatsQuestion): string {
  const name = question.alert?.replaceAll(/["“”„«»]/g, '').trim()
  return [
    name ? `"${name}"` : '',
    formatRangeChoice(question.choice),
    question.granularity ? `by:${question.granularity}` : '',
    question.sources.length > 0 ? `source:${question.sources.join(',')}` : '',
    question.more ? 'show:more' : '',
  ]
    .filter((word) => word !== '')
    .join(' ')
}

/** `30d`, `last month` or `2026-10-01..2026-10-31`. */
function formatRangeChoice(choice: RangeChoice): string {
  if (choice.kind === 'days') return `${choice.days}d`
  return choice.kind === 'named' ? choice.name : `${choice.from}..${choice.to}`
}
