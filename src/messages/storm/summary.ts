/** What stays as the card of a storm that is over. */

import type { RichTextList } from '@slack/types'
import type { Mention } from '../../model/mention.ts'
import type { Block, Content } from '../../model/message.ts'
import type { SpikeSummary } from '../../model/storm.ts'
import { bold, context, mrkdwn, plainText, richLine, richText, words } from '../block-kit.ts'
import { grouped, percent, plural, short } from '../numbers.ts'
import { slackDate, slackTime, utc } from '../slack-date.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../text.ts'
import { negativeWords, type Permalinks, spikeEntryParts, spikeEntryText, topsWords } from './words.ts'

/** `handled`: how many of the storm's mentions were claimed or done; `endedAt`: when it was last loud (UTC, ms). */
type EndedSpikeView = {
  alertName: string
  summary: SpikeSummary
  endedAt: number
  handled: number
  permalinks: Permalinks
}

/** The summary: how much, how long, how strong, how much was handled, and what started it. */
export function endedSpikeCard({
  alertName,
  summary,
  endedAt,
  handled,
  permalinks,
}: EndedSpikeView): Content {
  const headline = `Storm over: ${plural(summary.total, 'mention')} in ${durationWords(endedAt - summary.startedAt)}, ${isolate(cut(alertName, 100))}`
  const facts = factsOf(summary, handled)
  const tops = topsWords(summary)
  const examples = examplesOf(summary)
  const blocks: Block[] = [
    richText(richLine([bold(headline)])),
    context(plainText(facts)),
    ...(examples.length === 0 ? [] : [richText(exampleList(examples, permalinks))]),
    ...(tops === '' ? [] : [context(plainText(tops))]),
    ...datesOf(summary, endedAt),
  ]
  const sentences = [`${headline}.`, `${facts}.`, tops, plainDates(summary, endedAt)]
    .filter((part) => part !== '')
    .map(escapeMrkdwn)
  const text = [
    ...sentences,
    ...examples.map(({ label, mention }) => `${label}: ${spikeEntryText(mention)}`),
  ].join('\n')
  return { text: ellipsize(text, longestText), blocks }
}

/** Peak 212 an hour · 👎 71 % negative · 1.2M reach · 38 % handled (54). */
function factsOf(summary: SpikeSummary, handled: number): string {
  const share =
    summary.total === 0
      ? 'nothing to handle'
      : `${percent(handled / summary.total)} handled (${grouped(handled)})`
  const facts = [
    `Peak ${grouped(summary.peak.count)} an hour`,
    negativeWords(summary),
    `${short(summary.reach)} reach`,
    share,
  ]
  return facts.filter((fact) => fact !== '').join(' · ')
}

type Example = { label: string; mention: Mention }

function examplesOf({ earliest, widestReach }: SpikeSummary): Example[] {
  const isBoth = earliest !== undefined && earliest.id === widestReach?.id
  if (isBoth) return [{ label: 'First and most seen', mention: earliest }]
  return [
    ...(earliest === undefined ? [] : [{ label: 'First', mention: earliest }]),
    ...(widestReach === undefined ? [] : [{ label: 'Most seen', mention: widestReach }]),
  ]
}

function exampleList(examples: Example[], permalinks: Permalinks): RichTextList {
  const elements = examples.map(({ label, mention }) =>
    richLine([words(`${label}: `), ...spikeEntryParts(mention, permalinks)]),
  )
  return { type: 'rich_text_list', style: 'bullet', elements }
}

function datesOf({ startedAt }: SpikeSummary, endedAt: number): Block[] {
  const [from, to] = [slackDate(startedAt), slackTime(endedAt)]
  return from === undefined || to === undefined ? [] : [context(mrkdwn(from), plainText('to'), mrkdwn(to))]
}

function plainDates({ startedAt }: SpikeSummary, endedAt: number): string {
  const isSound = slackDate(startedAt) !== undefined && slackDate(endedAt) !== undefined
  return isSound ? `${utc(startedAt)} to ${utc(endedAt)}` : ''
}

/** A length in ms: 45 min, 1 h 24 min. */
export function durationWords(length: number): string {
  const minutes = Math.max(0, Math.round(length / 60_000))
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return `${grouped(Math.floor(minutes / 60))} h${rest === 0 ? '' : ` ${rest} min`}`
}
