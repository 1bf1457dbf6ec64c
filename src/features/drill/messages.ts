import type { Ms } from '../../async/time.ts'
import {
  actions,
  bold,
  button,
  context,
  plainText,
  richLine,
  richText,
  words,
} from '../../messages/kit/block-kit.ts'
import { duration } from '../../messages/kit/numbers.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../../messages/kit/text.ts'
import { personName } from '../../messages/mention/mention-parts.ts'
import type { Content } from '../../model/message.ts'
import type { Answer, Drill, Scenario } from './model.ts'

export const answerAction = 'drill_answer'

/** Marks a message as a drill, and takes its controls away, which would do something in earnest. */
export function marked(content: Content, by: string): Content {
  const about = `This is a drill, begun by ${personName(by)}. What it shows is made up and counts nowhere.`
  return {
    text: ellipsize(`Drill: ${content.text}\n${escapeMrkdwn(about)}`, longestText),
    blocks: [
      richText(richLine([bold('Drill'), words(` · ${about}`)])),
      ...content.blocks.filter(({ type }) => type !== 'actions'),
    ],
  }
}

/** The message in the channel, with the people who have answered. */
export function drillMessage({ id, channel, content, answers, startedAt, over }: Drill, postedAt?: number) {
  const since = postedAt ?? startedAt
  const said = answers.map((answer) => answerWords(answer, since))
  const end = over ? ['The drill is over.'] : []
  const lines = [...said, ...end]
  return {
    text: ellipsize([content.text, ...lines.map(escapeMrkdwn)].join('\n'), longestText),
    blocks: [
      ...content.blocks,
      ...(lines.length === 0 ? [] : [context(plainText(cut(lines.join(' · '), 1900)))]),
      ...(over ? [] : actions([answerButton(channel, id)])),
    ],
  } satisfies Content
}

/** The message to the person who is called. */
export const withAnswerButton = (content: Content, channel: string, id: string): Content => ({
  ...content,
  blocks: [...content.blocks, ...actions([answerButton(channel, id)])],
})

const answerButton = (channel: string, id: string) =>
  button('I am on it', answerAction, JSON.stringify([channel, id]), 'primary')

const answerWords = ({ name, at }: Answer, since: number) =>
  `${personName(name)} answered after ${duration(Math.max(0, at - since))}`

/** `missing` are the names of people who were called by name and did not answer. `others` were called too, but nobody knows who they are. */
export type DrillReport = {
  scenario: Scenario
  subscription: string
  answers: Answer[]
  postedAt: number
  missing: string[]
  others: boolean
  tookMs: Ms
}

export function drillReport(report: DrillReport): Content {
  const { answers, postedAt, missing, others, tookMs } = report
  const headline = `Drill over: ${scenarioNames[report.scenario]} of ${isolate(cut(report.subscription, 80))}`
  const lines = [
    ...(answers.length === 0 ? [`Nobody answered within ${duration(tookMs)}.`] : []),
    ...answers.slice(0, mostShown).map((answer) => `${answerWords(answer, postedAt)}.`),
    ...(answers.length > mostShown ? [`${answers.length - mostShown} more people answered.`] : []),
    ...(missing.length === 0 ? [] : [`Called, but no answer: ${missing.map(personName).join(', ')}.`]),
    ...(others ? ['A group, or everybody here, was called, too.'] : []),
    ...(missing.length === 0 && !others && answers.length === 0 ? ['Nobody was called by name.'] : []),
    'Nothing of this counts in lists, statistics, digests or exports.',
  ]
  return {
    text: ellipsize([headline, ...lines].map(escapeMrkdwn).join('\n'), longestText),
    blocks: [
      richText(richLine([bold(headline)])),
      richText(richLine([words(cut(lines.slice(0, -1).join('\n'), 2900))])),
      context(plainText(lines.at(-1) ?? '')),
    ],
  }
}

const mostShown = 20

const scenarioNames: Record<Scenario, string> = {
  urgent: 'an urgent mention',
  burst: 'a burst',
  spike: 'a spike',
}

export const drillTexts = {
  help: '• `drill [urgent|burst|spike] [name]`: find out who answers, with a made-up mention that counts nowhere',
  running: 'A drill is running in this channel already.',
  over: 'This drill is over. Your answer is not in its report.',
  answered: 'Your answer is in the report of the drill.',
  paused: (name: string) => `${quote(name)} is paused, so it would post nothing. The drill does not begin.`,
  noSpikes: (name: string) =>
    `${quote(name)} has spike: off, so it would not tell of a spike. The drill does not begin.`,
  held: (name: string) =>
    `It is quiet hours for ${quote(name)}: the made-up mention would wait, and call nobody. The drill does not begin.`,
  excluded: (name: string, reason: string) =>
    `The rules of ${quote(name)} leave out what this drill would post (${isolate(cut(reason, 60))}). The drill does not begin.`,
  mayNotPost: 'The alert may not be posted in that channel. The drill does not begin.',
  begins: ({ calls, reportAfterMs }: { calls: string; reportAfterMs: Ms }) =>
    `The drill begins. ${calls} The report comes a minute after the first answer, or after ${duration(reportAfterMs)}.`,
}

export const drillQuestion = (name: string, calls: string) => ({
  question: `This posts a made-up mention to the channel of ${quote(name)}, and people answer as in earnest. ${calls} Begin the drill?`,
  label: 'Begin the drill',
})

const quote = (name: string) => isolate(cut(name, 80))

export const callWords = (notifies: boolean, afterMs: Ms | undefined): string =>
  [
    notifies ? 'The message calls the people of notify.' : 'The message calls nobody.',
    ...(afterMs === undefined
      ? []
      : [
          `Without an answer, the person on watch is called after ${duration(afterMs)}, and then the people of notify again.`,
        ]),
  ].join(' ')
