/** The message of one mention: where it stands, its title and a few words of it, and what people can do. */
import type { Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { Block, Content } from '../../model/message.ts'
import { context, richLine, richText, words } from '../block-kit.ts'
import { sentimentSign } from '../sentiment.ts'
import { sourceName } from '../source-name.ts'
import { isolate } from '../text.ts'
import { type Title, titleOf, titleParts } from '../title.ts'
import { cardActions } from './actions.ts'
import { cardText } from './plain-text.ts'
import { authorParts, snippetLine } from './snippet-line.ts'
import { type CardState, stateWords } from './state.ts'
import { metadataParts, reachWords, stateParts } from './where-line.ts'

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
