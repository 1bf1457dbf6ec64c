import { type Child, h } from '../dom/h.ts'
import { showElement } from '../elements/element.ts'
import type { Placed } from './placed.ts'
import { recordAt, recordsAt } from './read.ts'
import { showText } from './text.ts'

/** A section: its text, its fields in two columns, and one element beside them. */
export function showSection({ page, surface, block, key }: Placed): Child {
  const fields = recordsAt(block, 'fields')
  const accessory = recordAt(block, 'accessory')
  const spot = { page, surface, blockId: block.block_id ?? '', blockKey: key, acts: true }
  return h('div', { class: 'block-section' }, [
    h('div', { class: 'section-words' }, [
      block.text !== undefined && h('div', {}, showText(page.state, block.text)),
      fields.length > 0 &&
        h(
          'div',
          { class: 'section-fields' },
          fields.map((field) => h('div', {}, showText(page.state, field))),
        ),
    ]),
    accessory && h('div', { class: 'section-accessory' }, showElement(spot, accessory)),
  ])
}
