import type { Mention } from '../../model/mention.ts'
import { authorAddress } from '../address.ts'
import { type RichPart, words } from '../block-kit.ts'
import { cut, isolate, isRightToLeft } from '../text.ts'
import { type Title, withoutRepeatedAddress } from '../title.ts'
import { excerpt } from './snippet.ts'

/** The snippet around the matched terms, which are bold, and its author. Empty where the mention has neither. */
export function snippetLine(mention: Mention, title: Title): RichPart[] {
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
export function authorParts({ author }: Mention, mentionAddress: string | undefined): RichPart[] {
  const name = withoutRepeatedAddress(isolate(cut(author.name, 80)), mentionAddress)
  if (name === '') return []
  const url = authorAddress(author.url)
  const repeats = url === undefined || (mentionAddress !== undefined && url.includes(mentionAddress))
  return [repeats ? words(name) : { type: 'link', url, text: name }]
}
