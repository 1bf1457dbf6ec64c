import { press, type Spot, spotKey } from '../acts/press.ts'
import { type Json, textAt } from '../blocks/read.ts'
import { textOf } from '../blocks/text.ts'
import { h, onClick, type VNode } from '../dom/h.ts'
import { isSafeAddress } from '../text/address.ts'

/** A button; one with an address also leads there. It shows that it works until the app has acknowledged. */
export function showButton(spot: Spot, element: Json): VNode {
  const key = spotKey(spot, element)
  const url = textAt(element, 'url')
  const isWorking = spot.page.state.working.has(key)
  const style = textAt(element, 'style')
  const attributes = {
    key,
    class: `button ${style === 'primary' || style === 'danger' ? style : ''} ${isWorking ? 'working' : ''}`,
    'aria-busy': isWorking ? 'true' : undefined,
    'aria-label': textAt(element, 'accessibility_label') || undefined,
  }
  const reactions = onClick(() => press(spot, element))
  const words = h('span', {}, textOf(element.text))
  if (!isSafeAddress(url)) return h('button', { ...attributes, type: 'button' }, words, reactions)
  const leads = { href: url, target: '_blank', rel: 'noopener noreferrer nofollow' }
  return h('a', { ...attributes, ...leads }, words, reactions)
}
