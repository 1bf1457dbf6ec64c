import { channelName, nameOfUser, nowOf } from '../state/selectors.ts'
import type { State } from '../state/state.ts'
import { writeDate } from '../text/dates.ts'
import { emojiOf, withEmoji } from '../text/emoji.ts'
import { isRecord, type Json, numberAt, recordAt, recordsAt, textAt } from '../text/json.ts'
import {
  type Inline,
  isSafeAddress,
  latestTimestamp,
  plainOf,
  plainParagraphs,
  readMrkdwn,
  type Style,
} from '../text/mrkdwn.ts'
import { type Child, html, type Rendered, renderLink } from '../ui/html.ts'

/** The plain words of a text object; empty if it is none. */
export function textOf(text: unknown): string {
  if (!isRecord(text)) return ''
  const words = textAt(text, 'text')
  if (text.type === 'mrkdwn') return plainParagraphs(words).join('\n')
  return text.emoji === false ? words : withEmoji(words)
}

/** Shows a text object: mrkdwn with its formatting, plain text unchanged. */
export function renderText(state: State, text: unknown): Child {
  if (!isRecord(text)) return undefined
  return text.type === 'mrkdwn' ? renderMrkdwn(state, textAt(text, 'text')) : textOf(text)
}

/** Shows mrkdwn: paragraphs, quotes and preformatted text. */
export function renderMrkdwn(state: State, source: string): Child {
  return readMrkdwn(source).map((paragraph) => {
    if (paragraph.kind === 'preformatted') return renderPreformatted(paragraph.text)
    const inside = renderInlines(state, paragraph.children)
    return paragraph.kind === 'quote'
      ? html`<blockquote>${inside}</blockquote>`
      : html`<span class="text">${inside}</span>`
  })
}

/** Shows a rich text block: sections, lists, quotes and preformatted text, in their order. */
export function renderRichText(state: State, block: Json): Child {
  return recordsAt(block, 'elements').map((part) => {
    const line = readRichLine(part)
    switch (part.type) {
      case 'rich_text_list':
        return renderList(state, part)
      case 'rich_text_quote':
        return html`<blockquote>${renderInlines(state, line)}</blockquote>`
      case 'rich_text_preformatted':
        return renderPreformatted(plainOf(line))
      default:
        return html`<div class="text">${renderInlines(state, line)}</div>`
    }
  })
}

/** Renders preformatted text. It can take the focus, because a keyboard user may have to scroll it. */
function renderPreformatted(text: string): Rendered {
  return html`<pre class="preformatted" tabindex="0">${text}</pre>`
}

function renderList(state: State, list: Json): Rendered {
  const indent = Math.min(numberAt(list, 'indent') ?? 0, 8)
  const items = recordsAt(list, 'elements').map(
    (item) => html`<li>${renderInlines(state, readRichLine(item))}</li>`,
  )
  const look = `rich-list indent-${indent}`
  if (list.style !== 'ordered') return html`<ul class=${look}>${items}</ul>`
  return html`<ol class=${look} start=${(numberAt(list, 'offset') ?? 0) + 1}>${items}</ol>`
}

const tags: Record<Style, string> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  underline: 'u',
  code: 'code',
}

function renderInlines(state: State, inlines: Inline[]): Child {
  return inlines.map((inline) => renderInline(state, inline))
}

function renderInline(state: State, inline: Inline): Child {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'styled':
      return html`<${tags[inline.style]}>${renderInlines(state, inline.children)}<//>`
    case 'link':
      return renderLink(inline.url, renderInlines(state, inline.children))
    case 'emoji':
      return emojiOf(inline.name) ?? `:${inline.name}:`
    case 'user':
      return renderMention(`@${inline.label ?? nameOfUser(state.workspace, inline.id)}`)
    case 'channel':
      return renderMention(inline.label ? `#${inline.label}` : channelName(state.workspace, inline.id))
    case 'broadcast':
      return renderMention(`@${inline.name}`)
    case 'date':
      return renderDate(state, inline)
  }
}

function renderMention(name: string): Rendered {
  return html`<span class="at">${name}</span>`
}

function renderDate(state: State, date: Extract<Inline, { kind: 'date' }>): Child {
  const { timestamp, format, fallback, url } = date
  const words = writeDate(timestamp, format, nowOf(state))
  const iso = new Date(timestamp * 1000).toISOString()
  const time = html`<time datetime=${iso} title=${fallback}>${words}</time>`
  return url === undefined ? time : renderLink(url, time)
}

/** Reads the elements of a rich text section, quote or preformatted block. */
function readRichLine(parent: Json): Inline[] {
  return recordsAt(parent, 'elements').map((element) => withStyles(element, readRichElement(element)))
}

const styles: Style[] = ['bold', 'italic', 'strike', 'underline', 'code']

function withStyles(element: Json, inline: Inline): Inline {
  const marks = recordAt(element, 'style') ?? {}
  return styles
    .filter((style) => marks[style] === true)
    .reduce<Inline>((inside, style) => ({ kind: 'styled', style, children: [inside] }), inline)
}

function readRichElement(element: Json): Inline {
  switch (element.type) {
    case 'link':
      return readRichLink(element)
    case 'emoji':
      return readRichEmoji(element)
    case 'user':
      return { kind: 'user', id: textAt(element, 'user_id') }
    case 'channel':
      return { kind: 'channel', id: textAt(element, 'channel_id') }
    case 'usergroup':
      return { kind: 'broadcast', name: textAt(element, 'usergroup_id') }
    case 'broadcast':
      return { kind: 'broadcast', name: textAt(element, 'range') }
    case 'date':
      return readRichDate(element)
    default:
      return { kind: 'text', text: textAt(element, 'text') || textAt(element, 'value') }
  }
}

function readRichLink(element: Json): Inline {
  const url = textAt(element, 'url')
  const text: Inline = { kind: 'text', text: textAt(element, 'text') || url }
  return isSafeAddress(url) ? { kind: 'link', url, children: [text] } : text
}

/** An emoji that the page does not know may come with its code points. */
function readRichEmoji(element: Json): Inline {
  const name = textAt(element, 'name')
  const unicode = textAt(element, 'unicode')
  if (emojiOf(name) !== undefined || !/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i.test(unicode))
    return { kind: 'emoji', name }
  const points = unicode.split('-').map((one) => Number.parseInt(one, 16))
  const areValid = points.every((point) => point <= 0x10ffff)
  return areValid ? { kind: 'text', text: String.fromCodePoint(...points) } : { kind: 'emoji', name }
}

function readRichDate(element: Json): Inline {
  const url = textAt(element, 'url')
  const timestamp = numberAt(element, 'timestamp') ?? 0
  const fallback = textAt(element, 'fallback') || String(timestamp)
  if (Math.abs(timestamp) > latestTimestamp) return { kind: 'text', text: fallback }
  const format = textAt(element, 'format')
  return { kind: 'date', timestamp, format, fallback, ...(isSafeAddress(url) && { url }) }
}
