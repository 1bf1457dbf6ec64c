import type { ActionsBlock } from '@slack/types'
import type { Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { Block, Content } from '../../model/message.ts'
import { type CardAction, cardActions } from '../../model/subscription.ts'
import { actionIds, type CardMenuChoice, choiceValue } from '../kit/block-actions.ts'
import {
  actions,
  bold,
  button,
  context,
  optionOf,
  type RichPart,
  richLine,
  richText,
  words,
} from '../kit/block-kit.ts'
import { cut, isolate, isRightToLeft } from '../kit/text.ts'
import { type OtherSites, sitesBlocks, withSitesText, withTicketText } from './card-additions.ts'
import {
  byline,
  type CardState,
  cardText,
  metadataParts,
  reachWords,
  signParts,
  stateParts,
  type Title,
  ticketParts,
  titleOf,
  titleParts,
  withoutRepeatedAddress,
} from './mention-parts.ts'
import { excerpt } from './snippet.ts'

/** If `offers` is absent, the card offers all actions. */
export type CardPlace = { style: 'full' | 'compact'; alertName?: string; offers?: CardAction[] }

export function card(
  mention: Mention,
  place: CardPlace,
  state: CardState = { kind: 'open' },
  sites?: OtherSites,
): Content {
  const title = titleOf(mention)
  const { ticket } = state
  const last = [
    ...(ticket === undefined ? [] : [richText(richLine(ticketParts(ticket)))]),
    ...buttonRow(mention.id, state, place.offers),
  ]
  if (state.kind === 'not-relevant') {
    const shown = withTicketText(cardText(mention, title, state), ticket)
    return { text: shown, blocks: [...notRelevantBlocks(title, state), ...last] }
  }
  const text = withTicketText(withSitesText(cardText(mention, title, state, sites?.news), sites), ticket)
  const shown = place.style === 'compact' ? compactBlocks : fullBlocks
  const blocks = [
    ...shown({ mention, title, place, state, sites }),
    ...(sites === undefined ? [] : sitesBlocks(sites)),
    ...last,
  ]
  return { text, blocks }
}

type Shown = {
  mention: Mention
  title: Title
  place: CardPlace
  state: CardState
  sites: OtherSites | undefined
}

/** The news of a story (“Still spreading”) and the title come first, because desktop notifications show the first block. */
function fullBlocks({ mention, title, place, state, sites }: Shown): Block[] {
  const below = snippetLine(mention, title)
  const more = place.alertName === undefined ? [] : [`Alert: ${isolate(cut(place.alertName, 60))}`]
  const first = [...newsParts(sites), ...signParts(mention), ...titleParts(title)]
  return [
    richText(richLine([...first, ...(below.length === 0 ? [] : [words('\n'), ...below])])),
    context(...stateParts(state), ...metadataParts(mention, title, more)),
  ]
}

function compactBlocks({ mention, title, place, state, sites }: Shown): Block[] {
  const facts = [byline(mention, title), reachWords(mention), cut(place.alertName ?? '', 60)]
  const line = richLine([
    ...newsParts(sites),
    ...signParts(mention),
    ...titleParts(title),
    words(` · ${facts.filter(Boolean).join(' · ')}`),
  ])
  const stateLine = stateParts(state)
  return stateLine.length === 0 ? [richText(line)] : [richText(line), context(...stateLine)]
}

function newsParts(sites: OtherSites | undefined): RichPart[] {
  return sites?.news === undefined ? [] : [bold(sites.news), words(' · ')]
}

function notRelevantBlocks(title: Title, state: CardState): Block[] {
  return [richText(richLine(titleParts(title, { strike: true }))), context(...stateParts(state))]
}

/** The buttons that take a state back come with the actions that set it. Without **Claim**, an open card has **Done**. */
function buttonRow(id: Id, { kind }: CardState, offers: readonly CardAction[] = cardActions): Block[] {
  const has = (...any: CardAction[]) => any.some((action) => offers.includes(action))
  const done = has('done') ? [button('Done', actionIds.done, id, 'primary')] : []
  const giveBack = has('claim', 'assign', 'snooze') ? [button('Give back', actionIds.release, id)] : []
  const held = [...done, ...giveBack]
  const presses = {
    open: has('claim') ? [button('Claim', actionIds.claim, id)] : done,
    claimed: held,
    assigned: held,
    snoozed: held,
    done: has('done') ? [button('Reopen', actionIds.reopen, id)] : [],
    'not-relevant': has('not-relevant') ? [button('Undo', actionIds.restore, id)] : [],
  }[kind]
  return actions([...presses, ...(kind === 'not-relevant' ? [] : menu(id, menuChoices(kind, offers)))])
}

const inMenu = ['assign', 'snooze', 'not-relevant', 'mute'] as const
/** These are behind **More…**, because a menu takes five options (Slack's limit). */
const behindMore = ['links', 'ticket', 'why'] as const

function menuChoices(kind: CardState['kind'], offers: readonly CardAction[]): (keyof typeof menuLabels)[] {
  const direct = inMenu.filter((action) => offers.includes(action) && (kind !== 'done' || action === 'mute'))
  const [first, ...others] = behindMore.filter((action) => offers.includes(action))
  if (first === undefined) return direct
  return [...direct, others.length > 0 || first === 'links' ? 'more' : first]
}

const menuLabels = {
  assign: 'Assign to…',
  snooze: 'Snooze…',
  'not-relevant': 'Not relevant',
  mute: 'Mute…',
  more: 'More…',
  ticket: 'Link ticket…',
  why: 'Why was this posted?',
} satisfies Partial<Record<CardMenuChoice, string>>

function menu(id: Id, choices: (keyof typeof menuLabels)[]): ActionsBlock['elements'] {
  const [only, ...others] = choices
  if (only === undefined) return []
  if (others.length === 0) return [button(menuLabels[only], actionIds.more, choiceValue(only, id))]
  const options = choices.map((choice) =>
    optionOf({ label: menuLabels[choice], value: choiceValue(choice, id) }),
  )
  return [{ type: 'overflow', action_id: actionIds.more, options }]
}

function snippetLine(mention: Mention, title: Title): RichPart[] {
  if (title.from === 'snippet') return continuation(mention, title)
  if (title.from === 'address') return []
  const snippet = excerpt(mention.snippet, mention.highlights).map(
    ({ text, matched }): RichPart => ({
      type: 'text',
      text: withoutRepeatedAddress(text, title.address),
      ...(matched && { style: { bold: true } }),
    }),
  )
  return snippet.length === 0 ? [] : isolated(snippet)
}

const longestContinuation = 140

function continuation({ snippet }: Mention, { words: shown, address }: Title): RichPart[] {
  if (!shown.endsWith('…')) return []
  const read = shown.length - 1
  const rest = cut(snippet, read + longestContinuation)
    .slice(read)
    .trimStart()
  return rest === '' ? [] : [words(`…${isolate(withoutRepeatedAddress(rest, address))}`)]
}

/** If a part of the snippet runs from right to left, isolates all parts together. */
function isolated(snippet: RichPart[]): RichPart[] {
  const isRightToLeftText = snippet.some(
    (part) => 'text' in part && part.text !== undefined && isRightToLeft(part.text),
  )
  return isRightToLeftText ? [words('\u2068'), ...snippet, words('\u2069')] : snippet
}
