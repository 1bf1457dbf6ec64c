import type { Spot } from '../acts/press.ts'
import { type Json, textAt } from '../blocks/read.ts'
import { textOf } from '../blocks/text.ts'
import { h, type VNode } from '../dom/h.ts'
import { fieldAttributes, onChange } from './field.ts'

/** Keyboards of phones fit what is asked for; the checks are the workspace's own, as in Slack. */
const keyboards: Record<string, string> = {
  number_input: 'decimal',
  email_text_input: 'email',
  url_text_input: 'url',
}

/** A field to type in: text of one or more lines, a number, an address. */
export function showTyped(spot: Spot, element: Json): VNode {
  const value = textAt(element, 'initial_value')
  const attributes = {
    ...fieldAttributes(spot, element),
    class: 'typed',
    placeholder: textOf(element.placeholder) || undefined,
  }
  const reactions = onChange(spot, element)
  if (element.multiline === true) return h('textarea', { ...attributes, rows: 4 }, value, reactions)
  const inputmode = keyboards[textAt(element, 'type')]
  return h('input', { ...attributes, type: 'text', inputmode, value, autocomplete: 'off' }, [], reactions)
}
