/** What a mention is called in a message, and the link to it. */
import type { Mention } from '../model/mention.ts'
import { webAddress } from './address.ts'
import { bold, type RichPart, words } from './block-kit.ts'
import { cut, isolate } from './text.ts'

/** Room for the title, and for an address that cannot be a link. UTF-16 units. */
const longestTitle = 150
const longestRawAddress = 200

/** `address` is undefined where the mention's own cannot be a link; then `raw` shows it, as text. */
export type Title = {
  words: string
  from: 'title' | 'snippet' | 'address'
  address: string | undefined
  raw: string
}

/** A mention's title; without one the snippet's beginning, without that the address. */
export function titleOf(mention: Mention, max: number = longestTitle): Title {
  const address = webAddress(mention.url)
  const raw = address === undefined ? cut(mention.url, longestRawAddress) : ''
  const title = withoutRepeatedAddress(cut(mention.title, max), address)
  if (title !== '') return { words: title, from: 'title', address, raw }
  const snippet = withoutRepeatedAddress(cut(mention.snippet, max), address)
  if (snippet !== '') return { words: snippet, from: 'snippet', address, raw }
  const shown = address === undefined ? raw || 'Untitled' : cut(withoutScheme(address), max)
  return { words: shown, from: 'address', address, raw: '' }
}

/** The title as the mention's link; where there can be none, the title and its raw address as inert text. */
export function titleParts(title: Title): RichPart[] {
  const shown = isolate(title.words)
  if (title.address !== undefined)
    return [{ type: 'link', url: title.address, text: shown, style: { bold: true } }]
  return title.raw === '' ? [bold(shown)] : [bold(shown), words(` (${isolate(title.raw)})`)]
}

/** A mention's address stands once in what is posted: where its own text repeats it, the scheme is left out. */
export function withoutRepeatedAddress(text: string, address: string | undefined): string {
  return address !== undefined && text.includes(address)
    ? text.replaceAll(address, withoutScheme(address))
    : text
}

function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//i, '')
}
