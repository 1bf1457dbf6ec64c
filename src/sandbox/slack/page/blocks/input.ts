import type { Spot } from '../acts/press.ts'
import { type Child, h } from '../dom/h.ts'
import { showElement } from '../elements/element.ts'
import type { Placed } from './placed.ts'
import { type Json, recordAt, textAt } from './read.ts'
import { textOf } from './text.ts'

/** A field to fill in: label, element, what is wrong with it, and a hint. */
export function showInput({ page, surface, block, key }: Placed): Child {
  const element = recordAt(block, 'element')
  if (!element) return undefined
  const blockId = block.block_id ?? ''
  const place = surface.at === 'view' ? surface.viewId : surface.ts
  const id = `${place}-${blockId}`
  const error = surface.at === 'view' ? page.state.viewErrors[surface.viewId]?.[blockId] : undefined
  const hint = textOf(block.hint)
  const spot: Spot = {
    page,
    surface,
    blockId,
    blockKey: key,
    acts: block.dispatch_action === true,
    labelledBy: `${id}-label`,
    describedBy: describing(id, error, hint),
    fieldId: `${id}-field`,
    isInvalid: error !== undefined,
    isOptional: block.optional === true,
  }
  return h('div', { class: 'block-input' }, [
    h(
      isGroup(element) ? 'div' : 'label',
      { class: 'input-label', id: `${id}-label`, for: isGroup(element) ? undefined : `${id}-field` },
      [textOf(block.label), block.optional === true && h('span', { class: 'optional' }, ' (optional)')],
    ),
    showElement(spot, element),
    h('p', { class: 'input-error', id: `${id}-error`, role: 'alert' }, error && `⚠ ${error}`),
    h('p', { class: 'input-hint', id: `${id}-hint` }, hint),
  ])
}

/** A label belongs to one field; a group of ticks has none of its own and is only named by it. */
function isGroup(element: Json): boolean {
  return /^(checkboxes|radio_buttons|multi_|external_select)/.test(textAt(element, 'type'))
}

function describing(id: string, error: string | undefined, hint: string): string | undefined {
  const ids = [error !== undefined && `${id}-error`, hint !== '' && `${id}-hint`].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}
