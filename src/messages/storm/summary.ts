/** What stays as the card of a storm that is over. */

import type { RichTextList } from '@slack/types'
import type { Mention } from '../../model/mention.ts'
import type { Block, Content } from '../../model/message.ts'
import type { StormTale } from '../../model/storm.ts'
import { bold, context, mrkdwn, plainText, richLine, richText, words } from '../block-kit.ts'
import { grouped, percent, plural, short } from '../numbers.ts'
import { slackDate, slackTime, utc } from '../slack-date.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../text.ts'
import { mentionParts, mentionText, negativeWords, type Permalinks, topsWords } from './words.ts'

/** `handled`: how many of the storm's mentions were claimed or done; `endedAt`: when it was last loud (UTC, ms). */
type StormSummary = {
  alertName: string
  tale: StormTale
  endedAt: number
  handled: number
  permalinks: Permalinks
}

/** The summary: how much, how long, how strong, how much was handled, and what started it. */
export function stormSummary({ alertName, tale, endedAt, handled, permalinks }: StormSummary): Content {
  const headline = `Storm over: ${plural(tale.total, 'mention')} in ${lengthWords(endedAt - tale.startedAt)}, ${isolate(cut(alertName, 100))}`
  const facts = factsOf(tale, handled)
  const tops = topsWords(tale)
  const examples = examplesOf(tale)
  const blocks: Block[] = [
    richText(richLine([bold(headline)])),
    context(plainText(facts)),
    ...(examples.length === 0 ? [] : [richText(exampleList(examples, permalinks))]),
    ...(tops === '' ? [] : [context(plainText(tops))]),
    ...datesOf(tale, endedAt),
  ]
  const told = [`${headline}.`, `${facts}.`, tops, plainDates(tale, endedAt)]
    .filter((part) => part !== '')
    .map(escapeMrkdwn)
  const text = [...told, ...examples.map(({ label, mention }) => `${label}: ${mentionText(mention)}`)].join(
    '\n',
  )
  return { text: ellipsize(text, longestText), blocks }
}

/** Peak 212 an hour · 👎 71 % negative · 1.2M reach · 38 % handled (54). */
function factsOf(tale: StormTale, handled: number): string {
  const share =
    tale.total === 0 ? 'nothing to handle' : `${percent(handled / tale.total)} handled (${grouped(handled)})`
  const facts = [
    `Peak ${grouped(tale.peak.count)} an hour`,
    negativeWords(tale),
    `${short(tale.reach)} reach`,
    share,
  ]
  return facts.filter((fact) => fact !== '').join(' · ')
}

type Example = { label: string; mention: Mention }

function examplesOf({ earliest, mostSeen }: StormTale): Example[] {
  const isBoth = earliest !== undefined && earliest.id === mostSeen?.id
  if (isBoth) return [{ label: 'First and most seen', mention: earliest }]
  return [
    ...(earliest === undefined ? [] : [{ label: 'First', mention: earliest }]),
    ...(mostSeen === undefined ? [] : [{ label: 'Most seen', mention: mostSeen }]),
  ]
}

function exampleList(examples: Example[], permalinks: Permalinks): RichTextList {
  const elements = examples.map(({ label, mention }) =>
    richLine([words(`${label}: `), ...mentionParts(mention, permalinks)]),
  )
  return { type: 'rich_text_list', style: 'bullet', elements }
}

function datesOf({ startedAt }: StormTale, endedAt: number): Block[] {
  const [from, to] = [slackDate(startedAt), slackTime(endedAt)]
  return from === undefined || to === undefined ? [] : [context(mrkdwn(from), plainText('to'), mrkdwn(to))]
}

function plainDates({ startedAt }: StormTale, endedAt: number): string {
  const isSound = slackDate(startedAt) !== undefined && slackDate(endedAt) !== undefined
  return isSound ? `${utc(startedAt)} to ${utc(endedAt)}` : ''
}

/** A length in ms: 45 min, 1 h 24 min. */
export function lengthWords(length: number): string {
  const minutes = Math.max(0, Math.round(length / 60_000))
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return `${grouped(Math.floor(minutes / 60))} h${rest === 0 ? '' : ` ${rest} min`}`
}
