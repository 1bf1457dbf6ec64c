import { type Child, h, type VNode } from '../dom/h.ts'
import { nowOf } from '../state/choose.ts'
import { channelName, nameOfUser } from '../state/names.ts'
import type { State } from '../state/state.ts'
import { emojiOf } from './emoji.ts'
import type { Inline, Stretch, Style } from './inline.ts'
import { writeDate } from './slack-date.ts'

const tags: Record<Style, string> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  underline: 'u',
  code: 'code',
}

/** Shows paragraphs, quotes and preformatted text. */
export function showStretches(state: State, stretches: Stretch[]): Child {
  return stretches.map((stretch) => {
    if (stretch.kind === 'preformatted') return h('pre', { class: 'preformatted', tabindex: 0 }, stretch.text)
    const inside = showInlines(state, stretch.children)
    return stretch.kind === 'quote' ? h('blockquote', {}, inside) : h('span', { class: 'text' }, inside)
  })
}

/** Shows what stands in a line: text nodes, marks, and links with safe addresses. */
export function showInlines(state: State, inlines: Inline[]): Child {
  return inlines.map((inline) => showInline(state, inline))
}

function showInline(state: State, inline: Inline): Child {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'styled':
      return h(tags[inline.style], {}, showInlines(state, inline.children))
    case 'link':
      return link(inline.url, showInlines(state, inline.children))
    case 'emoji':
      return emojiOf(inline.name) ?? `:${inline.name}:`
    case 'user':
      return h('span', { class: 'at' }, `@${inline.label ?? nameOfUser(state.world, inline.id)}`)
    case 'channel':
      return h(
        'span',
        { class: 'at' },
        inline.label ? `#${inline.label}` : channelName(state.world, inline.id),
      )
    case 'broadcast':
      return h('span', { class: 'at' }, `@${inline.name}`)
    case 'date':
      return showDate(state, inline)
  }
}

function showDate(
  state: State,
  { timestamp, format, fallback, url }: Extract<Inline, { kind: 'date' }>,
): VNode {
  const words = writeDate(timestamp, format, nowOf(state))
  const iso = new Date(timestamp * 1000).toISOString()
  const time = h('time', { datetime: iso, title: fallback }, words)
  return url === undefined ? time : link(url, time)
}

/** A link that opens elsewhere and says nothing of where it was clicked. */
function link(url: string, inside: Child, more: Record<string, string> = {}): VNode {
  return h('a', { href: url, target: '_blank', rel: 'noopener noreferrer nofollow', ...more }, inside)
}
