import type { RichTextList, RichTextSection } from '@slack/types'
import type { DeliveryReport } from '../../model/accounting.ts'
import type { DateRange } from '../../model/insight.ts'
import type { Block, Content } from '../../model/message.ts'
import type { DecisionRecord } from '../../model/verdict.ts'
import { actionIds } from '../action-ids.ts'
import { webAddress } from '../address.ts'
import { bold, plainText, type RichPart, richLine, richText, words } from '../block-kit.ts'
import { fullRange } from '../dates.ts'
import { grouped, plural } from '../numbers.ts'
import { reasonSentence, reasonText, ruleName } from '../reason-words.ts'
import { textMessage } from '../say.ts'
import { smallPrint } from '../stats/stats.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../text.ts'
import { type Sentence, sentenceAsRichText, sentenceAsText } from '../told.ts'
import { accountingSum } from './accounting.ts'
import { type DigestAsk, pageActions } from './actions.ts'

/**
 * What one rule held back. `top`: the values that decided most often, with who muted it (`by`) or the address of the card that was joined;
 * `newest`: a few examples.
 */
export type NotPostedGroup = {
  became: DecisionRecord['outcome']
  reason: string
  count: number
  top: { value: string; count: number; by?: string; card?: string }[]
  newest: DecisionRecord[]
}

/** One page of what was held back; `ask.page` is the one shown. */
export type NotPostedView = {
  ask: DigestAsk
  pages: number
  accounting: DeliveryReport
  groups: NotPostedGroup[]
}

/** With three values and three examples each, the longest of all take less than Slack's limit of a message. */
export const groupsPerPage = 4

/** A longer address would crowd out the rest: it is shown as text. Characters. */
const longestLink = 300

const dayMs = 86_400_000

/** For the asker: by which rule mentions were held back, what decided most often, and the newest examples with their reasons. */
export function notPostedMessage({ ask, pages, accounting, groups }: NotPostedView): Content {
  const title = `What was held back, ${fullRange(ask.range)}`
  if (groups.length === 0) return textMessage(`${title}: nothing.`, `${accountingSum(accounting)}.`)
  const feet = [
    `${accountingSum(accounting)}.`,
    'As it is now: what waited when the digest was written may be posted since. By when a mention was found (UTC days).',
    ...(pages > 1 ? [`Page ${ask.page + 1} of ${pages}`] : []),
  ]
  const blocks: Block[] = [
    { type: 'header', text: plainText(title) },
    ...groups.map(groupBlock),
    smallPrint(feet),
    ...pageActions(actionIds.digestHeldBack, ask, pages),
  ]
  const lines = [title, ...groups.map(groupWords), ...feet]
  return { text: ellipsize(escapeMrkdwn(lines.join('\n')), longestText), blocks }
}

/** For the asker: the log no longer reaches back to this digest. `reaches` in ms. */
export function notPostedForgotten(range: DateRange, reaches: number): Content {
  return textMessage(
    `What was held back is remembered for ${plural(Math.round(reaches / dayMs), 'day')}: that of ${fullRange(range)} is gone. What the digest says of it stands.`,
  )
}

/** "98 filtered by language", "38 muted": in the words of the sum, so that each is found there. */
function countOf({ became: outcome, reason, count }: NotPostedGroup): string {
  return `${grouped(count)} ${columnName(outcome, reason)}`
}

function columnName(outcome: NotPostedGroup['became'], reason: string): string {
  if (outcome === 'waiting') return 'waiting'
  if (outcome === 'rejected') return 'refused by Slack'
  if (reason.startsWith('mute')) return 'muted'
  return reason.startsWith('duplicate') ? 'duplicate' : `filtered by ${ruleName(reason)}`
}

function meaningOf({ became: outcome, reason }: NotPostedGroup): string {
  if (outcome === 'rejected') return `Slack’s last word was ${isolate(cut(reason, 60))}`
  return reasonText(reason, undefined)
}

function groupBlock(group: NotPostedGroup): Block {
  const heading = richLine([bold(countOf(group)), words(`: ${meaningOf(group)}`)])
  const top = group.top.map((one) => richLine(topParts(one)))
  const newest = group.newest.map((entry) => richLine(groupEntryParts(group, entry)))
  return richText(heading, ...listOf(top), richLine([words('The newest')]), ...listOf(newest))
}

function listOf(elements: RichTextSection[]): RichTextList[] {
  return elements.length === 0 ? [] : [{ type: 'rich_text_list', style: 'bullet', elements }]
}

function topParts(top: NotPostedGroup['top'][number]): RichPart[] {
  const { card } = top
  return card === undefined
    ? [words(topWords(top))]
    : [words(`${grouped(top.count)} `), { type: 'link', url: card, text: 'this card' }]
}

function topWords({ value, count, by, card }: NotPostedGroup['top'][number]): string {
  const muter = by === undefined ? '' : `, muted by ${isolate(cut(by, 40))}`
  return `${grouped(count)} ${card === undefined ? isolate(cut(value, 80)) : 'one card'}${muter}`
}

function groupEntryParts(group: NotPostedGroup, entry: DecisionRecord): RichPart[] {
  const address = linkOf(entry)
  const shown = addressWords(entry)
  const link: RichPart = address === undefined ? words(shown) : { type: 'link', url: address, text: shown }
  return [link, ...sentenceAsRichText(factsOf(group, entry))]
}

/** When it was found; and why, where that says more than the heading. */
function factsOf(group: NotPostedGroup, { at, reason, detail }: DecisionRecord): Sentence {
  const why = group.became === 'rejected' ? [] : reasonSentence(reason, detail)
  const saysMore = why.length > 0 && sentenceAsText(why) !== meaningOf(group)
  return [', ', { at, as: 'date' }, ...(saysMore ? [': ', ...why] : [])]
}

function linkOf({ url }: DecisionRecord): string | undefined {
  const address = webAddress(url)
  return address === undefined || address.length > longestLink ? undefined : address
}

/** A mention's address without its scheme; the log has nothing else of it. */
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
