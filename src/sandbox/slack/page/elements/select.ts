import type { Spot } from '../acts/press.ts'
import type { Json } from '../blocks/read.ts'
import { textOf } from '../blocks/text.ts'
import { h, type VNode } from '../dom/h.ts'
import { fieldAttributes, onChange } from './field.ts'
import { groupsOf, initialValues, type Option } from './options.ts'

/** A menu of which one is chosen: the browser's own, since it is the most usable there is. */
export function showSelect(spot: Spot, element: Json): VNode {
  const [chosen] = initialValues(element)
  const placeholder = textOf(element.placeholder) || 'Choose one'
  const isFixed = chosen !== undefined && !spot.isOptional
  const option = ({ text, value }: Option) => h('option', { value, selected: value === chosen }, text)
  const groups = groupsOf(spot.page.state, element).map(({ label, options }) =>
    label === '' ? options.map(option) : h('optgroup', { label }, options.map(option)),
  )
  return h(
    'select',
    { ...fieldAttributes(spot, element), class: 'select' },
    [!isFixed && h('option', { value: '' }, placeholder), groups],
    onChange(spot, element),
  )
}
