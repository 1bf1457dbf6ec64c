import { type Spot, spotKey } from '../acts/press.ts'
import type { Json } from '../blocks/read.ts'
import { type Child, h, type VNode } from '../dom/h.ts'
import { fieldAttributes, onChange } from './field.ts'

/** Something to tick. */
export type Tick = { value: string; words: Child; description: Child; isTicked: boolean }

/** How ticks are shown: any number of them can be ticked, or just one; `class`: how the group looks. */
type TickList = { kind: 'checkbox' | 'radio'; class: string; ticks: Tick[] }

/** The element of a block as a group of ticks. */
export function tickList(spot: Spot, element: Json, { kind, class: looks, ticks }: TickList): VNode {
  const attributes = fieldAttributes(spot, element)
  const name = spotKey(spot, element)
  const group = {
    ...attributes,
    class: looks,
    autofocus: undefined,
    role: kind === 'radio' ? 'radiogroup' : 'group',
    'data-several': kind === 'checkbox' ? 'true' : undefined,
    'aria-invalid': kind === 'radio' ? attributes['aria-invalid'] : undefined,
  }
  const items = ticks.map(({ value, words, description, isTicked }) =>
    h('label', { class: 'tick', key: value }, [
      h('input', { type: kind, name, value, checked: isTicked }),
      h('span', {}, [
        words,
        description !== undefined &&
          description !== '' &&
          h('span', { class: 'tick-description' }, description),
      ]),
    ]),
  )
  return h('div', group, items, onChange(spot, element))
}
