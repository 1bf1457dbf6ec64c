import type { Spot } from '../acts/press.ts'
import { type Json, numberAt, textAt } from '../blocks/read.ts'
import { h, type VNode } from '../dom/h.ts'
import { fieldAttributes, onChange } from './field.ts'

/** A day, a time of day, or both: the browser's own pickers. */
export function showPicker(spot: Spot, element: Json): VNode {
  const [type, value] = kindOf(element)
  const attributes = { ...fieldAttributes(spot, element), class: 'typed picker', type, value }
  return h('input', attributes, [], onChange(spot, element))
}

function kindOf(element: Json): [type: string, value: string] {
  if (element.type === 'datepicker') return ['date', textAt(element, 'initial_date')]
  if (element.type === 'timepicker') return ['time', textAt(element, 'initial_time')]
  const seconds = numberAt(element, 'initial_date_time')
  return ['datetime-local', seconds === undefined ? '' : localMinute(new Date(seconds * 1000))]
}

/** A moment as the picker wants it, in the reader's zone: `2026-11-20T14:02`. */
function localMinute(at: Date): string {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}
