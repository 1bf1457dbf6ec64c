import { press, type Spot, spotKey } from '../acts/press.ts'
import { type Json, recordsAt, textAt } from '../blocks/read.ts'
import { textOf } from '../blocks/text.ts'
import type { Child } from '../dom/h.ts'
import { showMenu } from '../parts/menu.ts'

/** The menu behind three dots. */
export function showOverflow(spot: Spot, element: Json): Child {
  const key = spotKey(spot, element)
  const isWorking = spot.page.state.working.has(key)
  return showMenu(spot.page, {
    key,
    label: 'More actions',
    buttonClass: `button dots ${isWorking ? 'working' : ''}`,
    face: '⋯',
    items: recordsAt(element, 'options').map((option) => ({
      label: textOf(option.text),
      run: () => press(spot, element, textAt(option, 'value')),
    })),
  })
}
