import type { Spot } from '../acts/press.ts'
import { type Child, h } from '../dom/h.ts'
import { showElement } from '../elements/element.ts'
import type { Placed } from './block.ts'
import { recordAt } from './read.ts'
import { textOf } from './text.ts'

/** A field to fill in: label, element, what is wrong with it, and a hint. */
export function showInput({ page, surface, block }: Placed): Child {
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
    acts: block.dispatch_action === true,
    labelledBy: `${id}-label`,
    describedBy: `${id}-error ${id}-hint`,
    isInvalid: error !== undefined,
    isOptional: block.optional === true,
  }
  return h('div', { class: 'block-input' }, [
    h('div', { class: 'input-label', id: `${id}-label` }, [
      textOf(block.label),
      block.optional === true && h('span', { class: 'optional' }, ' (optional)'),
    ]),
    showElement(spot, element),
    h('p', { class: 'input-error', id: `${id}-error`, role: 'alert' }, error && `⚠ ${error}`),
    h('p', { class: 'input-hint', id: `${id}-hint` }, hint),
  ])
}
