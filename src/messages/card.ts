import type { ActionsBlock, Overflow } from '@slack/types'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Block, Content } from '../model/message.ts'
import { actionIds, type CardMenuChoice, choiceValue } from './block-actions.ts'
import { bold, button, context, plainText, type RichPart, richLine, richText, words } from './block-kit.ts'
import { type OtherSites, sitesBlocks, withSitesText } from './card-additions.ts'
import {
  byline,
  type CardState,
  cardText,
  metadataParts,
  reachWords,
  signParts,
  stateParts,
  type Title,
  titleOf,
  titleParts,
  withoutRepeatedAddress,
} from './mention-parts.ts'
import { excerpt } from './snippet.ts'
import { cut, isolate, isRightToLeft } from './text.ts'

export type CardPlace = { style: 'full' | 'compact'; alertName?: string }

export function card(
  mention: Mention,
  place: CardPlace,
  state: CardState = { kind: 'open' },
  sites?: OtherSites,
): Content {
  const title = titleOf(mention)
  const actions = cardActions(mention, state)
  if (state.kind === 'not-relevant')
    return { text: cardText(mention, title, state), blocks: [...notRelevantBlocks(title, state), actions] }
  const text = withSitesText(cardText(mention, title, state, sites?.news), sites)
  const shown = place.style === 'compact' ? compactBlocks : fullBlocks
  const blocks = [
    ...shown({ mention, title, place, state, sites }),
    ...(sites === undefined ? [] : sitesBlocks(sites)),
    actions,
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

/** The news and the title come first, because desktop notifications show the first block. */
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
    words(` · ${facts.filter((fact) => fact !== '').join(' · ')}`),
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

function cardActions({ id }: Pick<Mention, 'id'>, state: CardState): Block {
  const held = [button('Done', actionIds.done, id, 'primary'), button('Give back', actionIds.release, id)]
  const presses = {
    open: [button('Claim', actionIds.claim, id)],
    claimed: held,
    assigned: held,
    snoozed: held,
    done: [button('Reopen', actionIds.reopen, id)],
    'not-relevant': [button('Undo', actionIds.restore, id)],
  }[state.kind]
  const more = state.kind === 'not-relevant' ? [] : [moreMenu(id, state)]
  return { type: 'actions', elements: [...presses, ...more] } satisfies ActionsBlock
}

function moreMenu(id: Id, { kind }: CardState): Overflow {
  const option = (label: string, choice: CardMenuChoice) => ({
    text: plainText(label),
    value: choiceValue(choice, id),
  })
  const options = [
    ...(kind === 'done'
      ? []
      : [
          option('Assign to…', 'assign'),
          option('Snooze…', 'snooze'),
          option('Not relevant', 'not-relevant'),
        ]),
    option('Mute…', 'mute'),
    option('Why was this posted?', 'why'),
  ]
  return { type: 'overflow', action_id: actionIds.more, options }
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
