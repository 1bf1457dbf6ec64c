import { press, type Spot, spotKey } from '../acts/press.ts'
import { type Json, textAt } from '../blocks/read.ts'
import { textOf } from '../blocks/text.ts'
import type { Attributes, Reactions } from '../dom/h.ts'
import { answerOf } from './answers.ts'

/** What every field has: its key, what `answersOf` finds it by, its name, whether it is wrong or must be filled in. */
export function fieldAttributes(spot: Spot, element: Json): Attributes {
  const name = textOf(element.placeholder) || 'Choose'
  return {
    key: `${spotKey(spot, element)}/${initialOf(element)}`,
    id: spot.fieldId,
    'data-block': spot.blockId,
    'data-action': textAt(element, 'action_id'),
    ...(spot.labelledBy === undefined ? { 'aria-label': name } : { 'aria-labelledby': spot.labelledBy }),
    'aria-describedby': spot.describedBy,
    'aria-invalid': spot.isInvalid ? 'true' : undefined,
    autofocus: element.focus_on_load === true,
  }
}

/** Tells the app of a change at once, where the element is there for that. */
export function onChange(spot: Spot, element: Json): Reactions {
  if (!spot.acts) return {}
  const tell = ({ currentTarget }: Event) => {
    if (currentTarget instanceof HTMLElement) press(spot, element, answerOf(currentTarget))
  }
  return { on: { change: tell } }
}

/** What stood there first: where an update changes it, the field starts anew. */
function initialOf(element: Json): string {
  const [, value] = Object.entries(element).find(([key]) => key.startsWith('initial_')) ?? []
  return value === undefined ? '' : JSON.stringify(value)
}
