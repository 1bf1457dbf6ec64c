import type { Spot } from '../acts/press.ts'
import type { Json } from '../blocks/read.ts'
import { h, type VNode } from '../dom/h.ts'
import { groupsOf, initialValues } from './options.ts'
import { tickList } from './tick-list.ts'

/** A menu of which several are chosen: a list to tick, short enough to scroll in place. */
export function showSeveral(spot: Spot, element: Json): VNode {
  const chosen = initialValues(element)
  const groups = groupsOf(spot.page.state, element)
  const ticks = groups.flatMap(({ label, options }) =>
    options.map(({ text, value, description }) => ({
      value,
      words: label === '' ? text : [h('span', { class: 'tick-group' }, `${label}: `), text],
      description,
      isTicked: chosen.includes(value),
    })),
  )
  return tickList(spot, element, { kind: 'checkbox', class: 'ticks boxed', ticks })
}
