import type { Mention } from '../../model/mention.ts'
import { type RichPart, words } from '../block-kit.ts'
import { type CardState, stateWords } from '../card/state.ts'
import { shortReach } from '../card/where-line.ts'
import { sentimentSign } from '../sentiment.ts'
import { cut, isolate } from '../text.ts'
import { titleOf, titleParts, withoutRepeatedAddress } from '../title.ts'

/** Room for a title and an author in one line of a list. UTF-16 units. */
const longestEntryTitle = 100
const longestEntryAuthor = 40

/** One line of a burst: 👎 212k [Acme down?] TechNews · ✓ Done, Ana. Its only link is the mention's own. */
export function entryParts(mention: Mention, state: CardState = { kind: 'open' }): RichPart[] {
  const title = titleOf(mention, longestEntryTitle)
  const author = withoutRepeatedAddress(cut(mention.author.name, longestEntryAuthor), title.address)
  const care = stateWords(state)
  return [
    words(`${sentimentSign(mention.sentiment)} ${shortReach(mention)} `.trimStart()),
    ...titleParts(title),
    words(author === '' ? '' : ` ${isolate(author)}`),
    words(care === '' ? '' : ` · ${care}`),
  ]
}
