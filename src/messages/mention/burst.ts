import { compareIds, type Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import type { RichTextList } from '@slack/types'
import type { ShownMentions } from '../../model/card.ts'
import type { Block, Content } from '../../model/message.ts'
import { type OfferedAction, offeredActions } from '../../model/subscription.ts'
import { actionIds } from '../kit/block-actions.ts'
import { actions, bold, button, context, plainText, richLine, richText } from '../kit/block-kit.ts'
import { sourceName } from '../kit/labels.ts'
import { addressInText, cut, ellipsize, escapeMrkdwn, isolate, longestText, webAddress } from '../kit/text.ts'
import { type CardMenu, severalChoices } from './card-menu.ts'
import { type CardState, combinedReach, entryParts, entryText } from './mention-parts.ts'
import { say } from './say.ts'

/** The parent message lists the mentions in `top`. Its thread lists the other mentions. */
type BurstStart = { alertName: string; mentions: Mention[]; top: Mention[] }

type ShownBurst = Extract<ShownMentions, { kind: 'burst' }>

type StateOf = (mention: Id) => CardState

const isOpen: StateOf = () => ({ kind: 'open' })

export const shownByParent = 3

const namedSources = 3

export function summarizeBurst({ alertName, mentions, top }: BurstStart): ShownBurst {
  const negative = mentions.filter(({ sentiment }) => sentiment === 'negative').map(({ id }) => id)
  const alert = isolate(cut(alertName, 70)) || say.unnamedAlert()
  const more = mentions.length - top.length
  return {
    kind: 'burst',
    headline: say.burst({ alert, count: mentions.length, negative: negative.length }),
    facts: factsOf(mentions),
    more: more === 0 ? '' : say.moreInThread({ count: more, negative: negative.length }),
    mentions: top,
    negative,
  }
}

export function drawBurst(
  { headline, facts, more, mentions: top, negative, offers }: ShownBurst,
  menu: CardMenu,
  stateOf: StateOf = isOpen,
): Content {
  const blocks: Block[] = [
    richText(richLine([bold(headline)])),
    context(plainText(facts)),
    ...(top.length === 0 ? [] : [richText(richLine([bold(topHeading(top))]), numbered(top, 1, stateOf))]),
    ...(top.length === 0 ? [] : parentActions(negative, menu, stateOf, offers)),
    ...(more === '' ? [] : [context(plainText(`${more} ↓`))]),
  ]
  const entries = top.map((mention, index) => `${index + 1}. ${entryText(mention, stateOf(mention.id))}`)
  const text = [escapeMrkdwn(`${headline} · ${facts}`), ...entries, more].filter(Boolean).join('\n')
  return { text: ellipsize(text, longestText), blocks }
}

function parentActions(
  negative: Id[],
  menu: CardMenu,
  stateOf: StateOf,
  offers: readonly OfferedAction[] = offeredActions,
): Block[] {
  const isAnyTaken = negative.some((id) => stateOf(id).kind !== 'open')
  // The states in the thread are not known here, so the number of the others could be wrong.
  const label = isAnyTaken ? say.claimOtherNegatives() : say.claimNegative({ count: negative.length })
  const claim = button(label, actionIds.claimNegative)
  const claims = negative.length < 2 || !offers.includes('claim') ? [] : [claim]
  return actions([...claims, ...chooseButtons(menu, offers)])
}

const chooseButtons = (menu: CardMenu, offers: readonly OfferedAction[] | undefined) =>
  severalChoices(offers, menu).length === 0 ? [] : [button(say.updateSeveral(), actionIds.actOnEntries)]

function factsOf(mentions: Mention[]): string {
  const of = (sentiment: Mention['sentiment']) =>
    mentions.filter((mention) => mention.sentiment === sentiment).length
  const others = [
    [of('positive'), 'positive'],
    [of('neutral'), 'neutral'],
    [of(undefined), 'notRated'],
  ] as const
  const sentiments = others.flatMap(([count, key]) => (count === 0 ? [] : [say[key]({ count })]))
  const reach = mentions.reduce((sum, mention) => sum + mention.reach, 0)
  return [combinedReach(reach), sourcesWords(mentions), sentiments.join(', ')].filter(Boolean).join(' · ')
}

function sourcesWords(mentions: Mention[]): string {
  const counts = new Map<string, number>()
  for (const { source } of mentions) counts.set(source, (counts.get(source) ?? 0) + 1)
  const most = [...counts].sort(([, a], [, b]) => b - a)
  const named = most.slice(0, namedSources).map(([code, count]) => {
    const source = isolate(sourceName(code))
    return source === '' ? say.fromUnknownSources({ count }) : say.fromSource({ count, source })
  })
  const others = most.slice(namedSources).reduce((sum, [, count]) => sum + count, 0)
  return [...named, ...(others === 0 ? [] : [say.fromOtherSources({ count: others })])].join(', ')
}

/**
 * A thread message lists at most this many mentions, because a phone shows no more and a modal allows ten checkboxes.
 */
export const maxEntries = 10

type BurstPart = Omit<Extract<ShownMentions, { kind: 'thread' }>, 'kind'>

export function burstThread(part: BurstPart, menu: CardMenu, stateOf: StateOf = isOpen): Content {
  const { mentions, firstNumber } = part
  const heading = partHeading(part)
  const lines = mentions.map(
    (mention, index) => `${firstNumber + index}. ${entryText(mention, stateOf(mention.id))}`,
  )
  const text = [heading, ...lines].join('\n')
  return {
    text: ellipsize(text, longestText),
    blocks: [
      richText(richLine([bold(heading)]), numbered(mentions, firstNumber, stateOf)),
      ...actions(chooseButtons(menu, part.offers)),
    ],
  }
}

function partHeading({ mentions, firstNumber, total }: BurstPart): string {
  const last = firstNumber + mentions.length - 1
  if (mentions.length < 2)
    return total === undefined
      ? say.mention({ number: firstNumber })
      : say.mentionOf({ number: firstNumber, total })
  const span = { first: firstNumber, last }
  return total === undefined ? say.mentions(span) : say.mentionsOf({ ...span, total })
}

/** Slack starts the numbers after `offset`. The types of Slack's SDK lack this field. */
function numbered(
  mentions: Mention[],
  firstNumber: number,
  stateOf: StateOf,
): RichTextList & { offset: number } {
  const elements = mentions.map((mention) => richLine(entryParts(mention, stateOf(mention.id))))
  return { type: 'rich_text_list', style: 'ordered', offset: firstNumber - 1, elements }
}

/**
 * A mention whose address is longer than this (in characters) goes into the thread, because three such addresses do not
 * fit the parent's text.
 */
const longestInParent = 500

export function chooseTopMentions(mentions: Mention[], count: number): Mention[] {
  return mentions
    .filter(({ url }) => addressInText(webAddress(url) ?? '').length <= longestInParent)
    .sort(byImportance)
    .slice(0, count)
}

export function topHeading(top: Mention[]): string {
  const negative = top.filter(({ sentiment }) => sentiment === 'negative').length
  if (negative === 0) return say.widestReach()
  return negative === top.length ? say.negativeWidestReach() : say.negativeThenWidestReach()
}

/** Sorts negative mentions first, then by reach (the widest first), then by id (the oldest first). */
export function byImportance(a: Mention, b: Mention): number {
  const rank = ({ sentiment }: Mention) => (sentiment === 'negative' ? 0 : 1)
  return rank(a) - rank(b) || b.reach - a.reach || compareIds(a.id, b.id)
}
