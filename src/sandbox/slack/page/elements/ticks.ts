import type { Spot } from '../acts/press.ts'
import { type Json, recordsAt, textAt } from '../blocks/read.ts'
import { showText } from '../blocks/text.ts'
import type { VNode } from '../dom/h.ts'
import { initialValues } from './options.ts'
import { tickList } from './tick-list.ts'

/** Checkboxes and radio buttons, whose texts may be mrkdwn. */
export function showTicks(spot: Spot, element: Json): VNode {
  const { state } = spot.page
  const chosen = initialValues(element)
  const ticks = recordsAt(element, 'options').map((option) => ({
    value: textAt(option, 'value'),
    words: showText(state, option.text),
    description: showText(state, option.description),
    isTicked: chosen.includes(textAt(option, 'value')),
  }))
  const kind = element.type === 'radio_buttons' ? 'radio' : 'checkbox'
  return tickList(spot, element, { kind, class: 'ticks', ticks })
}
