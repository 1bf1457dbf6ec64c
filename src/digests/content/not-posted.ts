import type { RichTextList, RichTextSection } from '@slack/types'
import type { Ms } from '../../async/time.ts'
import { actionIds } from '../../messages/kit/block-actions.ts'
import {
  bold,
  bullets,
  header,
  type RichPart,
  richLine,
  richText,
  textMessage,
  words,
} from '../../messages/kit/block-kit.ts'
import { fullRange, type Sentence, sentenceAsRichText, sentenceAsText } from '../../messages/kit/dates.ts'
import { grouped, plural } from '../../messages/kit/numbers.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText, webAddress } from '../../messages/kit/text.ts'
import { reasonSentence, ruleName } from '../../messages/reasons.ts'
import type { DecisionRecord } from '../../model/decision.ts'
import type { DateRange } from '../../model/insight.ts'
import type { Block, Content } from '../../model/message.ts'
import { smallPrint } from '../../stats/answer.ts'
import { type DigestAsk, pageActions } from '../actions.ts'
import type { DeliveryReport } from './delivery-report.ts'

export type NotPostedGroup = {
  outcome: DecisionRecord['outcome']
  reason: string
  count: number
  /**
   * The values that decided most often, such as a muted name. `by` is the person who muted, and `card` is the permalink of the card that a
   * duplicate joined.
   */
  top: { value: string; count: number; by?: string; card?: string }[]
  newest: DecisionRecord[]
}

export type NotPostedView = {
  ask: DigestAsk
  pages: number
  accounting: DeliveryReport
  groups: NotPostedGroup[]
}

/** With three values and three examples each, this many groups stay below Slack's limit for a message. */
export const groupsPerPage = 4

/** A longer address (in characters) is shown as text, because a long link would fill the message. */
const longestLink = 300
const dayMs = 86_400_000

export function notPostedMessage({ ask, pages, accounting, groups }: NotPostedView): Content {
  const title = `Mentions not posted, and why: ${fullRange(ask.range)}`
  if (groups.length === 0)
    return textMessage(`${title}. Everything was posted.`, ...accountingLines(accounting))
  const sums = accountingLines(accounting)
  const footer = [
    'Current state; some may have been posted since the digest. Counted by the day on which a mention was found (UTC).',
    ...(pages > 1 ? [`Page ${ask.page + 1} of ${pages}`] : []),
  ]
  const blocks: Block[] = [
    header(title),
    richText(richLine([words(sums.join('\n'))])),
    ...groups.map(groupBlock),
    smallPrint(footer),
    ...pageActions(actionIds.digestHeldBack, ask, pages),
  ]
  const lines = [title, ...sums, ...groups.map(groupWords), ...footer]
  return { text: ellipsize(escapeMrkdwn(lines.join('\n')), longestText), blocks }
}

export function notPostedForgotten(range: DateRange, logRetentionMs: Ms): Content {
  return textMessage(
    `The list of mentions that were not posted on ${fullRange(range)} is no longer available.`,
    `Overheard keeps it for ${plural(Math.round(logRetentionMs / dayMs), 'day')}.`,
  )
}

function countOf({ outcome, reason, count }: NotPostedGroup): string {
  return `${grouped(count)} ${columnName(outcome, reason)}`
}

function columnName(outcome: NotPostedGroup['outcome'], reason: string): string {
  if (outcome === 'waiting') return 'waiting'
  if (outcome === 'rejected') return 'rejected by Slack'
  if (reason.startsWith('mute')) return 'muted'
  return reason.startsWith('duplicate') ? 'duplicates' : `filtered by ${ruleName(reason)}`
}

function meaningOf({ outcome, reason }: NotPostedGroup): string {
  if (outcome === 'rejected') return `Slack rejected it (${isolate(cut(reason, 60))})`
  return reasonText(reason, undefined)
}

function groupBlock(group: NotPostedGroup): Block {
  const heading = richLine([bold(countOf(group)), words(`: ${meaningOf(group)}`)])
  const top = group.top.map((one) => richLine(topParts(one)))
  const newest = group.newest.map((entry) => richLine(groupEntryParts(group, entry)))
  return richText(heading, ...listOf(top), richLine([words('Latest')]), ...listOf(newest))
}

