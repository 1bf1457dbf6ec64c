import type { Ms } from '@overheard/base/time'
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
import { list, messages } from '../../messages/kit/say.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../../messages/kit/text.ts'
import { personName } from '../../messages/mention/mention-parts.ts'
import type { Content } from '../../model/message.ts'
import type { Answer, Drill, Others, Scenario } from './model.ts'
import { en } from './texts.en.ts'

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

export const answerAction = 'drill_answer'

/** Marks a message as a drill, and takes its controls away, which would do something in earnest. */
export function marked(content: Content, by: string): Content {
  const about = say.about({ person: personName(by) })
  return {
    text: ellipsize(`${say.marked({ text: content.text })}\n${escapeMrkdwn(about)}`, longestText),
    blocks: [
      richText(richLine([bold(say.drill()), words(` · ${about}`)])),
      ...content.blocks.filter(({ type }) => type !== 'actions'),
    ],
  }
}

/** The message in the channel, with the people who have answered. */
export function drillMessage({ id, channel, content, answers, startedAt, over }: Drill, postedAt?: number) {
  const since = postedAt ?? startedAt
  const said = answers.map((answer) => say.answeredAfter(timesOf(answer, since)))
  const end = over ? [say.isOver()] : []
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
  button(say.answer(), answerAction, JSON.stringify([channel, id]), 'primary')

const timesOf = ({ name, at }: Answer, since: number) => ({
  person: personName(name),
  time: duration(Math.max(0, at - since)),
})

/** `missing` are the names of people who were notified by name and did not answer. `others` were notified too, but nobody knows who they are. */
export type DrillReport = {
  scenario: Scenario
  subscription: string
  answers: Answer[]
  postedAt: number
  missing: string[]
  others: Others | undefined
  tookMs: Ms
}

export function drillReport(report: DrillReport): Content {
  const { answers, postedAt, missing, others, tookMs } = report
  const { scenario, subscription } = report
  const headline = say.headline({ scenario, subscription: isolate(cut(subscription, 80)) })
  const lines = [
    ...(answers.length === 0 ? [say.nobody({ time: duration(tookMs) })] : []),
    ...answers.slice(0, mostShown).map((answer) => say.answeredAfterInReport(timesOf(answer, postedAt))),
    ...(answers.length > mostShown ? [say.morePeople({ count: answers.length - mostShown })] : []),
    ...(missing.length === 0 ? [] : [say.noAnswer({ people: list(missing.map(personName), 'narrow') })]),
    ...(others === undefined ? [] : [say.others({ whom: others })]),
    ...(missing.length === 0 && others === undefined && answers.length === 0 ? [say.nobodyCalled()] : []),
    say.countsNowhere(),
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

export const inDrill = (name: string) => ({ name: isolate(cut(name, 80)) })

export const excludedText = (name: string, reason: string) =>
  say.excluded({ ...inDrill(name), reason: isolate(cut(reason, 60)) })

export const drillQuestion = (name: string, calls: string) => ({
  question: say.question({ ...inDrill(name), calls }),
  label: say.begin(),
})

export function callWords(notifies: boolean, afterMs: Ms | undefined): string {
  const whom = notifies ? 'notified' : 'nobody'
  return afterMs === undefined ? say.calls({ whom }) : say.callsLater({ whom, time: duration(afterMs) })
}
