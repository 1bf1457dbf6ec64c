import { type Spot, spotKey, suggest } from '../acts/press.ts'
import { type Json, numberAt, recordsAt, textAt } from '../blocks/read.ts'
import { textOf } from '../blocks/text.ts'
import { h, type VNode } from '../dom/h.ts'
import { initialValues } from './options.ts'
import { type Tick, tickList } from './tick-list.ts'

/** A menu whose options the app suggests while somebody types (Slack asks after three characters by default). */
export function showExternal(spot: Spot, element: Json): VNode {
  const shortest = numberAt(element, 'min_query_length') ?? 3
  const ask = ({ currentTarget }: Event) => {
    if (!(currentTarget instanceof HTMLInputElement)) return
    if (currentTarget.value.length >= shortest) void suggest(spot, element, currentTarget.value)
  }
  const key = spotKey(spot, element)
  const kind = element.type === 'multi_external_select' ? 'checkbox' : 'radio'
  return h('div', { class: 'external', key: `${key}/external` }, [
    h(
      'input',
      {
        class: 'typed',
        type: 'search',
        'aria-label': `Search: ${textOf(element.placeholder) || 'options'}`,
        placeholder: textOf(element.placeholder) || 'Type to search',
      },
      [],
      { on: { input: ask, focus: ask } },
    ),
    tickList(spot, element, { kind, class: 'ticks boxed', ticks: ticksOf(spot, element) }),
  ])
}

function ticksOf({ page, surface }: Spot, element: Json): Tick[] {
  const place = surface.at === 'view' ? surface.viewId : ''
  const suggested = page.state.suggestions[`${place}/${textAt(element, 'action_id')}`] ?? []
  const chosen = initialValues(element)
  const initial = recordsAt(
    { all: [element.initial_option, ...recordsAt(element, 'initial_options')] },
    'all',
  )
  const first = initial.map((one) => ({ text: textOf(one.text), value: textAt(one, 'value') }))
  return [...new Map([...first, ...suggested].map((one) => [one.value, one])).values()].map((one) => ({
    value: one.value,
    words: one.text,
    description: '',
    isTicked: chosen.includes(one.value),
  }))
}
