import { Parser } from 'htmlparser2'
import type { Text } from '../source.ts'

/** A text without markup: one line, in composed characters (NFC). `links` are absolute addresses. */
export type PlainText = { text: string; links: string[] }

/** Longer texts are cut. A hostile page costs no more than a long one. */
const maxHtml = 2_000_000
const maxText = 50_000
const maxLinks = 200
/** The parser needs time for each open element, so a page with more of them is read only so far. */
const maxDepth = 1000

/** Elements whose content nobody reads. */
const unreadNames =
  'script style template noscript iframe object svg math head title select textarea audio video canvas'.split(
    ' ',
  )
const unread = new Set(unreadNames)

const unreadTag = new RegExp(String.raw`<(${unreadNames.join('|')})(?=[\s/>])([^<>]*)>`, 'gi')
/** A body ends the head before it. */
const unreadEnd = new RegExp(String.raw`<(?:\/(${unreadNames.join('|')})|body)\b`, 'gi')

/** Elements that go on in the same line. All others separate words. */
const inline = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

/** Turns the text of an item into plain text. Addresses of links are relative to `base`. */
export function plainText(given: Text, base: string): PlainText {
  if ('plain' in given) return { text: tidy(given.plain), links: [] }
  const pieces: string[] = []
  const links = new Set<string>()
  let length = 0
  let unreadDepth = 0
  let depth = 0
  const parser = new Parser({
    onopentag(name, { href }) {
      depth += 1
      if (depth > maxDepth) parser.pause()
      if (unread.has(name)) unreadDepth += 1
      if (!inline.has(name)) pieces.push(' ')
      const link = name === 'a' && href !== undefined ? webAddress(href, base) : undefined
      if (link !== undefined && links.size < maxLinks) links.add(link)
    },
    onclosetag(name) {
      depth -= 1
      if (unread.has(name)) unreadDepth -= 1
      if (!inline.has(name)) pieces.push(' ')
    },
    ontext(text) {
      if (unreadDepth > 0 || length > maxText * 4) return
      pieces.push(text)
      length += text.length
    },
  })
  parser.write(withoutUnclosed(given.html.slice(0, maxHtml)))
  if (depth <= maxDepth) parser.end()
  return { text: tidy(pieces.join('')), links: [...links] }
}

/**
 * HTML in which no unread element hides all that follows because it is never closed. One without values, such as `<script>`, is a word of a text
 * about HTML; others are left out. A program that was cut off stays unread. In a title (`isTitle`) all of them are words.
 */
export function withoutUnclosed(html: string, isTitle = false): string {
  let ends: Map<string, number> | undefined
  return html.replaceAll(unreadTag, (tag: string, given: string, attributes: string, at: number) => {
    ends ??= new Map(
      [...html.matchAll(unreadEnd)].map((end) => [end[1]?.toLowerCase() ?? 'head', end.index] as const),
    )
    const name = given.toLowerCase()
    if (at < (ends.get(name) ?? -1)) return tag
    const isClosed = attributes.endsWith('/')
    if (isTitle || !(isClosed || attributes.includes('='))) return `&lt;${tag.slice(1)}`
    return isClosed || !['script', 'style'].includes(name) ? ' ' : tag
  })
}

/** Programs write its letters as control characters: `&#146;` is an apostrophe. */
const windows1252 = new TextDecoder('windows-1252')

/** One line of whole characters, without control characters and spaces at the ends. */
export function tidy(text: string): string {
  const line = text
    .slice(0, maxText * 4)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\x80-\x9f]/g, (control) => windows1252.decode(Buffer.from(control, 'latin1')))
    // Single spaces, which are most, stay as they are.
    .replaceAll(/(?! )[\p{Cc}\s]+| [\p{Cc}\s]+/gu, ' ')
    .trim()
  return line.length <= maxText ? line : line.slice(0, maxText).toWellFormed()
}

/** The absolute form of an http or https address; undefined for other addresses. */
export function webAddress(address: string, base?: string): string | undefined {
  const url = URL.parse(address, base)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined
}
