import type { ActionsBlock, RichTextList } from '@slack/types'
import { compareIds, type Id } from '../model/id.ts'
import type { Mention, Sentiment } from '../model/mention.ts'
import type { Block, Content } from '../model/message.ts'
import { actionIds, buttonValue } from './block-actions.ts'
import { bold, button, context, plainText, richLine, richText } from './block-kit.ts'
import { sourceName } from './labels.ts'
import { entryParts, entryText } from './mention-parts.ts'
import { grouped, plural, short } from './numbers.ts'
import { addressInText, cut, ellipsize, escapeMrkdwn, isolate, longestText, webAddress } from './text.ts'

/** Many mentions at once: a parent with the few that matter most; the rest stands in its thread (thread.ts). */

/** What a parent tells: all mentions of the burst, and those among them that it shows itself. */
type Burst = {
  alertName: string
  mentions: Mention[]
  top: Mention[]
  /** For whom the button stands under the loudest; without it there is none. */
  actFor?: { subscription: string; alert: Id }
}

/** How many mentions a parent shows itself. */
export const shownByParent = 3

/** How many sources are named; the others are summed up. */
const namedSources = 3

/** The parent of a burst. The mentions that are not among `loudest` are for the thread. */
export function burstParent({ alertName, mentions, top, actFor }: Burst): Content {
  const name = cut(alertName, 100)
  const count = plural(mentions.length, 'new mention')
  const split = splitWords(mentions)
  const rest = mentions.length - top.length
  const more = rest === 0 ? '' : `${grouped(rest)} more in the thread`
  const blocks: Block[] = [
    richText(richLine([bold(`${count}, ${isolate(name)}`)])),
    context(plainText(split)),
    ...(top.length === 0 ? [] : [richText(topMentions(top))]),
    ...(top.length === 0 || actFor === undefined ? [] : [actOnTop(top, actFor)]),
    ...(more === '' ? [] : [context(plainText(`${more} ↓`))]),
  ]
  const entries = top.map((mention) => entryText(mention))
  const headline = escapeMrkdwn(`${count}, ${isolate(name)}. ${split}`)
  return { text: ellipsize([headline, ...entries, more].join('\n').trimEnd(), longestText), blocks }
}

function actOnTop(top: Mention[], place: { subscription: string; alert: Id }): Block {
  const value = buttonValue({ ...place, mentions: top.map(({ id }) => id) })
  const label = top.length === 1 ? 'Act on it' : 'Act on these'
  return {
    type: 'actions',
    elements: [button(label, actionIds.actOnEntries, value)],
  } satisfies ActionsBlock
}

function topMentions(top: Mention[]): RichTextList {
  const elements = top.map((mention) => richLine(entryParts(mention)))
  return { type: 'rich_text_list', style: 'bullet', elements }
}

/** 👎 12 negative · 👍 3 positive · 5 neutral · 1 without sentiment · Reddit 14, Web 7 · 1.1M reach */
function splitWords(mentions: Mention[]): string {
  const of = (sentiment: Mention['sentiment']) =>
    mentions.filter((mention) => mention.sentiment === sentiment).length
  const sentiments = [
    [of('negative'), '👎', 'negative'],
    [of('positive'), '👍', 'positive'],
    [of('neutral'), '', 'neutral'],
    [of(undefined), '', 'without sentiment'],
  ] as const
  const counted = sentiments.flatMap(([count, sign, word]) =>
    count === 0 ? [] : [`${sign} ${count} ${word}`.trim()],
  )
  const reach = mentions.reduce((sum, mention) => sum + mention.reach, 0)
  return [...counted, sourcesWords(mentions), `${short(reach)} reach`]
    .filter((part) => part !== '')
    .join(' · ')
}

function sourcesWords(mentions: Mention[]): string {
  const counts = new Map<string, number>()
  for (const { source } of mentions) counts.set(source, (counts.get(source) ?? 0) + 1)
  const most = [...counts].sort(([, a], [, b]) => b - a)
  const named = most
    .slice(0, namedSources)
    .map(([source, count]) => `${isolate(sourceName(source)) || 'unknown'} ${count}`)
  const others = most.slice(namedSources).reduce((sum, [, count]) => sum + count, 0)
  return [...named, ...(others === 0 ? [] : [`others ${others}`])].join(', ')
}

/** The thread of a burst: the mentions that its parent does not show, at most ten a message, numbered. */

/** How many mentions one message of the thread shows: more is no longer read on a phone. */
export const maxEntries = 10

/** Room kept in the message's text for an entry's number, and for who takes care of it later. Characters. */
const roomBeside = 64

/** One message of a thread: which mentions, the number of the first (from 1), and whose they are. */
type BurstPart = {
  subscription: string
  alert: Id
  mentions: Mention[]
  firstNumber: number
}

/**
 * Cuts the mentions of a thread into messages, in their order: at most ten each, and no more than fit into a text that
 * names every address in full (so that nothing is lost where Slack takes the text only).
 */
export function threadParts(mentions: Mention[]): Mention[][] {
  const parts: Mention[][] = []
  let room = 0
  for (const mention of mentions) {
    const needed = entryText(mention).length + roomBeside
    const part = parts.at(-1)
    if (part !== undefined && part.length < maxEntries && needed <= room) part.push(mention)
    else parts.push([mention])
    room = (parts.at(-1)?.length === 1 ? longestText : room) - needed
  }
  return parts
}

/** One message of a burst's thread: numbered lines, and a button that opens the choice of what to do with one of them. */
export function burstThread(part: BurstPart): Content {
  const { mentions, firstNumber } = part
  const text = mentions.map((mention, index) => `${firstNumber + index}. ${entryText(mention)}`).join('\n')
  return { text: ellipsize(text, longestText), blocks: [richText(numbered(part)), actOnPart(part)] }
}

/** Slack counts on from `offset`; its own types do not name the field yet. */
function numbered({ mentions, firstNumber }: BurstPart): RichTextList & { offset: number } {
  const elements = mentions.map((mention) => richLine(entryParts(mention)))
  return { type: 'rich_text_list', style: 'ordered', offset: firstNumber - 1, elements }
}

function actOnPart({ subscription, alert, mentions, firstNumber }: BurstPart): Block {
  const last = firstNumber + mentions.length - 1
  const range = last === firstNumber ? `${firstNumber}` : `${firstNumber}–${last}`
  const value = buttonValue({ subscription, alert, mentions: mentions.map(({ id }) => id) })
  return {
    type: 'actions',
    elements: [button(`Act on ${range}`, actionIds.actOnEntries, value)],
  } satisfies ActionsBlock
}

/** An address longer than this stays in the thread: three of them would not fit into the parent's plain text. Characters. */
const longestInParent = 500

const sentimentRank: Record<Sentiment | 'unknown', number> = {
  negative: 0,
  neutral: 1,
  positive: 1,
  unknown: 1,
}

/** The `count` mentions that matter most, for a burst's parent: negative ones first, then by reach, then the older. */
export function chooseTopMentions(mentions: Mention[], count: number): Mention[] {
  return mentions
    .filter(({ url }) => addressInText(webAddress(url) ?? '').length <= longestInParent)
    .sort((a, b) => rankOf(a) - rankOf(b) || b.reach - a.reach || compareIds(a.id, b.id))
    .slice(0, count)
}

function rankOf({ sentiment }: Mention): number {
  return sentimentRank[sentiment ?? 'unknown']
}
