import { isDeepStrictEqual } from 'node:util'
import type { TotalType } from '@overheard/mention-client/insight'
import type { Button } from '@slack/types'
import { button, context, optionOf, plainText } from '../messages/kit/block-kit.ts'
import { sourceName } from '../messages/kit/labels.ts'
import { cut, ellipsize } from '../messages/kit/text.ts'
import type { RangeChoice } from '../model/date-range.ts'
import type { Block } from '../model/message.ts'
import { choiceWords, formatQuestion, insightSources, type StatsQuestion } from './question.ts'
import { say } from './say.ts'

/** Slack's limit for a text object, in characters (Block Kit reference). */
const longestSmallPrint = 3_000

/**
 * Puts all lines into one element, because a context block has at most ten. The element is plain text, because the lines contain text of
 * the mention service.
 */
export function smallPrint(lines: string[]): Block {
  return context(plainText(ellipsize(lines.join('\n'), longestSmallPrint)))
}

/** Assumed: the service may count people or per cent here, so these have only shares. */
export const insightsOfAuthors: readonly TotalType[] = ['gender', 'age']

/**
 * Every control that replaces the answer has an action id with this prefix, and its value is a question. The ids in one
 * message must differ, so each has its own ending.
 */
export const askActionPrefix = 'stats_ask:'

export const postActionId = 'stats_post'

/** A choice with this prefix first asks for two dates. The rest of its value is the question. */
export const customRange = 'custom:'

const days = (count: number): RangeChoice => ({ kind: 'days', days: count })
const ranges: RangeChoice[] = [
  days(7),
  days(30),
  days(90),
  { kind: 'named', name: 'this month' },
  { kind: 'named', name: 'last month' },
]

/** `offered` are the sources that a menu offers. */
export function statsActions(question: StatsQuestion, offered: readonly string[] = insightSources): Block[] {
  const { granularity: _, ...byRange } = question
  const isListed = ranges.some((choice) => isDeepStrictEqual(choice, question.choice))
  const ranged = [...(isListed ? [] : [question.choice]), ...ranges].map((choice) => ({
    label: capitalised(choiceWords(choice)),
    asks: isDeepStrictEqual(choice, question.choice) ? question : { ...byRange, choice },
  }))
  const custom = { label: say.customRange(), value: `${customRange}${formatQuestion(question)}` }
  const single = offered.map((source) => [source])
  const isOffered = [[], ...single].some((choice) => isDeepStrictEqual(choice, question.sources))
  const sources = [[], ...(isOffered ? [] : [question.sources]), ...single].map((names) => ({
    label: names.length === 0 ? say.allSources() : names.map(sourceName).join(', '),
    asks: { ...question, sources: names },
  }))
  const elements = [
    ...askSelect('range', ranged, question, [custom]),
    ...askSelect('source', sources, question),
    ...(question.versus === undefined ? [breakdownButton(question)] : []),
    button(say.postToChannel(), postActionId, formatQuestion(question)),
  ]
  return [{ type: 'actions', elements }]
}

function breakdownButton(question: StatsQuestion): Button {
  return question.more
    ? askButton(say.summary(), 'less', { ...question, more: false })
    : askButton(say.breakdown(), 'more', { ...question, more: true })
}

/** Slack's limits for an option, in characters (Block Kit reference). */
const longestOptionText = 75
const longestOptionValue = 150

function askSelect(
  ending: string,
  choices: { label: string; asks: StatsQuestion }[],
  current: StatsQuestion,
  more: { label: string; value: string }[] = [],
): object[] {
  const asked = choices.map(({ label, asks }) => ({
    label: cut(label, longestOptionText),
    value: formatQuestion(asks),
  }))
  const options = [...asked, ...more].filter(({ value }) => value.length <= longestOptionValue).map(optionOf)
  const chosen = options.find(({ value }) => value === formatQuestion(current))
  if (chosen === undefined) return []
  return [
    { type: 'static_select', action_id: `${askActionPrefix}${ending}`, options, initial_option: chosen },
  ]
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function askButton(label: string, ending: string, question: StatsQuestion): Button {
  return button(label, `${askActionPrefix}${ending}`, formatQuestion(question))
}
