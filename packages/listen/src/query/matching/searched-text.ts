import { decoded } from '@overheard/base/decoded'
import type { Range } from '../find-term.ts'
import { type Folded, fold, foldExactly, originalRange } from '../fold.ts'
import type { NumberName, PostType } from '../query.ts'
import { type Address, addressOf } from '../site.ts'

/** What a query is compared with. */
export type Searched = {
  title: string
  text: string
  url: string
  /** Addresses that the text links to. */
  links: readonly string[]
  author: { name: string; url?: string }
  /** BCP 47 or `unknown`. Called only if a query asks. */
  language: () => string
  /** The names by which `source:` may call where the text is from. */
  sources: readonly string[]
  type: PostType
  /** Undefined if nobody knows the number. */
  numbers: Partial<Record<NumberName, number>>
}

/** A text in the forms in which leaves are looked for. Most are made when the first leaf needs them. */
export class SearchedText {
  readonly searched: Searched
  readonly folded: { title: Folded; text: Folded }
  #exact: { title: Folded; text: Folded } | undefined
  #authors: string[] | undefined
  #address: Address[] | undefined
  #links: Address[] | undefined

  constructor(searched: Searched) {
    this.searched = searched
    this.folded = { title: fold(searched.title), text: fold(searched.text) }
  }

  /** With capitals and accents as they are written. */
  get exact(): { title: Folded; text: Folded } {
    const { title, text } = this.searched
    this.#exact ??= { title: foldExactly(title), text: foldExactly(text) }
    return this.#exact
  }

  /** The name and the address of the author, folded. */
  get authors(): string[] {
    const { name, url = '' } = this.searched.author
    this.#authors ??= [name, decoded(url)].map((text) => fold(text).text)
    return this.#authors
  }

  /** Empty if the post has no address that can be read. */
  get address(): Address[] {
    this.#address ??= addressesOf([this.searched.url])
    return this.#address
  }

  get links(): Address[] {
    if (this.#links === undefined) {
      const { links, text } = this.searched
      // Plain texts have addresses that are no links of a markup.
      const written = text.includes('://') ? writtenAddresses(text) : []
      this.#links = addressesOf([...links, ...written])
    }
    return this.#links
  }
}

/** The host, and what follows it up to a sign that no address has as it is. The limit keeps rows of addresses without spaces quick. */
const written =
  /https?:\/\/[\p{L}\p{M}\p{N}._~%:@-]+(?:[/?#][^\s<>"`|“”‘’«»—，。、；（）「」『』【】《》]{0,2000})?/giu
const closing: Record<string, string> = { ')': '(', ']': '[', '}': '{' }
const punctuation = /[.,;:!?'*_~…！？：]/

/** The addresses in a text, without the brackets of Markdown and the punctuation of the sentence around them. */
function writtenAddresses(text: string): string[] {
  const found: string[] = []
  written.lastIndex = 0
  for (let match = written.exec(text); match !== null; match = written.exec(text)) {
    const end = endOfAddress(match[0])
    written.lastIndex = match.index + end
    found.push(match[0].slice(0, end))
  }
  return found
}

/** An address ends before a closing bracket that it does not open, as in `[Acme](https://acme.example)`. */
function endOfAddress(address: string): number {
  const open: string[] = []
  let end = 0
  for (; end < address.length; end++) {
    const sign = address[end] ?? ''
    if ('([{'.includes(sign)) open.push(sign)
    else if (sign in closing && open.pop() !== closing[sign]) break
  }
  while (punctuation.test(address[end - 1] ?? '')) end -= 1
  return end
}

const addressesOf = (texts: string[]): Address[] => texts.flatMap((text) => addressOf(text) ?? [])

/** Ranges of a folded text in the original one. A character of which two ranges have a part belongs to one range. */
export function originalRanges(folded: Folded, ranges: Range[]): Range[] {
  if (folded.origins === undefined) return ranges
  return apart(ranges.map(({ start, end }) => originalRange(folded, start, end)))
}

/** The ranges of all lists, ascending and apart from each other. Each list is so already. */
export function mergedRanges(lists: Range[][]): Range[] {
  const [first = [], ...others] = lists.filter((list) => list.length > 0)
  return others.length === 0 ? first : apart([...first, ...others.flat()])
}

/** Ranges that overlap become one. */
export function apart(ranges: Range[]): Range[] {
  const separate: Range[] = []
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = separate.at(-1)
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end)
    else separate.push({ start, end })
  }
  return separate
}
