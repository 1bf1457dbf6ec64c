import type { Mention } from '../model/mention.ts'
import { type RichPart, words } from './block-kit.ts'
import { type CardState, type CardStates, stateOf } from './card-state.ts'
import { short } from './numbers.ts'
import { sentimentSign } from './sentiment.ts'
import { cut, isolate } from './text.ts'
import { once, titleOf, titleParts } from './title.ts'
import { personName } from './where-line.ts'

/** Room for a title and an author in one line of a list. UTF-16 units. */
const longestTitle = 100
const longestAuthor = 40

/** One line of a burst: 👎 212k [Acme down?] TechNews ✓ Ana. Its only link is the mention's own. */
export function entryParts(mention: Mention, states: CardStates): RichPart[] {
  const title = titleOf(mention, longestTitle)
  const author = once(cut(mention.author.name, longestAuthor), title.address)
  return [
    words(`${sentimentSign(mention.sentiment)} ${short(mention.reach)} `.trimStart()),
    ...titleParts(title),
    words(author === '' ? '' : ` ${isolate(author)}`),
    words(stateWords(stateOf(states, mention.id))),
  ]
}

function stateWords(state: CardState): string {
  if (state.kind === 'open') return ''
  const person = personName(state.by)
  if (state.kind === 'claimed') return ` · claimed, ${person}`
  return state.kind === 'done' ? ` · ✓ done, ${person}` : ` · not relevant, ${person}`
}
