import type { Granularity } from '../model/insight.ts'
import type { RangeChoice } from './date-range.ts'

/** What somebody wants to know of an alert. */
export type StatsQuestion = {
  /** Name, part of a name or id, as it was written. Without it the channel's own alert is meant. */
  alert?: string
  choice: RangeChoice
  /** By length of the range where absent. */
  granularity?: Granularity
  /** Only these sources; all where empty. */
  sources: string[]
  /** The longer answer: more places, and buttons for each source. */
  more: boolean
}

/** Something within a question that was not understood, and what would have been (`because`: half a sentence). */
export type QuestionProblem = { words: string; because: string }

/** The sources statistics can be asked for (interface, 4.3). Mentions may have others; those cannot be asked for. */
export const insightSources = ['facebook', 'instagram', 'twitter', 'reddit', 'news-blogs', 'web'] as const

/** The range when nobody names one. */
export const defaultRangeChoice: RangeChoice = { kind: 'days', days: 30 }

/**
 * The question as the command line that asks it: a button carries it, so that a press months later is answered afresh.
 * Quotation marks within a name are left out; names are compared without them.
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

/** The range as it is written in the command: `30d`, `last month`, `2026-10-01..2026-10-31`. */
function formatRangeChoice(choice: RangeChoice): string {
  if (choice.kind === 'days') return `${choice.days}d`
  return choice.kind === 'named' ? choice.name : `${choice.from}..${choice.to}`
}
