import { type Child, h, type VNode } from '../dom/h.ts'
import type { State } from '../state/state.ts'
import { plainOf } from '../text/inline.ts'
import { readRichLine } from '../text/rich-text.ts'
import { showInlines } from '../text/show.ts'
import { type Json, numberAt, recordsAt } from './read.ts'

/** A rich text block: sections, lists, quotes and preformatted text, in their order. */
export function showRichText(state: State, block: Json): Child {
  return recordsAt(block, 'elements').map((part) => {
    switch (part.type) {
      case 'rich_text_list':
        return showList(state, part)
      case 'rich_text_quote':
        return h('blockquote', {}, showInlines(state, readRichLine(part)))
      case 'rich_text_preformatted':
        return h('pre', { class: 'preformatted', tabindex: 0 }, plainOf(readRichLine(part)))
      default:
        return h('div', { class: 'text' }, showInlines(state, readRichLine(part)))
    }
  })
}

function showList(state: State, list: Json): VNode {
  const isOrdered = list.style === 'ordered'
  const indent = Math.min(numberAt(list, 'indent') ?? 0, 8)
  const start = (numberAt(list, 'offset') ?? 0) + 1
  return h(
    isOrdered ? 'ol' : 'ul',
    { class: `rich-list indent-${indent}`, ...(isOrdered && { start }) },
    recordsAt(list, 'elements').map((item) => h('li', {}, showInlines(state, readRichLine(item)))),
  )
}
