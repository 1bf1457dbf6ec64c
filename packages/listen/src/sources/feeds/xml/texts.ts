import type { Text } from '../../../source.ts'
import { mediaType, titleOfHtml, titleOfPlain, titleOfUnknown } from '../markup.ts'
import { childOf, childrenOf, type Element, escapeHtml, hasElements, htmlWithin, textOf } from './tree.ts'

/** Plain text. */
export function titleIn(element: Element): string | undefined {
  for (const name of ['title', 'dc:title', 'media:title', 'itunes:title'])
    for (const title of childrenOf(element, name)) {
      const text = titleOf(title)
      if (text !== undefined) return text
    }
  return undefined
}

function titleOf(title: Element): string | undefined {
  const { kind, value } = contentOf(title)
  if (kind === 'plain') return titleOfPlain(value)
  return kind === 'html' ? titleOfHtml(value) : titleOfUnknown(value)
}

type Content = { kind: 'plain' | 'html' | 'unknown' | 'other'; value: string }

/** The content of an Atom text construct or of an RSS element. `other` is neither text nor HTML. */
function contentOf(element: Element): Content {
  const type = mediaType(element.attributes.get('type') ?? '')
  const mode = element.attributes.get('mode')?.trim().toLowerCase()
  if (hasElements(element)) return { kind: 'html', value: htmlWithin(element) }
  if (mode === 'base64' || isBinary(type)) return fromBase64(textOf(element), type)
  if (type === 'xhtml' || type === 'application/xhtml+xml')
    return { kind: 'html', value: escapeHtml(textOf(element)) }
  const value = textOf(element)
  if (type === 'html' || type === 'text/html') return { kind: 'html', value }
  if (type === 'text' || (type === 'text/plain' && mode !== 'escaped')) return { kind: 'plain', value }
  return { kind: 'unknown', value }
}

/** Atom 1.0: a media type that is neither text nor XML is Base64. Values that are no media type mean nothing. */
const isBinary = (type: string) => type.includes('/') && !/^text\/|[+/]xml$/.test(type)

function fromBase64(given: string, type: string): Content {
  const compact = given.replaceAll(/\s+/g, '')
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(compact)) return { kind: 'unknown', value: given }
  if (/^(image|audio|video|font|model)\//.test(type)) return { kind: 'other', value: '' }
  const value = Buffer.from(compact, 'base64').toString('utf8')
  if (value.includes('\u{FFFD}')) return { kind: 'other', value: '' }
  return { kind: /<[a-z]/i.test(value) ? 'html' : 'unknown', value }
}

export const rssBodies = [
  'content:encoded',
  'xhtml:body',
  'body',
  'content',
  'atom:content',
  'description',
  'fullitem',
]
export const atomBodies = ['content', 'content:encoded', 'xhtml:body']
const shortBodies = ['summary', 'atom:summary', 'dc:description', 'itunes:summary', 'media:description']

/** `names` in the order of preference. */
export function bodyOf(entry: Element, names: readonly string[]): Text {
  const group = childOf(entry, 'media:group')
  const bodies = [...names, ...shortBodies].flatMap((name) => childrenOf(entry, name))
  for (const body of group === undefined ? bodies : [...bodies, ...childrenOf(group, 'media:description')]) {
    const { kind, value } = contentOf(body)
    if (kind === 'other' || value.trim() === '') continue
    return kind === 'plain' || body.name === 'media:description' ? { plain: value } : { html: value }
  }
  return { plain: '' }
}
