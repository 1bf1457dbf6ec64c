import type { Attributes, Reactions } from '../dom/h.ts'
import { type Child, h, type VNode } from '../dom/h.ts'

/** Something to tick. */
export type Tick = { value: string; words: Child; description: Child; isTicked: boolean }

/** A group of ticks: any number of them, or just one. `name` is unique on the page. */
export function tickList(
  attributes: Attributes,
  kind: 'checkbox' | 'radio',
  name: string,
  ticks: Tick[],
  reactions: Reactions,
): VNode {
  const group = {
    ...attributes,
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
  return h('div', group, items, reactions)
}
