import { type Json, numberAt, recordAt, recordsAt, textAt } from '../blocks/read.ts'
import { isSafeAddress } from './address.ts'
import { emojiOf } from './emoji.ts'
import type { Inline, Style } from './inline.ts'

const styles: Style[] = ['bold', 'italic', 'strike', 'underline', 'code']

/** Reads the line elements of a rich text section, quote or preformatted block. */
export function readRichLine(parent: Json): Inline[] {
  return recordsAt(parent, 'elements').map((element) => styled(element, readElement(element)))
}

function styled(element: Json, inline: Inline): Inline {
  const marks = recordAt(element, 'style') ?? {}
  return styles
    .filter((style) => marks[style] === true)
    .reduce<Inline>((inside, style) => ({ kind: 'styled', style, children: [inside] }), inline)
}

function readElement(element: Json): Inline {
  switch (element.type) {
    case 'link':
      return readLink(element)
    case 'emoji':
      return readEmoji(element)
    case 'user':
      return { kind: 'user', id: textAt(element, 'user_id') }
    case 'channel':
      return { kind: 'channel', id: textAt(element, 'channel_id') }
    case 'usergroup':
      return { kind: 'broadcast', name: textAt(element, 'usergroup_id') }
    case 'broadcast':
      return { kind: 'broadcast', name: textAt(element, 'range') }
    case 'date':
      return readDate(element)
    default:
      return { kind: 'text', text: textAt(element, 'text') || textAt(element, 'value') }
  }
}

function readLink(element: Json): Inline {
  const url = textAt(element, 'url')
  const text: Inline = { kind: 'text', text: textAt(element, 'text') || url }
  return isSafeAddress(url) ? { kind: 'link', url, children: [text] } : text
}

function readEmoji(element: Json): Inline {
  const name = textAt(element, 'name')
  const unicode = textAt(element, 'unicode')
  if (emojiOf(name) !== undefined || !/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i.test(unicode))
    return { kind: 'emoji', name }
  const points = unicode.split('-').map((one) => Number.parseInt(one, 16))
  const areValid = points.every((point) => point <= 0x10ffff)
  return areValid ? { kind: 'text', text: String.fromCodePoint(...points) } : { kind: 'emoji', name }
}

function readDate(element: Json): Inline {
  const url = textAt(element, 'url')
  const timestamp = numberAt(element, 'timestamp') ?? 0
  const fallback = textAt(element, 'fallback') || String(timestamp)
  if (timestamp > 8_640_000_000_000) return { kind: 'text', text: fallback }
  const format = textAt(element, 'format')
  return { kind: 'date', timestamp, format, fallback, ...(isSafeAddress(url) && { url }) }
}
