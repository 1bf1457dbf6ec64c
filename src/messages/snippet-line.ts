import type { Mention } from '../model/mention.ts'
import { authorAddress } from './address.ts'
import { type RichPart, words } from './block-kit.ts'
import { excerpt } from './snippet.ts'
import { cut, isolate } from './text.ts'
import { once, type Title } from './title.ts'

/** Isolation by hand: a snippet is several elements, which must turn its direction together. */
const isolateStart = '\u2068'
const isolateEnd = '\u2069'

/** The snippet around the matched terms, which are bold, and its author. Empty where the mention has neither. */
export function snippetLine(mention: Mention, title: Title): RichPart[] {
  const pieces = title.from === 'title' ? excerpt(mention.snippet, mention.highlights) : []
  const snippet = pieces.map(
    ({ text, matched }): RichPart => ({
      type: 'text',
      text: once(text, title.address),
      ...(matched && { style: { bold: true } }),
    }),
  )
  const author = authorParts(mention, title.address)
  if (snippet.length === 0) return author
  const isolated = [words(isolateStart), ...snippet, words(isolateEnd)]
  return author.length === 0 ? isolated : [...isolated, words(' · '), ...author]
}

/** The author, linked unless the link would repeat the mention's own address. */
export function authorParts({ author }: Mention, mentionAddress: string | undefined): RichPart[] {
  const name = once(isolate(cut(author.name, 80)), mentionAddress)
  if (name === '') return []
  const url = authorAddress(author.url)
  const repeats = url === undefined || (mentionAddress !== undefined && url.includes(mentionAddress))
  return [repeats ? words(name) : { type: 'link', url, text: name }]
}
