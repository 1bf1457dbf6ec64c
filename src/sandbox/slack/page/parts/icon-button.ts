import { type Attributes, h, onClick, type VNode } from '../dom/h.ts'
import { type IconName, icon } from './icons.ts'

/** A button with a sign only; its label is spoken and shown as a tip. */
export function iconButton(name: IconName, label: string, run: () => void, more: Attributes = {}): VNode {
  const attributes = { type: 'button', class: 'icon-button', 'aria-label': label, title: label, ...more }
  return h('button', attributes, icon(name), onClick(run))
}
