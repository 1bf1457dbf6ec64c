import type { ActionsBlock, Overflow } from '@slack/types'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Block, Content } from '../model/message.ts'
import { actionIds, buttonValue, type CardMenuChoice, choiceValue } from './block-actions.ts'
import { button, context, plainText, type RichPart, richLine, richText, words } from './block-kit.ts'
import { sentimentSign, sourceName } from './labels.ts'
import {
  type CardState,
  cardText,
  metadataParts,
  reachWords,
  stateParts,
  stateWords,
  type Title,
  titleOf,
  titleParts,
  withoutRepeatedAddress,
} from './mention-parts.ts'
import { excerpt } from './snippet.ts'
import {
  authorAddress,
  cut,
  ellipsize,
  escapeMrkdwn,
  isolate,
  isRightToLeft,
  longestText,
  webAddress,
} from './text.ts'

/** The message of one mention: where it stands, its title and a few words of it, and what people can do. */

/** For which subscription and alert a card is made, and how much it shows. */
export type CardPlace = { subscription: string; alert: Id; style: 'full' | 'compact' }

/** The card of a mention in its state. Any mention makes a card that Slack takes; what it lacks is left out. */
export function card(mention: Mention, place: CardPlace, state: CardState = { kind: 'open' }): Content {
  const title = titleOf(mention)
  const text = cardText(mention, title, state)
  if (state.kind === 'not-relevant') return { text, blocks: [notRelevantLine(title, state)] }
  const shown =
    place.style === 'compact' ? compactBlocks(mention, title, state) : fullBlocks(mention, title, state)
  const actions = cardActions(mention, place, state)
  return { text, blocks: actions === undefined ? shown : [...shown, actions] }
}

function fullBlocks(mention: Mention, title: Title, state: CardState): Block[] {
  const below = snippetLine(mention, title)
  const line = richLine([...titleParts(title), ...(below.length === 0 ? [] : [words('\n'), ...below])])
  return [context(...metadataParts(mention), ...stateParts(state)), richText(line)]
}

/** One line, and who takes care of it: 👎 [Title] · [Author] · Reddit · 48.2k reach. */
function compactBlocks(mention: Mention, title: Title, state: CardState): Block[] {
  const sign = sentimentSign(mention.sentiment)
  const author = authorParts(mention, title.address)
  const source = isolate(sourceName(mention.source))
  const line = richLine([
    words(sign === '' ? '' : `${sign} `),
    ...titleParts(title),
    ...(author.length === 0 ? [] : [words(' · '), ...author]),
    words(source === '' ? '' : ` · ${source}`),
    words(` · ${reachWords(mention)}`),
  ])
  const care = stateParts(state)
  return care.length === 0 ? [richText(line)] : [richText(line), context(...care)]
}

function notRelevantLine(title: Title, state: CardState): Block {
  return richText(richLine([words(`${stateWords(state)}: `), ...titleParts(title)]))
}

/** What of a mention its buttons need. Of one that the service no longer has, the id is all that is known. */
type Actionable = Pick<Mention, 'id'> & Partial<Pick<Mention, 'author' | 'url' | 'source'>>

/** The buttons of a card: Claim, then Done, then none; and behind "More" what else can be done. */
export function cardActions(
  mention: Actionable,
  place: { subscription: string; alert: Id },
  state: CardState,
): Block | undefined {
  if (state.kind !== 'open' && state.kind !== 'claimed') return undefined
  const value = buttonValue({ ...place, mentions: [mention.id] })
  const press =
    state.kind === 'open'
      ? button('Claim', actionIds.claim, value)
      : button('Done', actionIds.done, value, 'primary')
  const more = moreMenu(mention, place.alert)
  return { type: 'actions', elements: more === undefined ? [press] : [press, more] } satisfies ActionsBlock
}

/** At most five options, as Slack has it; what the mention lacks cannot be muted. */
function moreMenu(mention: Actionable, alert: Id): Overflow | undefined {
  const option = (label: string, choice: CardMenuChoice) => {
    const value = choiceValue(choice, mention.id, alert)
    return value === undefined ? [] : [{ text: plainText(label), value }]
  }
  const options = [
    ...(!mention.author?.name ? [] : option('Mute author…', 'mute-author')),
    ...(webAddress(mention.url ?? '') === undefined ? [] : option('Mute site…', 'mute-site')),
    ...(!mention.source ? [] : option('Mute source…', 'mute-source')),
    ...option('Not relevant', 'not-relevant'),
    ...option('Why this?', 'why'),
  ]
  return options.length === 0 ? undefined : { type: 'overflow', action_id: actionIds.more, options }
}

/** The snippet around the matched terms, which are bold, and its author. Empty where the mention has neither. */
function snippetLine(mention: Mention, title: Title): RichPart[] {
  const pieces = title.from === 'title' ? excerpt(mention.snippet, mention.highlights) : []
  const snippet = pieces.map(
    ({ text, matched }): RichPart => ({
      type: 'text',
      text: withoutRepeatedAddress(text, title.address),
      ...(matched && { style: { bold: true } }),
    }),
  )
  const author = authorParts(mention, title.address)
  if (snippet.length === 0) return author
  return [...isolated(snippet), ...(author.length === 0 ? [] : [words(' · '), ...author])]
}

/** Several elements are one snippet: where any of it runs from right to left, they are isolated together. */
function isolated(snippet: RichPart[]): RichPart[] {
  const turns = snippet.some((part) => 'text' in part && part.text !== undefined && isRightToLeft(part.text))
  return turns ? [words('\u2068'), ...snippet, words('\u2069')] : snippet
}

/** The author, linked unless the link would repeat the mention's own address. */
function authorParts({ author }: Mention, mentionAddress: string | undefined): RichPart[] {
  const name = withoutRepeatedAddress(isolate(cut(author.name, 80)), mentionAddress)
  if (name === '') return []
  const url = authorAddress(author.url)
  const repeats = url === undefined || (mentionAddress !== undefined && url.includes(mentionAddress))
  return [repeats ? words(name) : { type: 'link', url, text: name }]
}

/** A card whose mention cannot be had any more: what stands there stays, and only what people made of it changes. */

/** By this the line of ours is found again at the next change. */
const stateBlockId = 'overheard-care'

/** The message with its state in a line of its own. `actions`: the buttons that belong to the state; none where absent. */
export function cardWithoutMention(shown: Content, state: CardState, actions: Block | undefined): Content {
  const body = shown.blocks.filter(({ type, block_id }) => type !== 'actions' && block_id !== stateBlockId)
  const stateElements = stateParts(state)
  const line = stateElements.length === 0 ? context(plainText('Open')) : context(...stateElements)
  const stateText = escapeMrkdwn(stateWords(state))
  const rest = shown.text.replace(
    /^(Up again, [^·\n]{0,60} · )?(?:Claimed|✓ Done|Not relevant), [^·\n]{0,60} · /u,
    '$1',
  )
  return {
    text: ellipsize(stateText === '' ? rest : `${stateText} · ${rest}`, longestText),
    blocks: [...body, { ...line, block_id: stateBlockId }, ...(actions === undefined ? [] : [actions])],
  }
}