function listOf(elements: RichTextSection[]): RichTextList[] {
  return elements.length === 0 ? [] : [bullets(elements)]
}

function topParts(top: NotPostedGroup['top'][number]): RichPart[] {
  const { card } = top
  return card === undefined
    ? [words(topWords(top))]
    : [words(`${grouped(top.count)} `), { type: 'link', url: card, text: 'this post' }]
}

function topWords({ value, count, by, card }: NotPostedGroup['top'][number]): string {
  const muter = by === undefined ? '' : `, muted by ${isolate(cut(by, 40))}`
  return `${grouped(count)} ${card === undefined ? isolate(cut(value, 80)) : 'one post'}${muter}`
}

function groupEntryParts(group: NotPostedGroup, entry: DecisionRecord): RichPart[] {
  const address = linkOf(entry)
  const shown = addressWords(entry)
  const link: RichPart = address === undefined ? words(shown) : { type: 'link', url: address, text: shown }
  return [link, ...sentenceAsRichText(factsOf(group, entry))]
}

function factsOf(group: NotPostedGroup, { at, reason, detail }: DecisionRecord): Sentence {
  const why = group.outcome === 'rejected' ? [] : reasonSentence(reason, detail)
  const saysMore = why.length > 0 && sentenceAsText(why) !== meaningOf(group)
  return [', ', { at, as: 'date' }, ...(saysMore ? [': ', ...why] : [])]
}

function linkOf({ url }: DecisionRecord): string | undefined {
  const address = webAddress(url)
  return address === undefined || address.length > longestLink ? undefined : address
}

function addressWords({ url, id }: DecisionRecord): string {
  return isolate(cut(url.replace(/^https?:\/\//i, ''), 60)) || `mention ${id}`
}

function groupWords(group: NotPostedGroup): string {
  return [
    `${countOf(group)}: ${meaningOf(group)}.`,
    ...group.top.map((top) => `${topWords(top)}.`),
    ...group.newest.map((entry) => `${addressWords(entry)}${sentenceAsText(factsOf(group, entry))}.`),
  ].join(' ')
}

const namedRules = 6

export function accountingLines(accounting: DeliveryReport): string[] {
  const { found, posted, own, inBursts } = accounting
  if (found === 0) return ['Overheard found nothing new for this channel on these days.']
  const shown = posted + own + inBursts
  const ours = own === 0 ? '' : `, ${grouped(own)} of them your own`
  const inGroups = `${inBursts === 0 ? '' : `, ${grouped(inBursts)} of them grouped`}${ours}`
  const rest = summands(accounting)
  if (rest.length === 0)
    return [`Posted: ${found === 1 ? 'the only mention' : `all ${plural(found, 'mention')}`}${inGroups}.`]
  const left = `Not posted: ${grouped(found - shown)} of ${plural(found, 'mention')}`
  return [`${left}. ${rest.map(countedWords).join(', ')}.`, `Posted: ${grouped(shown)}${inGroups}.`]
}

type Summand = { count: number; what: string }

function summands(accounting: DeliveryReport): Summand[] {
  const { filtered, muted, duplicate, waiting, rejected } = accounting
  const all = [
    {
      count: filtered.reduce((sum, { count }) => sum + count, 0),
      what: `filtered${ruleWords(filtered)}`,
    },
    { count: muted, what: 'muted' },
    { count: duplicate, what: 'duplicates' },
    { count: waiting, what: 'waiting' },
    { count: rejected, what: 'rejected by Slack' },
  ]
  return all.filter(({ count }) => count > 0)
}

const countedWords = ({ count, what }: Summand) => `${grouped(count)} ${what}`

function ruleWords(filtered: DeliveryReport['filtered']): string {
  if (filtered.length === 0) return ''
  const named = filtered
    .slice(0, namedRules)
    .map(({ rule, count }) => `${grouped(count)} by ${ruleName(rule)}`)
  const rest = filtered.slice(namedRules).reduce((sum, { count }) => sum + count, 0)
  return ` (${[...named, ...(rest > 0 ? [`${grouped(rest)} by other rules`] : [])].join(', ')})`
}

export function reasonText(reason: string, detail: string | undefined): string {
  return sentenceAsText(reasonSentence(reason, detail))
}
