import type { Ms } from '@overheard/base/time'
import type { DateRange } from '@overheard/mention-client/insight'
import type { RichTextList, RichTextSection } from '@slack/types'
import { actionIds } from '../../messages/kit/block-actions.ts'
import {
  bold,
  bullets,
  header,
  partsOf,
  type RichPart,
  richLine,
  richText,
  textMessage,
  words,
} from '../../messages/kit/block-kit.ts'
import { fullRange, type Sentence, sentenceAsRichText, sentenceAsText } from '../../messages/kit/dates.ts'
import { ended, labelled, sentences } from '../../messages/kit/labels.ts'
import { list, type Spoken } from '../../messages/kit/say.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText, webAddress } from '../../messages/kit/text.ts'
import { reasonSentence, ruleName } from '../../messages/reasons.ts'
import type { DecisionRecord } from '../../model/decision.ts'
import type { Block, Content } from '../../model/message.ts'
import { smallPrint } from '../../stats/answer.ts'
import { type DigestAsk, pageActions } from '../actions.ts'
import { say } from '../say.ts'
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
  const range = fullRange(ask.range)
  if (groups.length === 0) return textMessage(say.everythingPosted({ range }), ...accountingLines(accounting))
  const title = say.notPostedTitle({ range })
  const sums = accountingLines(accounting)
  const footer = [say.notPostedNote(), ...(pages > 1 ? [say.page({ page: ask.page + 1, pages })] : [])]
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
    say.notPostedForgotten({ range: fullRange(range) }),
    say.keptFor({ days: Math.round(logRetentionMs / dayMs) }),
  )
}

function countOf({ outcome, reason, count }: NotPostedGroup): string {
  if (outcome === 'waiting') return say.waiting({ count })
  if (outcome === 'rejected') return say.rejected({ count })
  if (reason.startsWith('mute')) return say.mutedOf({ count, kind: reason.split('.')[1] ?? '' })
  if (reason.startsWith('duplicate')) return say.duplicates({ count })
  return say.filteredBy({ count, rule: ruleName(reason) })
}

function meaningOf({ outcome, reason }: NotPostedGroup): string {
  if (outcome === 'rejected') return say.slackRejected({ reason: isolate(cut(reason, 60)) })
  return reasonText(reason, undefined)
}

function groupBlock(group: NotPostedGroup): Block {
  const meaning = saysAll(group) ? '' : `: ${meaningOf(group)}`
  const heading = richLine([bold(countOf(group)), words(meaning)])
  const others = othersWords(group).map((sentence) => richLine([words(sentence)]))
  const top = [...group.top.map((one) => richLine(topParts(one))), ...others]
  const newest = group.newest.map((entry) => richLine(groupEntryParts(group, entry)))
  return richText(heading, ...listOf(top), richLine([words(say.latest())]), ...listOf(newest))
}

/** The count of a mute says what is muted. */
const saysAll = ({ reason }: NotPostedGroup) => reason.startsWith('mute')

/** Not all values of a group are shown, and the numbers must add up. */
function othersWords({ count, top }: NotPostedGroup): string[] {
  const rest = count - top.reduce((sum, one) => sum + one.count, 0)
  return top.length > 0 && rest > 0 ? [say.countOfOthers({ count: rest })] : []
}

function listOf(elements: RichTextSection[]): RichTextList[] {
  return elements.length === 0 ? [] : [bullets(elements)]
}

function topParts(top: NotPostedGroup['top'][number]): RichPart[] {
  const { card, count } = top
  if (card === undefined) return [words(topWords(top))]
  const value: RichPart = { type: 'link', url: card, text: say.thisPost() }
  return partsOf(say.countOf({ count, value }))
}

function topWords({ value: written, count, by, card }: NotPostedGroup['top'][number]): string {
  const value = card === undefined ? isolate(cut(written, 80)) : say.onePost()
  return by === undefined
    ? say.countOf({ count, value })
    : say.countMutedBy({ count, value, person: isolate(cut(by, 40)) })
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
  return isolate(cut(url.replace(/^https?:\/\//i, ''), 60)) || say.mention({ id })
}

function groupWords(group: NotPostedGroup): string {
  const all = [
    saysAll(group) ? countOf(group) : labelled(countOf(group), meaningOf(group)),
    ...group.top.map(topWords),
    ...othersWords(group),
    ...group.newest.map((entry) => `${addressWords(entry)}${sentenceAsText(factsOf(group, entry))}`),
  ]
  return sentences(all.map(ended))
}

const namedRules = 6

export function accountingLines(accounting: DeliveryReport): string[] {
  const { found, posted, own, inBursts } = accounting
  if (found === 0) return [say.foundNothing()]
  const shown = posted + own + inBursts
  const reasons = notPostedReasons(accounting)
  if (reasons.length === 0) return [say.postedAll({ found, inBursts, own })]
  return [
    say.left({ left: found - shown, found, reasons: list(reasons, 'narrow') }),
    say.posted({ shown, inBursts, own }),
  ]
}

function notPostedReasons({ filtered, muted, duplicate, waiting, rejected }: DeliveryReport): string[] {
  const byRules = filtered.reduce((sum, { count }) => sum + count, 0)
  return [
    ...(byRules > 0 ? [say.filteredByRules({ count: byRules, rules: ruleWords(filtered) })] : []),
    ...(muted > 0 ? [say.muted({ count: muted })] : []),
    ...(duplicate > 0 ? [say.duplicates({ count: duplicate })] : []),
    ...(waiting > 0 ? [say.waiting({ count: waiting })] : []),
    ...(rejected > 0 ? [say.rejected({ count: rejected })] : []),
  ]
}

function ruleWords(filtered: DeliveryReport['filtered']): Spoken {
  const named = filtered
    .slice(0, namedRules)
    .map(({ rule, count }) => say.byRule({ count, rule: ruleName(rule) }))
  const rest = filtered.slice(namedRules).reduce((sum, { count }) => sum + count, 0)
  return list([...named, ...(rest > 0 ? [say.byOtherRules({ count: rest })] : [])], 'narrow')
}

export function reasonText(reason: string, detail: string | undefined): string {
  return sentenceAsText(reasonSentence(reason, detail))
}
