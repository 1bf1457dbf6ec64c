import type { Button } from '@slack/types'
import { formatQuestion, insightSources, type StatsQuestion } from '../../insights/question.ts'
import type { Block } from '../../model/message.ts'
import { button } from '../block-kit.ts'
import { sourceName } from '../source-name.ts'

/**
 * Every control whose action id begins with this asks the question in its value (see `printQuestion`) and shows the
 * answer in place. Slack wants the ids of one message to differ, so each has its own ending.
 */
export const askActionPrefix = 'stats_ask:'

/** Posts the answer to the question in its value to the channel. */
export const postActionId = 'stats_post'

/** A select whose options' values are questions: shows the answer in place. */
export const chooseActionId = 'stats_choose'

const ranges = [7, 30, 90]

/** The controls under an answer: other ranges, more or less of it, the channel; and the sources in the longer answer. */
export function statsActions(question: StatsQuestion): Block[] {
  const elements = [
    ...ranges.map((days) => rangeButton(question, days)),
    question.more
      ? askButton('Less', 'less', { ...question, more: false, sources: [] })
      : askButton('More… (by source)', 'more', { ...question, more: true }),
    button('Post to channel', postActionId, formatQuestion(question)),
  ]
  return [{ type: 'actions', elements }, ...(question.more ? [sourceActions(question)] : [])]
}

function rangeButton(question: StatsQuestion, days: number): Button {
  const { choice } = question
  const shown = choice.kind === 'days' && choice.days === days
  const { granularity: _, ...rest } = question
  return askButton(`${days} d`, `${days}d`, { ...rest, choice: { kind: 'days', days } }, shown)
}

function sourceActions(question: StatsQuestion): Block {
  const isShown = (source: string) => question.sources.length === 1 && question.sources[0] === source
  return {
    type: 'actions',
    elements: [
      askButton('All sources', 'all', { ...question, sources: [] }, question.sources.length === 0),
      ...insightSources.map((source) =>
        askButton(sourceName(source), source, { ...question, sources: [source] }, isShown(source)),
      ),
    ],
  }
}

function askButton(label: string, ending: string, question: StatsQuestion, shown = false): Button {
  return button(label, `${askActionPrefix}${ending}`, formatQuestion(question), shown ? 'primary' : undefined)
}
