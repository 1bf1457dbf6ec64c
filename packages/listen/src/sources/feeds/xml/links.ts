import { starsIn } from './numbers.ts'
import { absolute, childOf, childrenOf, type Element, textIn, textOf } from './tree.ts'

/** The page of a feed or of an entry. */
export function addressOf(element: Element): string | undefined {
  const original = linkText(element, 'feedburner:origlink')
  return original ?? linkOf(childrenOf(element, 'link')) ?? linkOf(childrenOf(element, 'atom:link'))
}

/** The page to which a review without one of its own belongs. Other entries only name such pages. */
export function relatedOf(entry: Element): string | undefined {
  if (starsIn(entry) === undefined) return undefined
  return linkOf([...childrenOf(entry, 'link'), ...childrenOf(entry, 'atom:link')], ['related', 'via'])
}

/** The first link to the page itself: of RSS, or of Atom with `alternate` or no relation. */
function linkOf(links: Element[], wanted = ['', 'alternate']): string | undefined {
  for (const link of links) {
    const relations = link.attributes.get('rel')?.trim().toLowerCase().split(/\s+/) ?? ['']
    const names = relations.map((one) => one.replace('http://www.iana.org/assignments/relation/', ''))
    if (!names.some((one) => wanted.includes(one))) continue
    const address = link.attributes.get('href') ?? textOf(link)
    if (address.trim() !== '') return absolute(address, link.base)
  }
  return undefined
}

/** A file that belongs to the entry. */
export function enclosureOf(entry: Element): string | undefined {
  const links = [...childrenOf(entry, 'link'), ...childrenOf(entry, 'atom:link')]
  const atom = links.find((link) => link.attributes.get('rel') === 'enclosure')
  const address = childOf(entry, 'enclosure')?.attributes.get('url') ?? atom?.attributes.get('href')
  return address === undefined ? undefined : webOnly(address, entry.base)
}

/** Undefined unless it is an address of the web, perhaps without its host. */
export function webOnly(address: string, base: string | undefined): string | undefined {
  const trimmed = address.trim()
  // An id such as "abc" is no address, even if there is a base.
  if (!/^https?:\/\/|^\//i.test(trimmed)) return undefined
  const url = absolute(trimmed, base)
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '') ? url : undefined
}

/** The address that an element has as its text. */
export function linkText(element: Element | undefined, name: string): string | undefined {
  const text = textIn(element, name)
  return text === undefined ? undefined : absolute(text, childOf(element, name)?.base)
}
